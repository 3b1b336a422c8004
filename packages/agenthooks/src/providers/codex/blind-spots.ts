/** What Codex never shows to hooks (facts/codex.md §0, §3, §4 and §8). */
import type { BlindSpot } from "../quirk.js";

const provider = "codex";
const spot = (what: string, mark: BlindSpot["mark"], variants?: BlindSpot["variants"]): BlindSpot => ({
  provider,
  what,
  ...(variants ? { variants } : {}),
  mark,
});

export const BLIND_SPOTS: readonly BlindSpot[] = [
  // === calls ===
  spot("write_stdin, the provider's own web search, tool_search and unknown tools fire no hooks", "measured"),
  spot("what a model types into a shell that is running is in no event: only the command that started it was", "measured"),
  spot("the outer `exec` of code mode fires nothing: its nested calls do, under ids of their own", "measured"),
  spot("what a shell command does beyond its text: the files it writes are no tool's targets, but for a patch in the text", "measured"),
  spot("a shell call's working directory is in `cwd`; its terminal, its waiting time and its sandbox are nowhere", "measured"),
  spot("a call that fails, is denied or is interrupted fires no PostToolUse: there is no event for failures", "measured"),
  spot("a patch that a shell command applies fires no PostToolUse", "measured"),
  spot("the exit code of a shell command: its result is the bare output", "measured"),
  spot("a command in the background ends in a later step, or never: its PostToolUse comes then", "measured"),
  // === events ===
  spot("a model's error reaches PostModelRequest alone, and no Stop fires after it", "measured"),
  spot("no Stop fires after an interrupt or a prompt that was blocked", "measured"),
  spot("the tasks of subagents are no UserPromptSubmit with models of the gpt-6 family", "measured"),
  spot("why a session ended: the reason is always `other`", "measured"),
  // === whole sessions ===
  spot("hooks that nobody has trusted are skipped without a word", "measured", ["print"]),
  spot("a file written inside a plugin's folder takes the trust from all its hooks; a link inside it switches them off", "measured"),
  spot("a project that is not trusted loads none of its hooks; one in a worktree loads those of the main checkout", "measured"),
  spot("one wrong key, a comment or a byte order mark in hooks.json drops the whole file with one warning", "measured"),
  spot("`features.hooks = false` and managed configuration with allow_managed_hooks_only run no hooks of the person's", "measured"),
  spot("the terminal's own interface was never started in the lab", "documented", ["cli"]),
];
