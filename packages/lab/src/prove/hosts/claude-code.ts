/** Claude Code: settings files of the person, the repository and its local one (facts/claude-code.md §2). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject, parseJson } from "../../json.js";
import { copyMap } from "../entries.js";
import type { ConfigurationPlace, Configured, ProveHost } from "../hosts.js";
import { type Installed, isOwnCommand } from "../installed.js";
import type { Scratch } from "../scratch.js";

const MANAGED = "/etc/claude-code/managed-settings.json";

export const claudeCodeHost: ProveHost = {
  id: "claude-code",
  title: "Claude Code",
  executable: "claude",
  shellPayload: (command) => ({ tool_name: "Bash", tool_input: { command, description: "agenthooks prove" }, tool_use_id: "toolu_prove" }),
  copy: copySettings,
};

function copySettings(installed: Installed, place: ConfigurationPlace, scratch: Scratch): Configured {
  const { home, work } = scratch.sandbox;
  const settings = join(".claude", "settings.json");
  const pairs = [
    { from: join(place.env.CLAUDE_CONFIG_DIR || join(place.home, ".claude"), "settings.json"), to: join(home, settings) },
    // of a program that is the person's own, no repository is looked at: it holds in all of them
    ...(installed.scope === "user"
      ? []
      : [settings, join(".claude", "settings.local.json")].map((name) => ({ from: join(place.dir, name), to: join(work, name) }))),
  ];
  const copies = pairs.map(({ from, to }) => copyFile(from, to, installed, scratch)).filter((copy) => copy !== undefined);
  return {
    files: copies.filter(({ events }) => events.length > 0).map(({ file }) => file),
    events: copies.flatMap(({ events }) => events),
    reach: copies.flatMap(({ reach }) => reach),
    trust: [],
    foreign: copies.reduce((sum, { foreign }) => sum + foreign, 0),
    off: copies.flatMap(({ off }) => off),
    notes: existsSync(MANAGED) ? [`the managed settings of this machine hold here too: ${MANAGED}`] : [],
  };
}

interface Copy {
  readonly file: string;
  readonly events: readonly string[];
  readonly reach: Configured["reach"];
  readonly foreign: number;
  readonly off: readonly string[];
}

function copyFile(from: string, to: string, installed: Installed, scratch: Scratch): Copy | undefined {
  if (!existsSync(from)) return undefined;
  mkdirSync(dirname(to), { recursive: true });
  const source = readFileSync(from, "utf8");
  const parsed = parseJson(source);
  if (!isObject(parsed)) {
    // the agent passes over a file that is no strict JSON: so it does with nothing in its place
    return { file: from, events: [], reach: [], foreign: 0, off: [`${from} is no JSON object, and the agent drops it whole`] };
  }
  const { hooks, own, foreign } = copyMap(parsed.hooks, isOwnCommand(installed, "claude-code"), scratch.relocate);
  const { disableAllHooks } = parsed;
  const kept: JsonObject = {
    ...(disableAllHooks === undefined ? {} : { disableAllHooks }),
    ...("hooks" in parsed ? { hooks: isObject(parsed.hooks) ? hooks : parsed.hooks } : {}),
  };
  writeFileSync(to, `${JSON.stringify(kept, null, 2)}\n`);
  return {
    file: from,
    events: own.map(({ event }) => event),
    reach: own.filter(({ event }) => event === "PreToolUse").map(({ matcher }) => matcher),
    foreign,
    off: disableAllHooks === true ? [`disableAllHooks is true in ${from}`] : [],
  };
}
