/** Events that are made by hand, for a program's own tests, and the tables behind them. */
import { createEvent } from "agenthooks";
import { describe, expect, it } from "vitest";
import { capabilitiesOf, eventTable, isBefore, providerId } from "../../src/event/provider.js";
import { unknownPaths } from "../../src/event/views.js";

describe("createEvent", () => {
  it("projects a tool by its name, or by the class that is given", () => {
    const of = (tool: Parameters<typeof createEvent<"tool.pre">>[1]["tool"]) => createEvent("tool.pre", { tool }).tool;
    expect(of({ name: "pwsh_shell", canonical: "shell", input: { command: "ls" } })).toMatchObject({ shell: { dialect: "powershell" } });
    expect(of({ name: "zsh", canonical: "shell", input: {} })).toMatchObject({ shell: { command: "", dialect: "posix" } });
    expect(of({ name: "exec", input: { command: "ls" } })).toMatchObject({ canonical: "shell", shell: { dialect: "unknown" } });
    expect(of({ name: "Agent", input: {} })).toMatchObject({ canonical: "task", delegation: { count: 1 } });
    expect(of({ name: "mcp__lab__echo", input: {} })).toMatchObject({ mcp: { server: "lab", tool: "echo" } });
    expect(of({ name: "echo", canonical: "mcp", input: {} })).toMatchObject({
      mcp: { server: undefined, tool: "echo", fromConfig: false },
    });
    expect(of({ name: "edit_file", input: { path: "/a" } })).toMatchObject({ canonical: "file.edit", targets: [{ path: "/a" }] });
    expect(of({ name: "write_file", input: { path: "" } })).toMatchObject({ targets: [], targetsComplete: false });
    expect(of({ name: "unheard_of", input: {} }).canonical).toBe("other");
  });

  it("has a key that is the same for the same call, with and without a session", () => {
    const key = (input: { readonly command: string }, session = {}, id?: string) =>
      createEvent("tool.pre", { session, tool: { name: "Bash", input, ...(id === undefined ? {} : { id }) } }).idempotencyKey;
    expect(key({ command: "a" })).toBe(key({ command: "a" }));
    expect(key({ command: "a" })).not.toBe(key({ command: "b" }));
    expect(key({ command: "a" }, { id: "s", turnId: "t" })).not.toBe(key({ command: "a" }));
    expect(key({ command: "a" }, {}, "call")).toBe(key({ command: "b" }, {}, "call"));
    expect(createEvent("tool.pre", { session: { id: "s" }, tool: { name: "Bash", input: {} } }).tool.id).toMatch(/^hook_synth_/);
  });

  it("keeps what belongs to every event", () => {
    const time = new Date(5);
    const event = createEvent("other", {
      nativeName: "X",
      providerTime: time,
      agent: { id: "a", type: "t", parentId: undefined },
      ext: { mine: 1 },
    });
    expect(event).toMatchObject({ nativeName: "X", providerTime: time, agent: { id: "a" }, ext: { mine: 1 } });
  });

  it("makes a prompt of a text or of its members", () => {
    expect(createEvent("prompt.submitted", { prompt: "hi" }).prompt).toMatchObject({ text: "hi", origin: "user" });
    expect(createEvent("prompt.submitted", { prompt: { origin: "agent" } }).prompt).toMatchObject({ text: "", origin: "agent" });
  });
});

describe("versions", () => {
  it.each([
    ["2.1", "2.1.0", false],
    ["2.1", "2.1.1", true],
    ["2", "3", true],
    ["2.10.0", "2.9.9", false],
    [undefined, "9.9.9", false],
  ])("%s is before %s: %s", (version, other, expected) => {
    expect(isBefore(version, other)).toBe(expected);
  });
});

describe("a table of events", () => {
  const table = eventTable({
    One: () => ({
      kind: "tool.pre",
      gate: true,
      observe: "safe",
      capabilities: { "": ["deny", "ask"], print: ["deny"] },
      lacks: [
        { before: "2.0", variant: "ide", capabilities: ["ask"] },
        { before: "1.0", capabilities: ["deny"] },
      ],
    }),
  });
  const of = (variant: string, version?: string) => [...capabilitiesOf(table.row("One"), variant, version)];

  it("has no row of a name that is not its own", () => {
    expect(table.row("toString")).toBeUndefined();
    expect([...capabilitiesOf(undefined, "", undefined)]).toEqual([]);
  });

  it("says what a variant and a version lack", () => {
    expect(of("")).toEqual(["deny", "ask"]);
    expect(of("print")).toEqual(["deny"]);
    expect(of("ide", "1.5")).toEqual(["deny"]);
    expect(of("cli", "1.5")).toEqual(["deny", "ask"]);
    expect(of("ide", "0.9")).toEqual([]);
  });

  it("aliases stand for ids, and nothing else does", () => {
    expect([providerId("kimi"), providerId("copilot"), providerId("toString"), providerId("codex")]).toEqual([
      "kimi-code",
      "copilot-cli",
      "toString",
      "codex",
    ]);
  });
});

describe("unknown members", () => {
  it("are found inside lists and objects, and not where nothing is described", () => {
    const shape = { list: [{ known: true }], free: true, inner: { known: true } } as const;
    const value = { list: [{ known: 1 }, { other: 1 }], free: { any: 1 }, inner: { other: 1 }, more: 1 };
    expect(unknownPaths(value, shape)).toEqual(["list.1.other", "inner.other", "more"]);
  });

  it("of a value of another shape are none", () => {
    expect(unknownPaths({ list: "a text" }, { list: [{ known: true }] })).toEqual([]);
    expect(unknownPaths("a text", { known: true })).toEqual([]);
    expect(unknownPaths(undefined, { known: true })).toEqual([]);
  });
});
