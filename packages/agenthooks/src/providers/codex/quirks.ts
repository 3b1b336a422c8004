/** Quirks of Codex, observed on 0.171.0 and measured in the lab. */
import type { Quirk } from "../quirk.js";
import { CONTEXT_LIMIT, REASON_LIMIT } from "./events.js";

const provider = "codex";
const FACTS = "facts/codex.md";
const ANSWERS = "test: providers/codex-answers.test.ts > ";
const GATES = "test: providers/codex-gates.test.ts > ";
const HOST = "test: providers/codex-host.test.ts > ";
const TOOLS = "test: providers/codex-tools.test.ts > ";
const DETECTION = "test: providers/codex-detection.test.ts > ";

type Told = Omit<Quirk, "id" | "provider" | "versions" | "capability" | "source"> & {
  readonly at: string;
  readonly capability?: Quirk["capability"];
};
/** One that was seen in every version that was looked at; `at`: where in the facts. */
const quirk = (name: string, { at, ...told }: Told): Quirk => ({
  provider,
  versions: "*",
  capability: undefined,
  ...told,
  source: `${FACTS} ${at}`,
  id: `codex/${name}`,
});

export const QUIRKS: readonly Quirk[] = [
  // === answers ===
  quirk("failures-let-go", {
    event: undefined,
    behaviour: "every failure of a hook, its timeout, a signal, an exit code but 2 or an answer that cannot be read, lets the action go on",
    mitigation: "the launcher supervises a program that fails closed and refuses in its place, by exit code 2 and a text",
    at: "§0.1",
    test: `${ANSWERS}refuses %s when it fails closed, by exit code 2 and a text`,
  }),
  quirk("unknown-member-loses-the-answer", {
    event: undefined,
    behaviour: "one member that the event does not have, at any depth, drops the whole answer: a denial with it lets the call run",
    mitigation: "each event is answered with its own members alone; native answers are checked against the same tables",
    at: "§0.1",
    test: `${GATES}names a key that it does not take, and answers as its fail mode says`,
  }),
  quirk("deny-by-exit-code", {
    event: "PreToolUse",
    capability: "deny",
    behaviour:
      "a line that something else prints before the JSON makes plain text of all of it, and the denial is ignored; exit code 2 with a text wins over whatever is on stdout",
    mitigation: "a refusal that carries nothing but its reason is sent by exit code 2, one with a context or a message as JSON",
    at: "§0.3, §0.16",
    test: `${HOST}is exit code 2 with a text, whatever is on stdout`,
  }),
  quirk("blank-reason-lets-go", {
    event: "PreToolUse",
    capability: "deny",
    behaviour: "a denial with a blank reason, or exit code 2 with nothing on stderr, lets the call run",
    mitigation: "a blank reason is replaced by a fixed text",
    at: "§0.2, §0.3",
    test: `${HOST}by %s in its answer`,
  }),
  quirk("half-a-pair-loses-the-answer", {
    event: undefined,
    behaviour: "half of a surrogate pair in the JSON, as a text has that was cut through an emoji, drops the whole answer",
    mitigation: "U+FFFD is sent for it, wherever it stands",
    at: "§0.1; lab",
    test: "lab: deny.with-half-a-pair",
  }),
  quirk("white-space-of-its-own", {
    event: "PreToolUse",
    capability: "deny",
    behaviour: "U+0085 is white space: a reason of nothing else is blank, and in a patch it is cut off a file's name",
    mitigation: "reasons and patches are read by the agent's white space, not by JavaScript's",
    at: "§5; lab",
    test: "lab: deny.white-reason",
  }),
  quirk("deep-answers-are-dropped", {
    event: "PreToolUse",
    capability: "update-input",
    behaviour:
      "an answer that is nested deeper than 127 levels is dropped, though a call may have as many: a rewrite is lost and the call runs",
    mitigation: "such a rewrite is listed as lost; one that must happen is a denial",
    at: "§0.1; lab",
    test: "lab: rewrite.too-deep",
  }),
  quirk("no-ask", {
    event: "PreToolUse",
    behaviour: "an ask is an error, and the call runs",
    mitigation:
      "degraded: denied where its fallback or the policy says so, else no opinion; PermissionRequest is where the agent asks by itself",
    loss: "the question",
    at: "§0.2",
    test: `${ANSWERS}an ask becomes a denial under fail-closed, where nobody can be asked`,
  }),
  quirk("allow-alone-is-an-error", {
    event: "PreToolUse",
    capability: "allow",
    behaviour: "an allow is taken beside a rewrite only, and skips no question; alone it counts as a failure of the hook",
    mitigation: "an allow is sent as no opinion, and written beside every rewrite; allow PermissionRequest to skip the question",
    loss: "the allow",
    at: "§0.2, §5",
    test: `${ANSWERS}PreToolUse with %s`,
  }),
  quirk("rewrites-the-command-alone", {
    event: "PreToolUse",
    behaviour:
      "of a shell and a patch only `command` is rewritten; a rewrite without one makes the call fail; the model still sees the call as it made it",
    mitigation: "other members are listed as lost; a rewrite that must happen and cannot is a denial",
    at: "§5",
    test: `${ANSWERS}a rewrite %s is sent, or listed as lost, and then required ones deny`,
  }),
  quirk("questions-are-not-rewritten", {
    event: "PermissionRequest",
    behaviour: "a rewrite, a permission update or an interrupt in the answer to a question drops the answer, and the person is asked",
    mitigation: "never sent: a rewrite that must happen is a denial, another is listed as lost; PreToolUse comes before and can rewrite",
    at: "§4",
    test: `${ANSWERS}PermissionRequest with %s`,
  }),
  quirk("block-takes-the-output", {
    event: "PostToolUse",
    behaviour: "a block, exit code 2 and continue:false each put their reason in the place of the tool's output, and the turn goes on",
    mitigation:
      "that is how an output is replaced; a flag is sent as context, which stands beside the output; the end of the run is not offered",
    at: "§0.15",
    test: `${ANSWERS}a flag stands beside the output: a block would take its place`,
  }),
  quirk("blank-replacement-leaks", {
    event: "PostToolUse",
    behaviour: "a block with a blank reason is dropped, and the model reads the output",
    mitigation: "an output that is replaced by nothing is replaced by a fixed text",
    at: "§0.2",
    test: `${ANSWERS}is replaced by %s`,
  }),
  quirk("no-stop-cap", {
    event: "Stop",
    behaviour: "a stop can be refused for ever",
    mitigation: "the policy's continuationCap counts for each session and turn, on this agent too",
    at: "§0.14",
    test: `${ANSWERS}has a cap of ours, since the agent has none`,
  }),
  quirk("cancelled-compaction-ends-the-turn", {
    event: "PreCompact",
    behaviour: "a compaction is cancelled by continue:false alone, which interrupts the turn: an Interrupt fires",
    mitigation: "none: cancel only what must not happen",
    loss: "the rest of the turn",
    at: "§4",
    test: `${ANSWERS}a compaction is cancelled by not going on, which ends the turn too`,
  }),
  quirk("subagents-start", {
    event: "SubagentStart",
    behaviour: "a subagent cannot be refused when it starts",
    mitigation: "degraded loudly; deny its tool, spawn_agent, whose class is task",
    loss: "the refusal",
    at: "§4",
    test: `${ANSWERS}a subagent cannot be refused here: loudly lost`,
  }),
  quirk("long-texts-are-cut", {
    event: undefined,
    behaviour: "a context of more than about 2 500 tokens is a preview and a path to the model, and reasons are cut where they are long",
    mitigation: `contexts are cut at ${CONTEXT_LIMIT} bytes and reasons at ${REASON_LIMIT}, with a mark that names the whole length`,
    at: "§0.18",
    test: `${ANSWERS}a reason is cut and still denies`,
  }),
  quirk("exec-shows-no-message", {
    variant: "print",
    event: undefined,
    behaviour: "`codex exec` shows nothing of hooks: no message, no failure, no text of a blocked prompt, and its exit code is 0",
    mitigation: "none: no payload and no variable tells exec from other clients; say what the model must know as context or reason",
    loss: "the message",
    at: "§0.4, §0.13",
    test: `${HOST}contexts come before the reason, messages reach a client that shows hooks, and nobody in exec`,
  }),
  // === payloads ===
  quirk("who-is-calling", {
    event: undefined,
    behaviour:
      "payloads have the shape of Claude Code's, hooks get no variable of the agent's, and both agents load the hooks of one plugin",
    mitigation:
      "told apart by members that only one of the two sends; on an entry that is made for the other the answer is the caller's own",
    at: "§3, §4",
    test: `${DETECTION}Codex, which runs the hooks of a plugin for Claude Code, is answered as Codex`,
  }),
  quirk("sessions-of-subagents", {
    event: undefined,
    behaviour:
      "inside a subagent session_id is the parent's and transcript_path the subagent's; on SubagentStop transcript_path is the parent's",
    mitigation: "event.session is the parent's, event.agent the subagent; codex.subagentStop(event)?.agent_transcript_path has its file",
    at: "§4",
    test: `${DETECTION}a subagent's events are of its parent's session, and its own agent`,
  }),
  quirk("directory-of-the-call", {
    event: "PreToolUse",
    behaviour: "cwd is the working directory of the call, while the hook runs in that of the session",
    mitigation: "targets are resolved against the call's; context.cwd is the hook's own",
    at: "§0.8",
    test: `${TOOLS}the working directory is the call's own`,
  }),
  quirk("edits-are-patches", {
    event: "PreToolUse",
    behaviour: "a file is edited by a patch, whose text names many files, or by a shell command that holds one",
    mitigation: "the patch is read as the agent reads it, in a heredoc too; one that is damaged has targets that are not complete",
    at: "§0.9",
    test: `${TOOLS}any patch that is well made gives exactly its files`,
  }),
  quirk("ids-of-scripts", {
    event: "PreToolUse",
    behaviour:
      "in code mode a call inside of a script has an id of its own, which the model does not know; a denial is an exception in the script",
    mitigation: "none needed: the id is equal before and after the call",
    at: "§0.11",
    test: `${TOOLS}a call inside of a script has an id of its own`,
  }),
  quirk("permission-requests-have-no-id", {
    event: "PermissionRequest",
    behaviour: "a question has no id of its call, comes after PreToolUse and shows the call as rewritten there",
    mitigation: "an id of ours, made from session, turn, tool and input",
    at: "§4",
    test: "test: quirks.test.ts > a permission request has an id of ours",
  }),
  // === seen in the lab ===
  quirk("untrusted-hooks-are-skipped", {
    event: undefined,
    behaviour: "a hook whose definition nobody trusts does not run, and `codex exec` does not say so",
    mitigation: "an install writes the trust of each of its entries; status compares it",
    at: "§0.5, §2; lab",
    test: "lab: trust.untrusted",
  }),
  quirk("changed-hooks-lose-their-trust", {
    event: undefined,
    behaviour: "trust is by place and by hash: an entry that was changed or moved does not run",
    mitigation: "entries are appended behind foreign ones, and an upgrade writes their trust anew",
    at: "§2.1, §2.2; lab",
    test: "lab: trust.changed",
  }),
  quirk("answers-of-subagents-come-by-themselves", {
    event: "PostToolUse",
    capability: "replace-output",
    behaviour: "the answer of a subagent reaches its parent as a message too, whatever became of the outputs of spawn_agent and wait_agent",
    mitigation: "none: deny spawn_agent where that must not be read",
    loss: "what a subagent answered is read",
    at: "§6; lab",
    test: "lab: replace.task",
  }),
  quirk("groups-are-glued-to-names", {
    event: "PreToolUse",
    behaviour: "a tool of a group is named by gluing group and name together: multi_agent_v1wait_agent",
    mitigation: "the classes name them as they come, and matchers must too",
    at: "§0.10; lab",
    test: "lab: deny.tool-of-a-group",
  }),
  quirk("denials-are-exceptions-in-scripts", {
    event: "PreToolUse",
    capability: "deny",
    behaviour: "in code mode a denied call is an exception in the script of the model, which can catch it and go on; the call does not run",
    mitigation: "none needed",
    at: "§0.11; lab",
    test: "lab: deny.in-code-mode",
  }),
];
