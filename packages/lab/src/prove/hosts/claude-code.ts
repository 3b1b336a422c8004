/** Claude Code: settings files of the person, the repository and its local one (facts/claude-code.md §2). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, parseJson } from "../../json.js";
import { copyMap } from "../entries.js";
import type { Copied, CopySource, ProveHost } from "../hosts.js";
import type { Scratch } from "../scratch.js";

const MANAGED = "/etc/claude-code/managed-settings.json";
const SETTINGS = join(".claude", "settings.json");
const LOCAL = join(".claude", "settings.local.json");

export const claudeCodeHost: ProveHost = {
  id: "claude-code",
  title: "Claude Code",
  executable: "claude",
  shellPayload: (command) => ({ tool_name: "Bash", tool_input: { command, description: "agenthooks prove" }, tool_use_id: "toolu_prove" }),

  copy(source, scratch) {
    const { installed, place } = source;
    const { home, work } = scratch.sandbox;
    const user = { from: join(place.env.CLAUDE_CONFIG_DIR || join(place.home, ".claude"), "settings.json"), to: join(home, SETTINGS) };
    // of a program that is the person's own, no repository is looked at: it holds in all of them
    const ofProject =
      installed.scope === "user" ? [] : [SETTINGS, LOCAL].map((name) => ({ from: join(place.dir, name), to: join(work, name) }));
    const foreign = [user, ...ofProject].map(({ from, to }) => copySettings(from, to, source, scratch));
    return {
      foreign: foreign.reduce((sum, one) => sum + one, 0),
      notes: existsSync(MANAGED) ? [`the managed settings of this machine hold here too: ${MANAGED}`] : [],
      args: [],
      repositoryUntrusted: false, // headless it asks for none
    };
  },
};

/** The hooks, and the switch that turns them off; returns how many handlers are somebody else's. */
function copySettings(from: string, to: string, { atHome }: CopySource, scratch: Scratch): Copied["foreign"] {
  const settings = existsSync(from) ? parseJson(readFileSync(from, "utf8")) : undefined;
  // what is no strict JSON the agent drops whole: nothing stands for it
  if (!isObject(settings)) return 0;
  const { hooks, disableAllHooks } = settings;
  const { hooks: copied, foreign } = copyMap(hooks, atHome.own, (handler) => atHome.moved(handler, scratch));
  const kept = {
    ...(disableAllHooks === undefined ? {} : { disableAllHooks }),
    ...(hooks === undefined ? {} : { hooks: isObject(hooks) ? copied : hooks }),
  };
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, `${JSON.stringify(kept, null, 2)}\n`);
  return foreign;
}
