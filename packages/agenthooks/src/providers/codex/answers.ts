/** Answers in Codex's own keys, by event (the agent's own schemas, facts/codex.md §4 and §5). */
import type { JsonObject } from "../../base/json.js";

export interface MessageAnswer {
  /** Shown by clients that show the runs of hooks; by `codex exec` to nobody. */
  readonly systemMessage?: string;
}
interface Ending {
  readonly continue?: boolean;
  readonly stopReason?: string;
}
export interface CommonAnswer extends MessageAnswer, Ending {
  readonly suppressOutput?: boolean;
}
/** A block takes a reason: `blocked by a hook` where there is none. */
type Blocking<Base> = (Base & { readonly decision: "block"; readonly reason?: string }) | (Base & { readonly decision?: never });
interface WithContext {
  readonly additionalContext?: string;
}
type Answers<Base, Specific> = Base & { readonly hookSpecificOutput?: Specific };
type Verdict =
  | { readonly permissionDecision: "deny"; readonly permissionDecisionReason?: string }
  /** An allow alone is an error, and so is a rewrite without one. The agent's question comes all the same. */
  | { readonly permissionDecision: "allow"; readonly permissionDecisionReason?: string; readonly updatedInput: JsonObject }
  | { readonly permissionDecision?: never };

export type PreToolUseAnswer = Answers<Blocking<MessageAnswer>, Verdict & WithContext>;
export type PermissionRequestAnswer = Answers<
  MessageAnswer,
  { readonly decision: { readonly behavior: "allow" } | { readonly behavior: "deny"; readonly message?: string } }
>;
/** A block, and `continue: false`, take the place of the tool's output; the turn goes on. */
export type PostToolUseAnswer = Answers<Blocking<MessageAnswer & Ending>, WithContext>;
/** `continue: false` keeps the prompt from the model as a block does. */
export type UserPromptSubmitAnswer = Answers<Blocking<CommonAnswer>, WithContext>;
/** `continue: false` ends the turn before its first request. */
export type SessionStartAnswer = Answers<CommonAnswer, WithContext>;
/** A block continues the turn with the reason; `continue: false` wins over it. */
export type StopAnswer = Blocking<CommonAnswer>;
export type SubagentStopAnswer = StopAnswer;
export type SubagentStartAnswer = Answers<MessageAnswer & { readonly suppressOutput?: boolean }, WithContext>;
/** `continue: false` cancels the compaction, and the turn with it. */
export type PreCompactAnswer = CommonAnswer;
/** `continue: false` ends the turn. */
export type PostCompactAnswer = CommonAnswer;
export type InterruptAnswer = MessageAnswer;

/** The answer of each gate; an event that is not named takes none. */
export interface GateAnswers {
  readonly PreToolUse: PreToolUseAnswer;
  readonly PermissionRequest: PermissionRequestAnswer;
  readonly PostToolUse: PostToolUseAnswer;
  readonly UserPromptSubmit: UserPromptSubmitAnswer;
  readonly SessionStart: SessionStartAnswer;
  readonly Stop: StopAnswer;
  readonly SubagentStart: SubagentStartAnswer;
  readonly SubagentStop: SubagentStopAnswer;
  readonly PreCompact: PreCompactAnswer;
  readonly PostCompact: PostCompactAnswer;
  readonly Interrupt: InterruptAnswer;
}
