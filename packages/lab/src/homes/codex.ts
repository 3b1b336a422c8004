/** Configurations of Codex: hooks.json or config.toml, hooks of others that a person has trusted, or not (facts/codex.md §2, §3). */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { stateTables } from "../agents/codex-trust.js";
import { eventMap, type ForeignGroup, foreignGroups, type Stage } from "./foreign.js";
import type { HomeFile, HomeMaker } from "./home.js";
import { laidOut, layoutOf } from "./layout.js";
import type { Random } from "./random.js";

const STAGE: Stage = {
  always: ["UserPromptSubmit", "SessionStart", "Stop", "SessionEnd"],
  byTool: ["PreToolUse", "PostToolUse"],
  meets: [undefined, "", "*", "Bash", "Bash|apply_patch", "^Ba.*"],
  misses: ["Grep", "apply_patch|Edit", "mcp__.*"],
};

export const codexHome: HomeMaker = {
  scopes: ["user", "user", "user", "project"],
  make(random, { root, home, marks }) {
    const groups = foreignGroups(random, STAGE, marks).map((group) => ({ ...group, hooks: group.hooks.map(short) }));
    const form = random.pick(["json", "json", "tables", "inline", "none"]);
    if (form === "none") return { files: config(random, home, [], []), foreign: [] };
    const trusted = groups.map(() => !random.onceIn(6));
    const foreign = groups.flatMap(({ hooks }, at) => hooks.map((hook) => ({ ...hook, fires: hook.fires && trusted[at] === true })));
    // the agent's own working folder has no links in it
    const folder = join(root === home ? root : realpathSync(root), ".codex");
    const map = eventMap(groups);
    const source = join(folder, form === "json" ? "hooks.json" : "config.toml");
    const at = new Map<string, number>();
    const known = groups.map(({ event }, index) => {
      const group = at.get(event) ?? 0;
      at.set(event, group + 1);
      return { event, group, trusted: trusted[index] === true };
    });
    const state = stateTables(source, map, (event, group) =>
      known.some((one) => one.event === event && one.group === group && one.trusted),
    );
    if (form === "json") {
      const described = random.onceIn(2) ? { description: "our team's hooks, see docs" } : {};
      const text = laidOut({ ...described, hooks: map }, layoutOf(random));
      return { files: [{ root, path: ".codex/hooks.json", text }, ...config(random, home, [], state)], foreign };
    }
    const lines = form === "tables" ? tables(groups) : inline(groups);
    if (root === home) return { files: config(random, home, lines, state), foreign };
    return { files: [{ root, path: ".codex/config.toml", text: `${lines.join("\n")}\n` }, ...config(random, home, [], state)], foreign };
  },
};

/** At the end of a session a hook has a second, three at most. */
const short = <Hook extends ForeignGroup["hooks"][number]>(hook: Hook): Hook =>
  hook.event === "SessionEnd" ? { ...hook, handler: { ...hook.handler, timeout: 3 } } : hook;

/** A JSON string is a TOML basic string. */
const toml = (value: unknown): string => JSON.stringify(value);

function tables(groups: readonly ForeignGroup[]): readonly string[] {
  return groups.flatMap(({ event, matcher, hooks }) => [
    "",
    `[[hooks.${event}]] # by hand`,
    ...(matcher === undefined ? [] : [`matcher = ${toml(matcher)}`]),
    ...hooks.flatMap(({ handler }) => [
      `[[hooks.${event}.hooks]]`,
      ...Object.entries(handler).map(([name, value]) => `  ${name} = ${toml(value)}`),
    ]),
  ]);
}

function inline(groups: readonly ForeignGroup[]): readonly string[] {
  const events = [...new Set(groups.map(({ event }) => event))];
  const table = (entries: readonly (readonly [string, string])[]): string =>
    `{ ${entries.map(([name, value]) => `${name} = ${value}`).join(", ")} }`;
  return [
    "",
    "[hooks]",
    ...events.map((event) => {
      const own = groups.filter((group) => group.event === event);
      const items = own.map(({ matcher, hooks }) =>
        table([
          ...(matcher === undefined ? [] : [["matcher", toml(matcher)] as const]),
          [
            "hooks",
            `[${hooks.map(({ handler }) => table(Object.entries(handler).map(([name, value]) => [name, toml(value)]))).join(", ")}]`,
          ],
        ]),
      );
      return `${event} = [ ${items.join(", ")} ]`;
    }),
  ];
}

/** The person's own file: comments, other tables, trust at its end or before them. */
function config(random: Random, home: string, hooks: readonly string[], state: readonly string[]): readonly HomeFile[] {
  const head = [
    ...(random.onceIn(2) ? ["# my settings: don't touch", 'file_opener = "none" # an odd " in a comment'] : []),
    ...(random.onceIn(3) ? ["big = 9007199254740993117"].map((line) => `# ${line}`) : []),
  ];
  const tail = [
    ...(random.onceIn(2) ? ["", "[history]", 'persistence = "none"   # spaces stay'] : []),
    ...(random.onceIn(3) ? ["", '[projects."/home/ada/o\'neil"]', 'trust_level = "trusted"'] : []),
  ];
  const body = random.onceIn(2) ? [...hooks, ...state, ...tail] : [...tail, ...hooks, ...state];
  const lines = [...head, ...body];
  if (lines.length === 0 && random.onceIn(2)) return [];
  const eol = random.pick(["\n", "\n", "\r\n"]);
  return [{ root: home, path: ".codex/config.toml", text: lines.join(eol) + (random.onceIn(4) ? "" : eol) }];
}
