/** The typed views of Claude Code against what was recorded: by the compiler, and at run time. */
import { fileURLToPath } from "node:url";
import { decodeEvent } from "agenthooks";
import * as claudeCode from "agenthooks/claude-code";
import ts from "typescript";
import { expect, it } from "vitest";
import { SHAPES } from "../src/providers/claude-code/shapes.js";
import { captures } from "./helpers/captures.js";

const NATIVE = fileURLToPath(new URL("../src/providers/claude-code/native.ts", import.meta.url));

/** What the compiler says about texts that are taken for views: `[name of the view, literal]`. */
function complaints(literals: readonly (readonly [view: string, literal: string])[]): string[] {
  const file = fileURLToPath(new URL("captures-as-views.ts", import.meta.url));
  const lines = literals.map(([name, literal]) => `void ((${literal}) satisfies view.${name});`);
  const source = `import type * as view from "../src/providers/claude-code/native.js";\n${lines.join("\n")}\n`;
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
  const program = ts.createProgram([file, NATIVE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

it("every capture is of the type of its view", () => {
  expect(complaints(captures.map(({ event, bytes }) => [event, new TextDecoder().decode(bytes)]))).toEqual([]);
});

it("the compiler refuses a member that no view has, one that is missing, and one of another type", () => {
  const common = { session_id: "s", transcript_path: "t", cwd: "c", hook_event_name: "CwdChanged", old_cwd: "a", new_cwd: "b" };
  const payloads = [common, { ...common, newer_cwd: "d" }, { ...common, new_cwd: undefined }, { ...common, new_cwd: 1 }];
  const [extra, missing, mistyped, ...more] = complaints(payloads.map((one) => ["CwdChanged", JSON.stringify(one)]));
  expect(extra).toMatch(/newer_cwd.* does not exist/);
  expect(missing).toContain("'new_cwd' is missing");
  expect(mistyped).toContain("not assignable to type 'string'");
  expect(more).toEqual([]);
});

it("there is a view and a function for each of the 34 events, and it takes its own events only", async () => {
  expect(Object.keys(SHAPES).sort()).toEqual(claudeCode.adapter.events.map((row) => row.native).sort());
  expect(Object.keys(SHAPES)).toHaveLength(34);
  const views = Object.keys(SHAPES).map((name) => {
    const call: unknown = Reflect.get(claudeCode, name.charAt(0).toLowerCase() + name.slice(1));
    expect(call, name).toBeTypeOf("function");
    return [name, call as typeof claudeCode.preCompact] as const;
  });
  for (const { bytes, event: native, payload } of captures) {
    const event = await decodeEvent({ provider: "claude-code", payload: bytes });
    for (const [name, call] of views) expect(call(event), `${name} of ${native}`).toEqual(name === native ? payload : undefined);
  }
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
