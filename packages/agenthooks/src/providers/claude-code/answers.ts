/** Answers in Claude Code's own keys, by event (facts/claude-code.md §3 and §4, the agent's own schema of 2.1.332). */
import type { Json, JsonObject } from "../../base/json.js";

/** Keys that every answer may carry. */
export interface CommonAnswer {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  readonly systemMessage?: string;
  readonly terminalSequence?: string;
}
export interface BlockingAnswer extends CommonAnswer {
  readonly decision?: "block";
  readonly reason?: string;
}
/** Sent as exit 2 with the reason on stderr, which carries nothing else. */
interface Refusal {
  readonly decision: "block";
  readonly reason?: string;
}
type Refusable<Other> = Refusal | (Other & { readonly decision?: never });
interface WithContext {
  readonly additionalContext?: string;
}
interface Verdict<Value extends string = "allow" | "deny" | "ask" | "defer"> {
  readonly permissionDecision?: Value;
  readonly permissionDecisionReason?: string;
}
interface Reply {
  readonly action?: "accept" | "decline" | "cancel";
  /** What the form is filled with; beside `accept`. */
  readonly content?: JsonObject;
}
interface Watching {
  /** Absolute paths: FileChanged is sent for these from now on. */
  readonly watchPaths?: readonly string[];
}
type Answers<Base, Specific> = Base & { readonly hookSpecificOutput?: Specific };

export type PreToolUseAnswer = Answers<CommonAnswer, Verdict & WithContext & { readonly updatedInput?: JsonObject }>;
export type PostToolUseAnswer = Answers<
  BlockingAnswer,
  WithContext & { readonly updatedToolOutput?: Json; readonly classifierContext?: string }
>;
export type PostToolUseFailureAnswer = Answers<BlockingAnswer, WithContext>;
/** A block ends the turn. */
export type PostToolBatchAnswer = Answers<BlockingAnswer, WithContext>;
export type PermissionRequestAnswer = Answers<
  CommonAnswer,
  {
    readonly decision:
      | { readonly behavior: "allow"; readonly updatedInput?: JsonObject; readonly updatedPermissions?: readonly JsonObject[] }
      | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };
  }
>;
/** `retry`: the model is told that it may try the call again. */
export type PermissionDeniedAnswer = Answers<CommonAnswer, { readonly retry?: boolean }>;
/** An allow adds nothing; the other three keep the command from running. */
export type PreSkillShellCommandAnswer = Answers<CommonAnswer, Verdict>;
export type UserPromptSubmitAnswer = Answers<
  BlockingAnswer,
  WithContext & { readonly sessionTitle?: string; readonly suppressOriginalPrompt?: boolean }
>;
export type UserPromptExpansionAnswer = Answers<BlockingAnswer, WithContext & { readonly suppressOriginalPrompt?: boolean }>;
export type SessionStartAnswer = Answers<
  CommonAnswer,
  WithContext & Watching & { readonly initialUserMessage?: string; readonly sessionTitle?: string; readonly reloadSkills?: boolean }
>;
/** A headless run does not give the context to the model (facts §3). */
export type SetupAnswer = Answers<CommonAnswer, WithContext>;
/** A block continues the turn with the reason, a context with that. */
export type StopAnswer = Answers<BlockingAnswer, WithContext>;
export type SubagentStopAnswer = StopAnswer;
export type SubagentStartAnswer = Answers<CommonAnswer, WithContext>;
/** Anything else that a hook prints there, JSON included, becomes an instruction for the summary (facts §3; lab). */
export interface PreCompactAnswer {
  readonly decision: "block";
  readonly reason?: string;
}
export type PreModelSwitchAnswer = Answers<CommonAnswer, Verdict<"allow" | "deny" | "ask">>;
export type PostModelSwitchAnswer = Answers<CommonAnswer, WithContext>;
/** The agent's schema takes a context; nobody was seen to be shown it. */
export type NotificationAnswer = Answers<CommonAnswer, WithContext>;
export type TaskCreatedAnswer = Refusable<CommonAnswer>;
export type TaskCompletedAnswer = Refusable<CommonAnswer>;
/** A refusal keeps the teammate at work (documented). */
export type TeammateIdleAnswer = Refusable<CommonAnswer>;
/** A refusal declines; so does `action: "decline"`, which is what the server is told either way. */
export type ElicitationAnswer = Refusable<Answers<CommonAnswer, Reply>>;
export type ElicitationResultAnswer = Answers<CommonAnswer, Reply>;
export type ConfigChangeAnswer = Refusable<CommonAnswer>;
/**
 * Where the worktree is, absolute: sent as plain text, which is what the agent reads from a command. The hook replaces the agent's own
 * creation of worktrees: without a path, there is none, and the agent's call fails (facts §3).
 */
export type WorktreeCreateAnswer = Refusable<{ readonly hookSpecificOutput: { readonly worktreePath: string } }>;
export type CwdChangedAnswer = Answers<CommonAnswer, Watching>;
export type FileChangedAnswer = Answers<CommonAnswer, Watching>;
/** In a headless run the text stands in the result too, not only on a screen (facts §0.8). */
export type MessageDisplayAnswer = Answers<CommonAnswer, { readonly displayContent?: string }>;

/** The answer of each gate; an event that is not named takes none that changes anything. */
export interface GateAnswers {
  readonly PreToolUse: PreToolUseAnswer;
  readonly PostToolUse: PostToolUseAnswer;
  readonly PostToolUseFailure: PostToolUseFailureAnswer;
  readonly PostToolBatch: PostToolBatchAnswer;
  readonly PermissionRequest: PermissionRequestAnswer;
  readonly PermissionDenied: PermissionDeniedAnswer;
  readonly PreSkillShellCommand: PreSkillShellCommandAnswer;
  readonly UserPromptSubmit: UserPromptSubmitAnswer;
  readonly UserPromptExpansion: UserPromptExpansionAnswer;
  readonly SessionStart: SessionStartAnswer;
  readonly Setup: SetupAnswer;
  readonly Stop: StopAnswer;
  readonly SubagentStart: SubagentStartAnswer;
  readonly SubagentStop: SubagentStopAnswer;
  readonly PreCompact: PreCompactAnswer;
  readonly PreModelSwitch: PreModelSwitchAnswer;
  readonly PostModelSwitch: PostModelSwitchAnswer;
  readonly Notification: NotificationAnswer;
  readonly TaskCreated: TaskCreatedAnswer;
  readonly TaskCompleted: TaskCompletedAnswer;
  readonly TeammateIdle: TeammateIdleAnswer;
  readonly Elicitation: ElicitationAnswer;
  readonly ElicitationResult: ElicitationResultAnswer;
  readonly ConfigChange: ConfigChangeAnswer;
  readonly WorktreeCreate: WorktreeCreateAnswer;
  readonly CwdChanged: CwdChangedAnswer;
  readonly FileChanged: FileChangedAnswer;
  readonly MessageDisplay: MessageDisplayAnswer;
}
