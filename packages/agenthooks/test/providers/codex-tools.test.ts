/** Codex's tools, and the files that its patches name (facts/codex.md §0.8 to §0.11, §6; cases b63). */
import { createHooks, decodeEvent, deny, type JsonObject, matchPaths, when } from "agenthooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasTool } from "../../src/event/kinds.js";
import { heredocTargets, patchTargets } from "../../src/providers/codex/patch.js";
import { tools } from "../../src/providers/codex/tools.js";
import { codexCapture } from "../helpers/captures.js";
import { codexPayload, sendCodex } from "../helpers/codex.js";

const patch = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const read = (text: string, cwd: string | undefined = "/work") => {
  const { targets, targetsComplete } = patchTargets(text, cwd);
  return { files: targets.map(({ op, absolute }) => `${op} ${absolute}`), complete: targetsComplete };
};
const whole = (...files: readonly string[]) => ({ files, complete: true });
const part = (...files: readonly string[]) => ({ files, complete: false });

describe("a patch names its files", () => {
  it.each([
    ["one that is added", patch("*** Add File: a b.txt", "+x"), whole("create /work/a b.txt")],
    ["one that is deleted", patch("*** Delete File: a"), whole("delete /work/a")],
    ["one that is updated", patch("*** Update File: a", "@@ def f", " x", "-y", "+z", "*** End of File"), whole("update /work/a")],
    ["one that is moved", patch("*** Update File: a", "*** Move to: b", "@@", "+z"), whole("move-from /work/a", "move-to /work/b")],
    ["an absolute one", patch("*** Delete File: /etc/passwd"), whole("delete /etc/passwd")],
    ["one above the folder", patch("*** Delete File: ../../x"), whole("delete /x")],
    [
      "several",
      patch("*** Add File: a", "+1", "*** Delete File: b", "*** Update File: c", "@@", "-1", "*** Add File: d", "+"),
      whole("create /work/a", "delete /work/b", "update /work/c", "create /work/d"),
    ],
    ["one with an indented header", patch("  *** Delete File: a  "), whole("delete /work/a")],
    ["one after empty lines", patch("", "*** Delete File: a", ""), whole("delete /work/a")],
    ["one behind white space that is none to JavaScript", patch("\u0085*** Delete File: a\u0085"), whole("delete /work/a")],
    [
      "one that is moved to such a name",
      patch("*** Update File: a", "*** Move to: b\u0085 ", "+z"),
      whole("move-from /work/a", "move-to /work/b"),
    ],
    ["a byte order mark that ends a name", patch("*** Delete File: a\ufeff"), whole("delete /work/a\ufeff")],
  ])("%s", (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(expected);
    expect(read(`${text}\n`)).toEqual(expected);
  });

  it.each([
    ["added", patch("*** Add File: a", "+*** Add File: b", "+*** End Patch"), whole("create /work/a")],
    ["added to a file", patch("*** Update File: a", "@@", "+*** Delete File: b", " x"), whole("update /work/a")],
    ["taken from a file", patch("*** Update File: a", "@@", "-*** Move to: b", " x"), whole("update /work/a")],
    ["around a change", patch("*** Update File: a", "@@", " *** Add File: b", "+x"), whole("update /work/a")],
  ])("a line that is %s is no header, whatever it looks like", (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ["has no end", "*** Begin Patch\n*** Delete File: a", part("delete /work/a")],
    ["has no beginning", "*** Delete File: a\n*** End Patch", part("delete /work/a")],
    ["stands in a heredoc", `<<'EOF'\n${patch("*** Delete File: a")}\nEOF`, part("delete /work/a")],
    ["goes on after its end", `${patch("*** Delete File: a")}\n*** Delete File: b`, part("delete /work/a", "delete /work/b")],
    ["ends twice", `${patch("*** Delete File: a")}\n*** End Patch`, part("delete /work/a")],
    ["ends with more on the line", "*** Begin Patch\n*** Delete File: a\n*** End Patch'", part("delete /work/a")],
    ["has a line that is none", patch("*** Delete File: a", "what?"), part("delete /work/a")],
    [
      "has a line that is none in an added file",
      patch("*** Add File: a", "x", "*** Add File: b", "+y"),
      part("create /work/a", "create /work/b"),
    ],
    ["moves nothing", patch("*** Move to: b"), part("move-to /work/b")],
    ["moves too late", patch("*** Update File: a", "@@", "+x", "*** Move to: b"), part("update /work/a", "move-to /work/b")],
    ["names no file", patch(), part()],
    ["is empty", "", part()],
  ])("one that %s: as many as it says, and that there may be more", (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("of a call on Windows are of its kind of path", () => {
    expect(read(patch("*** Delete File: a/b"), "C:\\work").files).toEqual(["delete C:\\work\\a\\b"]);
    expect(read(patch("*** Delete File: a"), "").files).toEqual(["delete a"]);
  });

  const path = fc.stringMatching(/^[\w./ -]{0,12}\w$/).map((name) => `f${name}`);
  const text = fc.string().map((one) => one.replaceAll(/[\r\n]/g, ""));
  const content = fc.oneof(
    text,
    path.map((one) => `*** Add File: ${one}`),
    fc.constantFrom("*** End Patch", "*** Move to: x"),
  );
  const hunk = fc.oneof(
    fc.record({ op: fc.constant("create"), path, lines: fc.array(content.map((one) => `+${one}`)) }),
    fc.record({ op: fc.constant("delete"), path, lines: fc.constant<string[]>([]) }),
    fc.record({
      op: fc.constant("update"),
      path,
      lines: fc.array(fc.tuple(fc.constantFrom("+", "-", " "), content).map((pair) => pair.join(""))).map((lines) => ["@@", ...lines]),
    }),
  );
  const HEADER: Readonly<Record<string, string>> = { create: "Add", delete: "Delete", update: "Update" };

  it("any patch that is well made gives exactly its files", () => {
    fc.assert(
      fc.property(fc.array(hunk, { minLength: 1 }), (hunks) => {
        const made = patch(...hunks.flatMap((one) => [`*** ${HEADER[one.op]} File: ${one.path}`, ...one.lines]));
        const { targets, targetsComplete } = patchTargets(made, "/work");
        expect(targets.map(({ op, path: named }) => [op, named])).toEqual(hunks.map((one) => [one.op, one.path]));
        expect(targetsComplete).toBe(true);
      }),
    );
  });

  it("any text is read, and one that is cut short is not called complete", () => {
    fc.assert(fc.property(fc.string(), (any) => void patchTargets(any, "/work")));
    const made = patch("*** Add File: a", "+x", "*** Update File: b", "*** Move to: c", "@@", "+y");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: made.length - 1 }), (end) => {
        expect(patchTargets(made.slice(0, end), "/work").targetsComplete).toBe(false);
      }),
    );
  });
});

describe("a patch in a shell command", () => {
  const files = (command: string) => heredocTargets(command, "/work").map(({ op, absolute }) => `${op} ${absolute}`);
  const DELETE = patch("*** Delete File: a");

  it.each([
    ["a heredoc", `apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /work/a"]],
    ["the older name", `applypatch <<EOF\n${DELETE}\nEOF\n`, ["delete /work/a"]],
    ["an argument", `apply_patch '${DELETE}'`, ["delete /work/a"]],
    ["another shell", `bash -lc "apply_patch <<'EOF'\n${DELETE}\nEOF"`, ["delete /work/a"]],
    ["a folder", `cd sub && apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /work/sub/a"]],
    ["a folder behind a tab", `cd\tsub && apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /work/sub/a"]],
    [
      "the first words of a patch in a file's name",
      `apply_patch <<'EOF'\n${patch("*** Update File: a", "*** Move to: *** Begin Patch", "@@", "+z")}\nEOF`,
      ["move-from /work/a", "move-to /work/*** Begin Patch"],
    ],
    [
      "the first words of a patch in a file's content",
      `apply_patch <<'EOF'\n${patch("*** Update File: a", "@@", "+*** Begin Patch", " *** Delete File: b")}\nEOF`,
      ["update /work/a"],
    ],
    ["a folder in quotes", `cd 'a b' && apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /work/a b/a"]],
    ["an absolute folder", `cd "/x" && apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /x/a"]],
    ["a folder without end", `cd sub; apply_patch <<'EOF'\n${DELETE}\nEOF`, ["delete /work/a"]],
    [
      "two patches",
      `apply_patch <<'A'\n${DELETE}\nA\napply_patch <<'B'\n${patch("*** Add File: b", "+")}\nB`,
      ["delete /work/a", "create /work/b"],
    ],
    ["a patch that nobody applies", `cat <<'EOF'\n${DELETE}\nEOF`, []],
    ["no patch", "apply_patch --help", []],
  ])("%s", (_name, command, expected) => {
    expect(files(command)).toEqual(expected);
  });

  it("never completes what the command may touch", () => {
    const call = tools.project("Bash", { command: `apply_patch <<'EOF'\n${DELETE}\nEOF` }, "/work");
    expect(call).toMatchObject({ targetsComplete: false, targets: [{ absolute: "/work/a" }], shell: { dialect: "posix" } });
  });
});

describe("rules for files hold against every way to edit", () => {
  const guard = createHooks({ policy: { fail: "closed" } }).on(
    "tool.pre",
    when(matchPaths("**/.env", "**/.env.bak"), () => deny("no")),
  );
  const denied = async (members: JsonObject) => (await sendCodex(guard, "PreToolUse", members)).decision?.kind === "deny";
  const SEVERAL = patch("*** Update File: src/a", "@@", "+x", "*** Update File: config/.env", "*** Move to: config/.env.bak", "@@", "+y");

  it.each([
    ["a patch of several files", { tool_name: "apply_patch", tool_input: { command: SEVERAL } }, true],
    ["a patch in a shell", { tool_input: { command: `apply_patch <<'EOF'\n${SEVERAL}\nEOF` } }, true],
    ["an image", { tool_name: "view_image", tool_input: { path: "config/.env" } }, true],
    [
      "a patch that only mentions one",
      { tool_name: "apply_patch", tool_input: { command: patch("*** Add File: a", "+*** Add File: .env") } },
      false,
    ],
  ] as const)("%s", async (_name, members, expected) => {
    expect(await denied(members)).toBe(expected);
  });

  it("the working directory is the call's own", async () => {
    const event = await decodeEvent({
      provider: "codex",
      payload: codexPayload("PreToolUse", {
        cwd: "/elsewhere",
        tool_name: "apply_patch",
        tool_input: { command: patch("*** Delete File: a") },
      }),
    });
    if (!hasTool(event)) throw new Error("no call");
    expect([event.session.cwd, event.tool.targets[0]?.absolute]).toEqual(["/elsewhere", "/elsewhere/a"]);
    expect((await decodeEvent({ provider: "codex", payload: codexCapture("PreToolUse.shell-workdir").bytes })).session.cwd).toBe("/tmp");
  });
});

describe("the class of a tool", () => {
  it.each([
    ["Bash", "shell", false],
    ["apply_patch", "file.edit", false],
    ["view_image", "file.read", false],
    ["spawn_agent", "task", false],
    ["collaborationspawn_agent", "task", false],
    ["multi_agent_v1wait_agent", "other", true],
    ["clocksleep", "other", true],
    ["get_goal", "other", true],
    ["mcp__lab__echo", "mcp", false],
    ["mcp__my_server__a__b", "mcp", false],
    ["write_stdin", "other", false],
    ["toString", "other", false],
    ["", "other", false],
  ])("%s is %s", (name, canonical, complete) => {
    expect(tools.classify(name, {})).toBe(canonical);
    expect(tools.project(name, {}, "/work").targetsComplete).toBe(complete);
  });

  it("one that starts an agent starts one", () => {
    expect(tools.project("spawn_agent", { message: "m" }, "/work").delegation).toEqual({ count: 1 });
  });

  it("a server with underscores keeps them", () => {
    expect(tools.project("mcp__my_server__a__b", {}, "/work").mcp).toMatchObject({ server: "my_server", tool: "a__b" });
  });

  it("members of another type give no files", () => {
    expect(tools.project("apply_patch", { command: 1 }, "/work")).toEqual({ targets: [], targetsComplete: false });
    for (const path of [1, ""]) expect(tools.project("view_image", { path }, "/work").targets).toEqual([]);
  });

  it("the shell of a Windows path is not known", () => {
    expect(tools.project("Bash", { command: "dir" }, "C:\\work").shell).toEqual({ command: "dir", dialect: "unknown" });
    expect(tools.project("Bash", { command: "ls" }, undefined).shell?.dialect).toBe("posix");
  });

  it("a call inside of a script has an id of its own", async () => {
    const event = await decodeEvent({ provider: "codex", payload: codexCapture("PreToolUse.shell-codemode").bytes });
    if (!hasTool(event)) throw new Error("no call");
    expect(event.tool.id).toMatch(/^exec-[0-9a-f-]{36}$/);
  });
});
