/** Quirks of Codex, measured on 0.171.0. */
import type { Quirk } from "../quirk.js";
import { CONTEXT_LIMIT } from "./events.js";

const FACTS = "facts/codex.md";
type Told = Omit<Quirk, "id" | "provider" | "versions" | "event" | "capability"> & Partial<Pick<Quirk, "event" | "capability">>;
const quirk = (name: string, told: Told): Quirk => ({
  provider: "codex",
  versions: "*",
  event: undefined,
  capability: undefined,
  ...told,
  id: `codex/${name}`,
});

const unseen = (event: string, test: string): Quirk =>
  quirk(`exec-shows-no-message/${event}`, {
    variant: "print",
    event,
    capability: "system-message",
    behaviour: "codex exec writes nothing of what hooks say, neither to its stream nor to stderr",
    mitigation: "none: say what the person must know in the reason",
    loss: "the message",
    source: `${FACTS} §0.4; lab`,
    test: `lab: ${test}`,
  });

export const QUIRKS: readonly Quirk[] = [
  // === what is run ===
  quirk("untrusted-hooks-are-skipped", {
    behaviour: "a hook whose definition nobody trusts does not run, and codex exec does not say so",
    mitigation: "an install writes the trust of each of its entries; status compares it",
    source: `${FACTS} §0.5, §2; lab`,
    test: "lab: trust.untrusted",
  }),
  quirk("changed-hooks-lose-their-trust", {
    behaviour: "trust is by position and by hash: an entry that was changed or moved does not run",
    mitigation: "entries are appended behind foreign ones, and an upgrade writes their trust anew",
    source: `${FACTS} §2.1, §2.2; lab`,
    test: "lab: trust.changed",
  }),
  quirk("one-member-drops-the-hooks-file", {
    behaviour: "one member beside description and hooks at the top of hooks.json switches off all hooks of the file",
    mitigation: "nothing of ours is written there but entries",
    source: `${FACTS} §0.19; lab`,
    test: "lab: trust.unreadable-file",
  }),
  // === what is answered ===
  quirk("one-member-drops-the-answer", {
    event: "PreToolUse",
    capability: "deny",
    behaviour: "one member that the event does not have, at any depth, throws the whole answer away, and a denied tool runs",
    mitigation:
      "each event is answered with its own members only, checked against the schemas of the agent; a bare denial goes by exit code",
    source: `${FACTS} §0.1, §0.3; lab`,
    test: "lab: strict.member-inside",
  }),
  quirk("no-reason-no-denial", {
    event: "PreToolUse",
    capability: "deny",
    behaviour: "a denial without a reason is thrown away, and the tool runs",
    mitigation: "a blank reason is replaced by a text of the library",
    source: `${FACTS} §0.2; lab`,
    test: "lab: deny.blank-reason",
  }),
  quirk("no-ask", {
    event: "PreToolUse",
    capability: "ask",
    behaviour: "an ask is thrown away, and the tool runs",
    mitigation: "an ask is never sent: under a fail-closed policy or with a fallback it is a denial, else it is dropped and logged",
    loss: "the question",
    source: `${FACTS} §0.2; lab`,
    test: "lab: deny.for-an-ask",
  }),
  quirk("no-allow", {
    event: "PreToolUse",
    capability: "allow",
    behaviour: "an allow alone is an error, and beside a rewrite it skips no question of the agent",
    mitigation: "it is written beside a rewrite only; answer PermissionRequest to approve",
    source: `${FACTS} §0.2, §5; lab`,
    test: "lab: rewrite.shell-allowed",
  }),
  quirk("a-call-does-not-end-the-run", {
    event: "PreToolUse",
    capability: "stop-agent",
    behaviour: "continue:false is an error before a tool, and the tool runs",
    mitigation: "it is not sent; a denial beside it holds",
    loss: "the end of the run",
    source: `${FACTS} §0.2; lab`,
    test: "lab: stop-agent.tool-pre",
  }),
  quirk("an-output-does-not-end-the-run", {
    event: "PostToolUse",
    capability: "stop-agent",
    behaviour: "continue:false after a tool takes the place of its output, and the turn goes on",
    mitigation: "it is not sent: the output stays",
    loss: "the end of the run",
    source: `${FACTS} §0.15; lab`,
    test: "lab: stop-agent.tool-post",
  }),
  quirk("a-request-is-not-rewritten", {
    event: "PermissionRequest",
    capability: "update-input",
    behaviour: "an updatedInput beside an allow is an error, and the person is asked about the call as it is",
    mitigation: "the rewrite is dropped and logged and the allow stays; a required one is a denial. Rewrite before the tool instead",
    loss: "the rewrite",
    source: `${FACTS} §4; lab`,
    test: "lab: permission-request.rewrite",
  }),
  quirk("a-remark-would-replace-the-output", {
    event: "PostToolUse",
    capability: "replace-output",
    behaviour: "a block after a tool takes the place of the output",
    mitigation: "a remark is sent as context, and stands before the output",
    source: `${FACTS} §0.15; lab`,
    test: "lab: flag.shell",
  }),
  quirk("a-subagent-answers-by-itself", {
    event: "PostToolUse",
    capability: "replace-output",
    behaviour: "the answer of a subagent reaches its parent as a message too, whatever became of the outputs of spawn_agent and wait_agent",
    mitigation: "none",
    loss: "the answer of the subagent is read",
    source: "lab",
    test: "lab: replace.task",
  }),
  quirk("no-cap-on-continuations", {
    event: "Stop",
    capability: "continue-agent",
    behaviour: "the agent goes on as often as it is told to",
    mitigation: "the library counts, and stops at the policy's cap",
    source: `${FACTS} §0.14; lab`,
    test: "lab: stop.continue-capped",
  }),
  quirk("a-cancelled-compaction-ends-the-turn", {
    event: "PreCompact",
    capability: "deny",
    behaviour: "where the agent compacts by itself in the middle of a turn, a cancelled compaction ends the turn too",
    mitigation: "none: a fail-closed policy never cancels a compaction",
    loss: "the rest of the turn",
    source: `${FACTS} §4; lab`,
    test: "lab: compact.cancel-in-exec",
  }),
  quirk("long-context-becomes-a-preview", {
    event: "UserPromptSubmit",
    capability: "add-context",
    behaviour: "context of more than about 2 500 tokens arrives as a preview and the path of a file",
    mitigation: `context is cut to ${CONTEXT_LIMIT} bytes, with a mark`,
    source: `${FACTS} §0.18; lab`,
    test: "lab: context.long-prompt",
  }),
  // === names ===
  quirk("groups-are-glued-to-names", {
    event: "PreToolUse",
    behaviour: "a tool of a group is named by gluing group and name together: multi_agent_v1wait_agent",
    mitigation: "the classes name them as they come; matchers must too",
    source: `${FACTS} §0.10; lab`,
    test: "lab: deny.tool-of-a-group",
  }),
  quirk("scripts-call-tools", {
    event: "PreToolUse",
    capability: "deny",
    behaviour:
      "in code mode the model's script calls the tools: each call has its event, the script has none, and a denial is an exception in it",
    mitigation: "nothing to do: the denied call does not run, and a script that fails tells the model why",
    source: `${FACTS} §0.11; lab`,
    test: "lab: deny.in-code-mode",
  }),
  // === what exec shows ===
  unseen("SessionStart", "system-message.session-start-in-exec"),
  unseen("UserPromptSubmit", "system-message.prompt-in-exec"),
  unseen("PreToolUse", "system-message.tool-pre-in-exec"),
  unseen("PostToolUse", "system-message.tool-post-in-exec"),
  unseen("Stop", "system-message.stop-in-exec"),
];
