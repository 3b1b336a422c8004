/** The built-in adapters, loaded when they are needed. One line each. */
import type { Adapter } from "../decision/answer.js";

export const BUILT_IN: Readonly<Record<string, () => Promise<Adapter>>> = {
  // before Claude Code, whose payloads have the same shape: Codex's have marks of their own
  codex: async () => (await import("./codex/adapter.js")).codex,
  "claude-code": async () => (await import("./claude-code/adapter.js")).claudeCode,
};
