/** What Codex never shows to hooks (facts/codex.md §0, §2, §3). */
import type { BlindSpot } from "../quirk.js";

const spot = (what: string, mark: BlindSpot["mark"] = "measured", variants?: BlindSpot["variants"]): BlindSpot => ({
  provider: "codex",
  what,
  ...(variants ? { variants } : {}),
  mark,
});

export const BLIND_SPOTS: readonly BlindSpot[] = [
  // === calls ===
  spot("a tool that fails fires no PostToolUse: a patch that does not apply, an error of an MCP server, a command that cannot start"),
  spot("the exit code of a command is in no payload of Codex: a command that ends with 3 looks like one that ends with 0"),
  spot("a patch that a shell command feeds to apply_patch has a PreToolUse of the command and no PostToolUse"),
  spot("write_stdin, the hosted web search, tool_search and a call of an unknown tool of Codex fire no hook"),
  spot("a command that runs on in the background has its PostToolUse when a later poll sees its end, or never"),
  spot("of a shell call of Codex only the command is told: not its terminal, its time limit or its sandbox"),
  spot("in code mode the script that the model writes has no event; the tools that it calls have"),
  // === events ===
  spot("PermissionRequest does not fire in codex exec, which asks nobody", "measured", ["print"]),
  spot("Stop does not fire after an error of the model, an interrupt or a blocked prompt"),
  spot("the prompts of subagents of gpt-6 models fire no UserPromptSubmit"),
  spot("SessionEnd always says other, and a hook of it is killed after at most three seconds"),
  // === whole sessions ===
  spot("a hook that is not trusted, or was changed since, does not run; codex exec does not say so"),
  spot("the hooks of a project do not load before the project is trusted"),
  spot("in a git worktree the hooks of the main checkout run, not those of the worktree"),
  spot("managed requirements with allow_managed_hooks_only run no other hooks of Codex"),
  spot("a file that is written inside of a plugin's root takes the trust of the plugin's hooks; a symlink there switches them off"),
];
