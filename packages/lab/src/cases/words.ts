/** The words that the programs of `programs/` say, and what the cases look for. */

export const REASON = "LAB-REASON";
export const CONTEXT = "LAB-CONTEXT";
export const REPLACED = "LAB-REPLACED";
export const INSTRUCTION = "LAB-INSTRUCTION";
export const MESSAGE = "LAB-MESSAGE";
/** What a hook on `Notification` could answer by its schema; written by hand, because the library does not send it. */
export const NOTIFIED = JSON.stringify({
  systemMessage: MESSAGE,
  hookSpecificOutput: { hookEventName: "Notification", additionalContext: CONTEXT },
});
/** Stands in files that only a tool can read: never in a call of the model. */
export const ORIGINAL = "LAB-ORIGINAL";
/** The file that a shell call writes when it runs. */
export const MARKER = "marker.txt";

export const WRITE_MARKER = { kind: "shell", command: `echo lab > ${MARKER}` } as const;
/** A shell call that both versions of a rewrite can be told apart by. */
export const WRITE_OLD = { kind: "shell", command: "echo lab > old.txt" } as const;
export const READ_SECRET = { kind: "shell", command: "cat secret.txt" } as const;
