/** All drivers, loaded when they are asked for. */
import type { Driver } from "./driver.js";
import type { LabProvider } from "./pins.js";

const DRIVERS: { readonly [provider in LabProvider]: () => Promise<Driver> } = {
  codex: async () => (await import("./codex.js")).codex,
  "claude-code": async () => (await import("./claude-code.js")).claudeCode,
};

export const loadDriver = (provider: LabProvider): Promise<Driver> => DRIVERS[provider]();
