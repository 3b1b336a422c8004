/** The host models, for tests. One line each. */
import type { HostModel } from "./host.js";

export const HOSTS: Readonly<Record<string, () => Promise<HostModel>>> = {
  "claude-code": async () => (await import("./claude-code/host.js")).claudeCodeHost,
  codex: async () => (await import("./codex/host.js")).codexHost,
};
