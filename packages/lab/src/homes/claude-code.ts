/** Settings of Claude Code as people have them: strict JSON, other hooks, other members (facts/claude-code.md §2). */
import type { JsonObject } from "../json.js";
import { eventMap, type ForeignGroup, foreignGroups, type Stage } from "./foreign.js";
import type { HomeMaker } from "./home.js";
import { laidOut, layoutOf } from "./layout.js";
import type { Random } from "./random.js";

const STAGE: Stage = {
  always: ["UserPromptSubmit", "SessionStart", "Stop", "SessionEnd"],
  byTool: ["PreToolUse", "PostToolUse"],
  meets: [undefined, "", "*", "Bash", "Bash|Edit", "Ba.*"],
  misses: ["Grep", "Edit|Write", "mcp__.*"],
};

const FILES = { user: ".claude/settings.json", project: ".claude/settings.json", local: ".claude/settings.local.json" } as const;

export const claudeCodeHome: HomeMaker = {
  scopes: ["user", "user", "project", "local"],
  make(random, { scope, root, marks }) {
    const groups = foreignGroups(random, STAGE, marks);
    if (groups.length === 0 && random.onceIn(2)) return { files: [], foreign: [] };
    const text = laidOut(settings(random, groups), layoutOf(random));
    return {
      files: [{ root, path: FILES[scope], text: groups.length === 0 && random.onceIn(4) ? "" : text }],
      foreign: groups.flatMap(({ hooks }) => hooks),
    };
  },
};

function settings(random: Random, groups: readonly ForeignGroup[]): JsonObject {
  const members: [string, unknown][] = [];
  if (random.onceIn(2)) members.push(["env", { LAB_NOTE: "a,]b // no comment", LAB_ÜMLAUT: "設定 \u2028" }]);
  if (random.onceIn(2)) members.push(["permissions", { allow: ["Bash(ls:*)"], deny: ["Read(./.env)"] }]);
  if (random.onceIn(2)) members.push(["cleanupPeriodDays", 30]);
  if (random.onceIn(3)) members.push(["x-team-note", { owner: "ada", tags: [], nested: [[{ deep: true }]] }]);
  if (groups.length > 0 || random.onceIn(3)) members.push(["hooks", eventMap(groups)]);
  if (random.onceIn(3)) members.push(["includeCoAuthoredBy", false]);
  if (random.onceIn(2)) members.reverse();
  return Object.fromEntries(members);
}
