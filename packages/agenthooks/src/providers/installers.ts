/** The install halves of the adapters, for installers. One line each. */
import type { HostInstaller } from "./install.js";

export const INSTALLERS: Readonly<Record<string, () => Promise<HostInstaller>>> = {
  "claude-code": async () => (await import("./claude-code/install.js")).claudeCode,
  codex: async () => (await import("./codex/install.js")).codex,
};
