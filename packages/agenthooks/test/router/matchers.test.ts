/** `when` and its matchers (definitions.md "Decisions and stages", design §4). */
import type { Hooks, HooksOptions, JsonObject, ToolCall } from "agenthooks";
import { all, any, createEvent, createHooks, deny, matchCanonical, matchMcp, matchPaths, matchTools, when } from "agenthooks";
import { manifestOf } from "agenthooks/install";
import { describe, expect, it } from "vitest";
import { bash, send } from "../helpers/claude.js";

const closed = (options: HooksOptions = {}) => createHooks({ name: "guard", ...options, policy: { fail: "closed" } });
const broken = (): never => {
  throw new Error("bug in policy");
};

describe("when and matchers", () => {
  const denies = async (hooks: Hooks, members: JsonObject) => {
    const { decision } = await send(hooks, "PreToolUse", members);
    return decision?.kind === "deny";
  };

  it("the handler runs only when the call matches, otherwise it is neutral", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchCanonical("shell"), () => deny("no")),
    );
    expect(await denies(hooks, bash("ls"))).toBe(true);
    expect(await denies(hooks, { tool_name: "Read", tool_input: { file_path: "/a" } })).toBe(false);
  });

  it("matchTools is exact and case-insensitive", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchTools("bash"), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: "Bash" })).toBe(true);
    expect(await denies(hooks, { tool_name: "BashOutput" })).toBe(false);
  });

  it.each([
    ["github/*", "mcp__github__create_issue", true],
    ["github/create_*", "mcp__github__create_issue", true],
    ["github/create_*", "mcp__github__delete", false],
    ["git*/*", "mcp__github__x", true],
    ["github/*", "mcp__gitlab__x", false],
    ["github/*", "mcp__lonely", false],
    ["*/*", "mcp__lonely", false],
    ["*", "mcp__lonely", true],
    ["*", "notmcp__github__x", false],
  ])("matchMcp %s on %s: %s", async (glob, name, matches) => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchMcp(glob), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: name, tool_input: {} })).toBe(matches);
  });

  it.each([
    ["infra/**", "infra/a/b.tf", true],
    ["infra/**", "/home/ada/work/infra/x", true],
    ["infra/**", "src/infra/x", false],
    ["**/.env*", ".env.local", true],
    ["**/.env*", "a/.env", true],
    ["*.md", "a/b.md", false],
    ["/etc/**", "/etc/passwd", true],
    ["infra/**", "src/../infra/x", true],
    ["infra/**", "infra/../src/x", false],
  ])("matchPaths %s on %s: %s", async (glob, path, matches) => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths(glob), () => deny("no")),
    );
    expect(await denies(hooks, { tool_name: "Write", tool_input: { file_path: path, content: "" } })).toBe(matches);
  });

  it("matchPaths says which files of a call it means, in the call's order", () => {
    const { tool } = createEvent("tool.pre", {
      session: { cwd: "/w", projectRoot: "/w" },
      tool: { name: "Write", canonical: "file.write", input: { file_path: "infra/a" } },
    });
    const files = ["infra/b", "src/a", "infra/a"].map((path) => ({ path, absolute: `/w/${path}`, op: "update" as const }));
    const call = Object.create(tool, { targets: { value: files } }) as ToolCall;
    const infra = matchPaths("infra/**");
    expect(infra.targets(call).map(({ path }) => path)).toEqual(["infra/b", "infra/a"]);
    expect([infra.matches(call), matchPaths("docs/**").targets(call), matchPaths("docs/**").matches(call)]).toEqual([true, [], false]);
  });

  it("relative globs start at the project root, not at the folder that the agent went to", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths("infra/**"), () => deny("no")),
    );
    const members = { cwd: "/home/ada/work/sub", tool_name: "Write", tool_input: { file_path: "../infra/x", content: "" } };
    const sent = await send(hooks, "PreToolUse", members, { env: { CLAUDE_PROJECT_DIR: "/home/ada/work" } });
    expect(sent.decision?.kind).toBe("deny");
  });

  it("glob characters in the project's own path mean themselves", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchPaths("a/*"), () => deny("no")),
    );
    const members = { cwd: "/w/[x]{y,z}*", tool_name: "Write", tool_input: { file_path: "a/b", content: "" } };
    expect((await send(hooks, "PreToolUse", members)).decision?.kind).toBe("deny");
  });

  it("a shell call names no file, and says that its targets are not complete", async () => {
    let call: unknown;
    const hooks = createHooks().on("tool.pre", ({ tool }) => {
      call = [tool.targets, tool.targetsComplete];
    });
    await send(hooks, "PreToolUse", bash("rm infra/x"));
    expect(call).toEqual([[], false]);
  });

  it("a matcher that throws is a handler error", async () => {
    const hooks = closed().on(
      "tool.pre",
      when({ matches: broken }, () => undefined),
    );
    expect((await send(hooks, "PreToolUse")).decision?.kind).toBe("deny");
  });

  it("the manifest is narrowed only if every handler of the kind carries a matcher, through any and all too", () => {
    const shell = when(matchCanonical("shell"), () => undefined);
    const read = when(matchTools("Read"), () => undefined);
    const rows = (hooks: Hooks) =>
      manifestOf(hooks)
        .hooks.filter((row) => row.kind !== "*")
        .map((row) => row.matcher);
    const make = () => createHooks({ name: "m" });
    expect(rows(make().on("tool.pre", shell, any(all(read))))).toEqual([[{ canonical: ["shell"] }, { names: ["Read"] }]]);
    expect(rows(make().on("tool.pre", shell, () => undefined))).toEqual([undefined]);
    expect(
      rows(
        make().on(
          "tool.pre",
          any(shell, () => undefined),
        ),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .use((_event, next) => next()),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .onDecision(() => undefined),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make()
          .on("tool.pre", shell)
          .onAny(() => undefined),
      ),
    ).toEqual([undefined]);
    expect(
      rows(
        make().on(
          "tool.pre",
          when({ matches: () => true }, () => undefined),
        ),
      ),
    ).toEqual([undefined]);
  });

  it("a program that only wraps or watches wants every event", () => {
    const wrapping = createHooks({ name: "m" }).use((_event, next) => next());
    expect(manifestOf(wrapping).hooks).toMatchObject([{ kind: "*", blocking: true }]);
    expect(manifestOf(createHooks({ name: "m" }).onDecision(() => undefined)).hooks).toMatchObject([{ kind: "*", blocking: false }]);
  });

  it("an observer of other kinds does not widen the entry of this one", () => {
    const hooks = createHooks({ name: "m" })
      .on(
        "tool.pre",
        when(matchCanonical("shell"), () => undefined),
      )
      .onAny(() => undefined, { kinds: ["session.end"] });
    expect(manifestOf(hooks).hooks.find((row) => row.kind === "tool.pre")?.matcher).toEqual([{ canonical: ["shell"] }]);
  });
});
