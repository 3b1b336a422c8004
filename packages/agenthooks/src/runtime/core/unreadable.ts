/** Answers where there is no payload to decide on. */

import { errorText, PayloadError } from "../../base/errors.js";
import { type Adapter, type Answer, rowOf } from "../../decision/answer.js";
import { FAIL_REASON, failClosedRefuses, refusal } from "../../decision/fail.js";
import type { Decision } from "../../decision/types.js";
import type { AnyEvent } from "../../event/kinds.js";
import { type Raw, rawFrom } from "../../event/raw.js";
import type { Flags } from "./argv.js";
import type { Services } from "./services.js";

/** Why a payload without JSON has none. @param where it was read. */
export function unusable({ text }: Raw, where: string, provider: string): PayloadError {
  const empty = text.trim() === "";
  const fault = empty ? "empty" : text.includes("\0") ? "UTF-16 or damaged, not UTF-8" : "not JSON";
  return new PayloadError(`the payload is ${fault}; ${where}`, empty ? "empty" : "invalid", provider);
}

/** Where not even the event is known: exit 2 with a text is a refusal on every agent that spawns hooks, no output is no opinion. */
export function blindAnswer(fail: "open" | "closed"): Answer {
  return fail === "closed"
    ? { via: "process", stdout: "", stderr: FAIL_REASON, exitCode: 2 }
    : { via: "process", stdout: "", stderr: "", exitCode: 0 };
}

/** The decision of a failed program on an event; `undefined` is neutral. */
export function failDecision(adapter: Adapter, event: AnyEvent, fail: "open" | "closed", log: Services["log"]): Decision | undefined {
  if (fail === "open") return undefined;
  if (failClosedRefuses(event, rowOf(adapter, event.nativeName))) return refusal(event);
  log.warn("fail-closed not enforceable here", { provider: event.provider, event: event.nativeName });
  return undefined;
}

/** The event that the command line names, without a payload, and its answer by fail mode. */
export function answerWithoutPayload(
  adapter: Adapter,
  flags: Pick<Flags, "event" | "variant" | "hostVersion">,
  fail: "open" | "closed",
  services: Pick<Services, "env" | "log">,
): { readonly answer: Answer; readonly event: AnyEvent | undefined; readonly decision: Decision | undefined } {
  if (flags.event === undefined) return { answer: blindAnswer(fail), event: undefined, decision: undefined };
  const { env, log } = services;
  const variant = flags.variant ?? adapter.detect({ payload: undefined, env }) ?? "";
  const hostVersion = flags.hostVersion ?? adapter.hostVersion?.(env);
  try {
    const event = adapter.decode({ raw: rawFrom({}), nativeName: flags.event, variant, hostVersion, env });
    const decision = failDecision(adapter, event, fail, log);
    return { answer: adapter.encode(event, decision, { variant, hostVersion }), event, decision };
  } catch (error) {
    log.error("the adapter failed", { provider: adapter.id, error: errorText(error) });
    return { answer: blindAnswer(fail), event: undefined, decision: undefined };
  }
}
