/** The built-in adapters, loaded when they are needed. One line each. */
import type { Adapter } from "../decision/answer.js";

export const BUILT_IN: Readonly<Record<string, () => Promise<Adapter>>> = {
  "claude-code": async () => (await import("./claude-code/adapter.js")).claudeCode,
};
