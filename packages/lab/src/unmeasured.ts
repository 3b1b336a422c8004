/**
 * What a table claims and no case measures, each with the reason: never counted as "yes". `test/capabilities.test.ts` holds this list to the
 * results in both directions: a claim that is neither measured nor here fails, and so does a line here that was measured.
 */
import type { LabProvider } from "./agents/pins.js";
import type { Measured } from "./case.js";

export interface Unmeasured {
  readonly provider: LabProvider;
  readonly event: string;
  /** `observe`: the event was never provoked. */
  readonly capabilities: readonly Measured[];
  /** Default: every variant that the lab runs. */
  readonly variant?: string;
  /** Default: every pinned version. */
  readonly versions?: readonly string[];
  readonly reason: string;
}

export const UNMEASURED: readonly Unmeasured[] = [
  {
    provider: "claude-code",
    event: "TeammateIdle",
    capabilities: ["observe", "deny"],
    reason: "no teammate could be started offline: a named agent ran as a plain subagent (facts/claude-code.md §8)",
  },
  {
    provider: "claude-code",
    event: "PermissionRequest",
    capabilities: ["deny", "ask", "allow", "update-input", "stop-agent"],
    variant: "print",
    versions: ["2.1.197"],
    reason: "the event does not fire in a headless run of this version (facts/claude-code.md §0.7)",
  },
  {
    provider: "codex",
    event: "PermissionRequest",
    capabilities: ["deny", "ask", "allow"],
    variant: "print",
    reason: "the event does not fire in codex exec, which asks nobody (facts/codex.md §0.13)",
  },
];
