/** What failures and unsupported decisions mean. */
import type { Duration } from "../base/duration.js";
import { toMs } from "../base/duration.js";
import type { AnyEvent } from "../event/kinds.js";

/** What failures and unsupported decisions mean for a program. */
export interface Policy {
  /** What an error, a timeout or a crash means. Default `open`. */
  readonly fail?: "open" | "closed";
  /** What a decision means that the agent cannot express. Default `degrade`; `strict` treats it as a handler error. */
  readonly unsupported?: "degrade" | "strict";
  /** Default `deny` when `fail` is `closed`, else `none`. */
  readonly askFallback?: "none" | "deny";
  /** Continuations per session and turn. Default 5. */
  readonly continuationCap?: number;
  /** Default: the agent's own timeout less a margin. */
  readonly timeout?: Duration;
  /** How long observers are awaited after the answer was written. Default `"250ms"`. */
  readonly observerBudget?: Duration;
}

export type PolicyOption = Policy | ((event: AnyEvent) => Policy);

/** A policy with every default filled in; durations in milliseconds. */
export interface FullPolicy {
  readonly fail: "open" | "closed";
  readonly unsupported: "degrade" | "strict";
  readonly askFallback: "none" | "deny";
  /** The program chose the fallback itself. */
  readonly askFallbackGiven: boolean;
  readonly continuationCap: number;
  readonly timeoutMs: number | undefined;
  readonly observerBudgetMs: number;
}

const DEFAULT_CONTINUATION_CAP = 5;
export const DEFAULT_BUDGET_MS = 250;

/** @throws TypeError when a member has a value that it does not take. */
export function fullPolicy(policy: Policy = {}, fail: "open" | "closed" = policy.fail ?? "open"): FullPolicy {
  // a promise too is an object, and would be read as all defaults
  if (typeof policy !== "object" || policy === null || "then" in policy)
    throw new TypeError('a policy is an object, e.g. { fail: "closed" }');
  onlyMembers("policy", policy, "fail unsupported askFallback continuationCap timeout observerBudget");
  oneOf("fail", policy.fail, "open", "closed");
  oneOf("unsupported", policy.unsupported, "degrade", "strict");
  oneOf("askFallback", policy.askFallback, "none", "deny");
  const cap = policy.continuationCap ?? DEFAULT_CONTINUATION_CAP;
  if (!Number.isInteger(cap) || cap < 0) throw new TypeError(`policy.continuationCap is ${String(cap)}; use a whole number from 0`);
  return {
    fail,
    unsupported: policy.unsupported ?? "degrade",
    askFallback: policy.askFallback ?? (fail === "closed" ? "deny" : "none"),
    askFallbackGiven: policy.askFallback !== undefined,
    continuationCap: cap,
    timeoutMs: policy.timeout === undefined ? undefined : toMs(policy.timeout),
    observerBudgetMs: toMs(policy.observerBudget ?? DEFAULT_BUDGET_MS),
  };
}

/** A misspelt member would silently mean its default: `fial: "closed"` is no fail-closed program. */
export function onlyMembers(what: string, given: object, members: string): void {
  const wrong = Object.keys(given).find((name) => !members.split(" ").includes(name));
  if (wrong !== undefined) throw new TypeError(`${what} has no ${JSON.stringify(wrong)}; it has ${members}`);
}

function oneOf(member: string, value: unknown, ...allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value as string)) {
    throw new TypeError(`policy.${member} is ${JSON.stringify(value)}; use ${allowed.join(" or ")}`);
  }
}
