import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunResult } from "../src/agents/driver.js";
import { loadDriver } from "../src/agents/index.js";
import { LAB_PROVIDERS, pinOf } from "../src/agents/pins.js";
import type { LabCase, PlayOptions } from "../src/case.js";
import { gateCases } from "../src/cases/claude-code-gates.js";
import { casesOf } from "../src/cases/index.js";
import { concerns } from "../src/changed.js";
import { judge } from "../src/evidence.js";
import { answerLine, argumentsSource } from "../src/mcp/server.js";
import { parseOptions, selects } from "../src/options.js";
import { CASE_SOURCES, PROGRAMS, programFile, REPOSITORY_ROOT } from "../src/paths.js";
import { sample } from "../src/plan.js";
import { quoteWords } from "../src/quote.js";
import { createSandbox } from "../src/sandbox.js";

const driver = await loadDriver("claude-code");
const drivers = await Promise.all(LAB_PROVIDERS.map(loadDriver));

describe.each(LAB_PROVIDERS.flatMap((provider) => pinOf(provider).versions.map((version) => [provider, version] as const)))(
  "cases of %s %s",
  async (provider, version) => {
    const driver = await loadDriver(provider);
    const all = casesOf(driver, version);

    it("have names of their own and programs that exist", () => {
      const names = all.map(({ labCase }) => labCase.name);
      expect(new Set(names).size).toBe(names.length);
      for (const { labCase } of all) for (const program of labCase.programs) expect(existsSync(programFile(program)), program).toBe(true);
    });

    it("have a smoke test of neutral, of deny and of an install", () => {
      expect(sample(all, () => 1).map(({ labCase }) => labCase.name)).toEqual(["neutral", "deny.shell", "install.lived-in-homes"]);
      expect(sample(all, () => 0)).toHaveLength(all.length);
    });

    it("name the script that they are", () => {
      const hashes = all.map(({ scriptSha256 }) => scriptSha256);
      for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(casesOf(driver, version).map(({ scriptSha256 }) => scriptSha256)).toEqual(hashes);
    });
  },
);

describe("cases of the events of Claude Code alone", () => {
  /** A case against a run that was not started: what it asks for, and how it judges a result of the last tool. */
  const played = async (labCase: LabCase, toolResult: string) => {
    const sandbox = createSandbox();
    let asked: PlayOptions | undefined;
    const turns = [{ body: {} }, { body: {} }, { body: {} }];
    const model = { turns, requests: [], toolResults: [{ text: toolResult }], saw: () => false, leaked: () => false };
    const run = { model, notices: [], stdout: "", finalText: "" } as unknown as RunResult;
    const play = async (options: PlayOptions) => {
      asked = options;
      return run;
    };
    try {
      const { outcome } = await labCase.run({ driver, sandbox, version: "2.1.332", play, place: async () => "" });
      return { outcome, mayBreak: asked?.mayBreak ?? false };
    } finally {
      sandbox.dispose();
    }
  };
  const all = gateCases(driver);

  it("let the agent report an answer that it could not read only where a program refuses by exit 2", async () => {
    const may: string[] = [];
    for (const labCase of all) if ((await played(labCase, "")).mayBreak) may.push(labCase.name);
    expect(may).toEqual(["task-created.refuse", "task-completed.refuse", "terminal.refuse.TaskCompleted"]);
  });

  it.each([
    ["task-created.refuse", "TaskCreated hook feedback: LAB-REASON", "yes"],
    ["task-created.refuse", "Task #1 created successfully: LAB-REASON", "partial"],
    ["task-created.refuse", "Task #1 created successfully: lab", "no"],
    ["task-created.refuse", "No such tool: TaskCreate", "no"],
    ["task-created.refuse", "", "no"],
    ["task-created.neutral", "Task #1 created successfully: lab", "yes"],
    ["task-created.neutral", "No such tool: TaskCreate", "no"],
  ])("%s takes only the reason for a refusal, and only a task for its control: %j is %s", async (name, toolResult, outcome) => {
    const labCase = all.find((one) => one.name === name);
    if (labCase === undefined) throw new Error(`no case ${name}`);
    expect((await played(labCase, toolResult)).outcome).toBe(outcome);
  });
});

describe("programs", () => {
  const files = readdirSync(PROGRAMS).filter((file) => file.endsWith(".ts"));

  it("and examples are all installed by a case", () => {
    const used = drivers
      .flatMap((one) => pinOf(one.id).versions.flatMap((version) => casesOf(one, version)))
      .flatMap(({ labCase }) => labCase.programs);
    const examples = readdirSync(join(REPOSITORY_ROOT, "examples")).map((file) => `examples/${file}`);
    expect([...files, ...examples].map((file) => file.replace(/\.ts$/, "")).toSorted()).toEqual([...new Set(used)].toSorted());
  });

  // a later version of a program has the name of the first
  it.each(files)("%s needs nothing but public entries and Node, and is named after its file", (file) => {
    const source = readFileSync(join(PROGRAMS, file), "utf8");
    for (const [, from = ""] of source.matchAll(/from "([^"]+)"/g)) expect(from).toMatch(/^(agenthooks(\/(claude-code|codex))?$|node:)/);
    expect(source).toContain(`name: "lab-${file.replace(/(?:\.later)?\.ts$/, "")}"`);
    expect(source).toMatch(/export default hooks;\nawait main\(hooks\);\n$/);
  });

  it("and case files are documented", () => {
    for (const file of readdirSync(CASE_SOURCES)) expect(readFileSync(join(CASE_SOURCES, file), "utf8")).toMatch(/^\/\*\*/);
  });
});

describe("a verdict", () => {
  const sandbox = createSandbox();
  sandbox.dispose();

  it("is no, partial or yes by what must and should hold", () => {
    expect(judge(sandbox, { must: { a: true, b: false }, should: { c: true } })).toEqual({ outcome: "no", evidence: "a; NOT: b; c" });
    expect(judge(sandbox, { must: { a: true }, should: { c: false } })).toEqual({ outcome: "partial", evidence: "a; NOT: c" });
    expect(judge(sandbox, { must: { a: true } })).toEqual({ outcome: "yes", evidence: "a" });
  });

  it("shows no path and no id of one run", () => {
    const text = `${process.execPath} ${sandbox.root}/x\n0c92295d-48bd-4de3-af7d-1a041ebb54ec a949a51845b2d13e8`;
    expect(judge(sandbox, { must: {}, seen: { text, none: undefined, n: 2 } }).evidence).toBe(
      'text: "$NODE $SANDBOX/x <uuid> <agent>"; none: none; n: 2',
    );
  });
});

describe("--changed", () => {
  it.each([
    ["packages/agenthooks/src/providers/claude-code/encode.ts", true],
    ["packages/agenthooks/src/providers/codex/encode.ts", false],
    ["packages/agenthooks/src/providers/_claude-shape/decode.ts", true],
    ["packages/agenthooks/src/runtime/core/pipeline.ts", true],
    ["packages/agenthooks/src/cli/install.ts", false],
    ["packages/agenthooks/test/core.test.ts", false],
    ["packages/lab/src/agents/claude-code.ts", true],
    ["packages/lab/src/agents/process.ts", true],
    ["packages/lab/src/agents/codex.ts", false],
    ["packages/lab/src/agents/codex-server.ts", false],
    ["packages/lab/src/cases/claude-code-gates.ts", true],
    ["packages/lab/src/cases/deny.ts", true],
    ["packages/lab/src/demo/render.ts", false],
    ["packages/lab/programs/deny.ts", true],
    ["examples/secret-guard.ts", true],
    ["lab/results/claude-code/2.1.332.json", true],
    ["lab/results/codex/1.json", false],
    ["README.md", false],
  ])("%s concerns Claude Code: %s", (file, expected) => {
    expect(concerns(file, "claude-code")).toBe(expected);
  });
});

describe("the command line", () => {
  it("takes providers, cases and flags", () => {
    expect(parseOptions(["claude-code", "--case", "deny.shell,stop", "--version", "1.2.3", "--write", "--keep"])).toEqual({
      providers: ["claude-code"],
      cases: ["deny.shell", "stop"],
      version: "1.2.3",
      changed: false,
      write: true,
      json: false,
      keep: true,
      help: false,
    });
    for (const flag of ["--help", "-h"]) expect(parseOptions([flag]).help).toBe(true);
    expect(() => parseOptions(["nobody"])).toThrow(/no driver for "nobody"/);
    expect(() => parseOptions(["--what"])).toThrow(/--what/);
  });

  it("selects a case by its name or by its subject", () => {
    expect(["deny.shell", "deny", "deny.shellx", "denyx"].map((name) => selects(["deny"], name))).toEqual([true, true, true, false]);
    expect(["deny.shell", "deny.shellx"].map((name) => selects(["deny.shell"], name))).toEqual([true, false]);
    expect(selects(undefined, "anything")).toBe(true);
  });
});

describe("the MCP server", () => {
  it("answers with the source text of the arguments", () => {
    const args = '{"id":1234567890123456789,"text":"a } \\" b","n":{"x":[1.50]}}';
    const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args},"_meta":{}}}`;
    expect(argumentsSource(line)).toBe(args);
    expect(answerLine(line)).toMatchObject({ id: 1, result: { content: [{ type: "text", text: `echo:${args}` }] } });
  });

  it("asks the person and gives the answer to the call that it asked for", () => {
    const asked = answerLine('{"jsonrpc":"2.0","id":"call 7","method":"tools/call","params":{"name":"elicit"}}');
    expect(asked).toMatchObject({ method: "elicitation/create", params: { message: "LAB-QUESTION" } });
    const answer = answerLine(JSON.stringify({ jsonrpc: "2.0", id: asked?.id, result: { action: "decline" } }));
    expect(answer).toMatchObject({ id: "call 7", result: { content: [{ text: 'elicited:{"action":"decline"}' }] } });
    expect(answerLine('{"jsonrpc":"2.0","id":"another","result":{}}')).toBeUndefined();
  });

  it("offers its tools, fails on purpose, says nothing to notifications", () => {
    const send = (method: string, params = {}) => answerLine(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
    expect(JSON.stringify(send("tools/list"))).toMatch(/"echo".*"original".*"fail".*"elicit"/);
    expect(send("tools/call", { name: "fail" })).toMatchObject({ result: { isError: true } });
    expect(send("no/such")).toMatchObject({ error: { code: -32601 } });
    expect(answerLine('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeUndefined();
    expect(answerLine("not json")).toBeUndefined();
  });
});

it("words for the shell are quoted only where they need it", () => {
  expect(quoteWords(["/usr/bin/node", "it's a b", "--event=Stop"])).toBe(`/usr/bin/node 'it'\\''s a b' --event=Stop`);
});
