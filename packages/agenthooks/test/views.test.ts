/** The typed views of each agent against what was recorded: by the compiler, and at run time. */
import { fileURLToPath } from "node:url";
import { decodeEvent } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import * as codex from "agenthooks/codex";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { SHAPES as CLAUDE_SHAPES } from "../src/providers/claude-code/shapes.js";
import { SHAPES as CODEX_SHAPES } from "../src/providers/codex/shapes.js";
import { captures, codexCaptures } from "./helpers/captures.js";

const AGENTS = [
  { id: "claude-code", module: claudeCode, shapes: CLAUDE_SHAPES, recorded: captures, count: 34 },
  { id: "codex", module: codex, shapes: CODEX_SHAPES, recorded: codexCaptures, count: 14 },
] as const;

/** What the compiler says about texts that are taken for views: `[name of the view, literal]`. */
function complaints(id: string, literals: readonly (readonly [view: string, literal: string])[]): string[] {
  const native = fileURLToPath(new URL(`../src/providers/${id}/native.ts`, import.meta.url));
  const file = fileURLToPath(new URL("captures-as-views.ts", import.meta.url));
  const lines = literals.map(([name, literal]) => `void ((${literal}) satisfies view.${name});`);
  const source = `import type * as view from "../src/providers/${id}/native.js";\n${lines.join("\n")}\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file, native], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe.each(AGENTS)("$id", ({ id, module, shapes, recorded, count }) => {
  it("every capture is of the type of its view", () => {
    expect(
      complaints(
        id,
        recorded.map(({ event, bytes }) => [event, new TextDecoder().decode(bytes)]),
      ),
    ).toEqual([]);
  });

  it("there is a view and a function for each event, and it takes its own events only", async () => {
    expect(Object.keys(shapes).sort()).toEqual(module.adapter.events.map((row) => row.native).sort());
    expect(Object.keys(shapes)).toHaveLength(count);
    const views = Object.keys(shapes).map((name) => {
      const call: unknown = Reflect.get(module, name.charAt(0).toLowerCase() + name.slice(1));
      expect(call, name).toBeTypeOf("function");
      return [name, call as typeof claudeCode.preCompact] as const;
    });
    for (const { bytes, event: native, payload } of recorded) {
      const event = await decodeEvent({ provider: id, payload: bytes });
      for (const [name, call] of views) expect(call(event), `${name} of ${native}`).toEqual(name === native ? payload : undefined);
    }
  });
});

it("the compiler refuses a member that no view has, one that is missing, and one of another type", () => {
  const common = { session_id: "s", transcript_path: "t", cwd: "c", hook_event_name: "CwdChanged", old_cwd: "a", new_cwd: "b" };
  const payloads = [common, { ...common, newer_cwd: "d" }, { ...common, new_cwd: undefined }, { ...common, new_cwd: 1 }];
  const [extra, missing, mistyped, ...more] = complaints(
    "claude-code",
    payloads.map((one) => ["CwdChanged", JSON.stringify(one)]),
  );
  expect(extra).toMatch(/newer_cwd.* does not exist/);
  expect(missing).toContain("'new_cwd' is missing");
  expect(mistyped).toContain("not assignable to type 'string'");
  expect(more).toEqual([]);
});

it("unknown members are named with their path, in lists too", async () => {
  const payload = {
    hook_event_name: "PostToolBatch",
    session_id: "s",
    tool_calls: [{ tool_name: "Bash", tool_input: { any: 1 }, tool_use_id: "t", tool_response: "r" }, { cost: 1 }],
    effort: { level: "high", budget: 1 },
    newer: true,
  };
  const event = await decodeEvent({ provider: "claude-code", payload: JSON.stringify(payload) });
  expect(claudeCode.unknownKeys(event)).toEqual(["tool_calls.1.cost", "effort.budget", "newer"]);
});

it("of Codex too, below token_usage as well, and of no other agent's event", async () => {
  const payload = { hook_event_name: "PostModelRequest", session_id: "s", token_usage: { input_tokens: 1, cost: 2 }, newer: true };
  const event = await decodeEvent({ provider: "codex", payload: JSON.stringify(payload) });
  expect(codex.unknownKeys(event)).toEqual(["token_usage.cost", "newer"]);
  expect(claudeCode.unknownKeys(event)).toEqual([]);
  const unknown = await decodeEvent({ provider: "codex", payload: JSON.stringify({ hook_event_name: "Newer", any: 1 }) });
  expect(codex.unknownKeys(unknown)).toEqual(["hook_event_name", "any"]);
});
