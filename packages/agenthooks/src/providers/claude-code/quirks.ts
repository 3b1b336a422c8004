/** Quirks of Claude Code, measured on 2.1.197 and 2.1.332. */
import type { Quirk } from "../quirk.js";

const provider = "claude-code";
const OLD = "<2.1.332";
const SILENT = { provider, versions: OLD, variant: "print", capability: "system-message" } as const;
const silent = (event: string, test: string): Quirk => ({
  ...SILENT,
  id: `claude-code/print-shows-no-message/${event}`,
  event,
  behaviour: "a system message is not written to the stream of a headless run",
  mitigation: "none: say what the person must know in the reason",
  loss: "the message",
  source: "facts/claude-code.md §7; lab",
  test: `lab: ${test}`,
});

export const QUIRKS: readonly Quirk[] = [
  silent("PreToolUse", "system-message.tool-pre"),
  silent("PostToolUse", "system-message.tool-post"),
  silent("PostToolUseFailure", "system-message.tool-error"),
  silent("UserPromptSubmit", "system-message.prompt"),
  silent("Stop", "system-message.stop"),
  {
    id: "claude-code/stop-lost-beside-a-deny",
    provider,
    versions: OLD,
    event: "PreToolUse",
    capability: "stop-agent",
    behaviour: "continue:false beside a denial is dropped: the call is denied and the run goes on",
    mitigation: "none: the denial holds",
    loss: "the end of the run",
    source: "lab",
    test: "lab: stop-agent.tool-pre-denied",
  },
  {
    id: "claude-code/wrong-output-shape-leaks",
    provider,
    versions: "*",
    event: "PostToolUse",
    capability: "replace-output",
    behaviour: "a replaced output of another shape than the tool's own is dropped without a word and the model reads the original",
    mitigation: "the value is given the smallest shape that the tool was seen to take; a tool that was not seen is degraded loudly",
    source: "facts/claude-code.md §0.11; lab",
    test: "lab: replace.shell",
  },
  {
    id: "claude-code/skill-body-is-its-own-message",
    provider,
    versions: "*",
    event: "PostToolUse",
    capability: "replace-output",
    behaviour: "the text of a skill reaches the model as a message of its own, whatever the result of the Skill tool is",
    mitigation: "none: deny the call instead",
    loss: "the text of a skill cannot be held back after the call",
    source: "lab",
    test: "lab: replace.skill",
  },
  {
    id: "claude-code/block-shows-the-command-line",
    provider,
    versions: "*",
    event: "PostToolUse",
    capability: undefined,
    behaviour: 'the model reads decision:"block" together with the command line of the hook',
    mitigation: "a flagged output is sent as context",
    source: "lab",
    test: "lab: flag.shell",
  },
  {
    id: "claude-code/headless-ask-is-a-denial",
    provider,
    versions: "*",
    variant: "print",
    event: "PreToolUse",
    capability: "ask",
    behaviour: "an ask in a headless run is refused at once, with the reason as the tool's error",
    mitigation: "an ask with a fallback of its own takes that instead",
    source: "facts/claude-code.md §0.7; lab",
    test: "lab: ask.headless",
  },
];
