/** The install halves of the adapters, for installers. One line each. */
import type { HostInstaller } from "./install.js";

export const INSTALLERS: Readonly<Record<string, () => Promise<HostInstaller>>> = {
  codex: async () => (await import("./codex/install.js")).codex,
};
