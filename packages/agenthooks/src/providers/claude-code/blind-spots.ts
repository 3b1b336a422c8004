/** What Claude Code never shows to hooks (facts/claude-code.md §0 and §8; lab findings; documents). */
import type { BlindSpot } from "../quirk.js";

const provider = "claude-code";
const spot = (what: string, mark: BlindSpot["mark"], variants?: BlindSpot["variants"]): BlindSpot => ({
  provider,
  what,
  ...(variants ? { variants } : {}),
  mark,
});

export const BLIND_SPOTS: readonly BlindSpot[] = [
  // === calls ===
  spot("files that a prompt mentions with @ are read without a tool call", "documented"),
  spot("what a shell command does beyond its text: the files it writes are no tool's targets", "documented"),
  spot(
    "a call of an unknown tool, or one whose input fails the tool's schema, fires no PreToolUse and no PostToolUseFailure; PostToolBatch sees it",
    "measured",
  ),
  spot("an edit of a file that was not read before fails without a PreToolUse", "measured"),
  spot("a denied call fires no PostToolUse and no PostToolUseFailure; PostToolBatch shows the denial as its result", "measured"),
  spot("a person's No in the dialog ends the turn: no PostToolBatch and no Stop", "measured", ["cli"]),
  spot("the body of a skill reaches the model as a message of its own, not as the tool's output", "measured"),
  // === events ===
  spot("PermissionRequest does not fire before 2.1.332", "measured", ["print"]),
  spot("StopFailure races the end of the process: a hook that takes longer to start than that is killed", "measured", ["print"]),
  spot("a file that no watch list names fires no FileChanged: read `tool.targets` of tool.post for what tools edit", "measured"),
  spot("a question that a hook of Elicitation answers fires no ElicitationResult", "measured"),
  spot("TeammateIdle and a teammate's tasks: no team was started in the lab", "documented"),
  // === whole sessions ===
  spot("disableAllHooks of a project switches off the person's own hooks and those of --settings too", "measured"),
  spot("nothing runs before the folder is trusted", "measured", ["cli"]),
  spot("hooks in the frontmatter of a project's agents do not run in a folder that is not trusted", "measured", ["print"]),
  spot("--bare and --safe-mode run no hooks of the person's settings; --setting-sources leaves out the others", "measured"),
  spot("managed settings with allowManagedHooksOnly run no other hooks", "measured"),
  spot("one invalid entry under PreToolUse drops the whole settings file, its hooks and its permissions, silently", "measured", ["print"]),
  spot("of two entries with the same command in settings, one runs; a plugin's copy runs beside it", "measured"),
];
