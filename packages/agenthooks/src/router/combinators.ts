/** Functions over handlers that return handlers, so compositions register like leaves. */
import { HandlerError } from "../base/errors.js";
import { changeDecision, fieldsOf, isDecision, isNeutral } from "../decision/decision.js";
import { mergeAll, mergeWalk } from "../decision/merge.js";
import type { Decision } from "../decision/types.js";
import type { AnyEvent, ToolEvent } from "../event/kinds.js";
import type { ToolCall } from "../event/tool.js";
import type { HandlerFunction } from "./handler.js";
import type { Matcher, NarrowingMatcher } from "./matchers.js";

/** The matchers that a composed handler is limited to; `undefined`: it runs for every call. */
const limits = new WeakMap<object, readonly Matcher[]>();
/** The matchers of a handler made with `when`, through `any` and `all` too; `undefined` when any part runs for every call. */
export function matchersOf(handler: object): readonly Matcher[] | undefined {
  return limits.get(handler);
}

/**
 * `handler` runs only when the call matches; otherwise neutral. Carries its matcher, so that the installed entry can be as narrow.
 *
 * @example
 * hooks.on("tool.pre", when(matchCanonical("shell"), (event) => (event.tool.shell.command === "x" ? deny("no x") : undefined)));
 */
export function when<T extends ToolCall, E extends ToolEvent, D>(
  matcher: NarrowingMatcher<T>,
  handler: HandlerFunction<E & { readonly tool: T }, D>,
): HandlerFunction<E, D>;
export function when<E extends ToolEvent, D>(matcher: Matcher, handler: HandlerFunction<E, D>): HandlerFunction<E, D>;
export function when<E extends ToolEvent, D>(matcher: Matcher, handler: HandlerFunction<E, D>): HandlerFunction<E, D> {
  const guarded: HandlerFunction<E, D> = (event, context) => (matcher.matches(event.tool) ? handler(event, context) : undefined);
  Object.defineProperty(guarded, "name", { value: handler.name });
  limits.set(guarded, [matcher]);
  return guarded;
}

/**
 * In order, the first conclusive decision wins; an error aborts. The rule of stacked registration. Neutral, so that the walk goes on and
 * their contexts are kept: nothing, no-decision, accept-prompt, observed, finish, proceed. A rewrite is seen by the handlers after it.
 *
 * @example
 * hooks.on("tool.pre", any(protectSecrets, protectMain));
 */
export function any<E, D>(...handlers: readonly HandlerFunction<E, D>[]): HandlerFunction<E, D> {
  return limited(handlers, async (event, context) => {
    const neutrals: Decision[] = [];
    let seen = event;
    for (const handler of handlers) {
      const decision = signed(await handler(seen, context), handler.name);
      if (!decision) continue;
      if (!isNeutral(decision)) return mergeWalk(neutrals, decision) as D;
      neutrals.push(decision);
      seen = rewritten(seen as AnyEvent, decision) as E;
    }
    return mergeWalk(neutrals, undefined) as D | undefined;
  });
}

/**
 * All run; the most restrictive decision wins, contexts append, errors are joined and abort after all ran.
 *
 * @example
 * hooks.on("tool.pre", all(audit, protectSecrets));
 */
export function all<E, D>(...handlers: readonly HandlerFunction<E, D>[]): HandlerFunction<E, D> {
  return limited(handlers, async (event, context) => {
    const results = await Promise.allSettled(handlers.map(async (handler) => signed(await handler(event, context), handler.name)));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} handlers of all() failed`);
    const decisions = results.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
    return mergeAll(decisions) as D | undefined;
  });
}

function limited<E, D>(handlers: readonly HandlerFunction<E, D>[], run: HandlerFunction<E, D>): HandlerFunction<E, D> {
  const parts = handlers.map(matchersOf);
  if (parts.length > 0 && parts.every((part) => part !== undefined)) limits.set(run, parts.flat());
  const names = handlers.map((handler) => handler.name).filter((name) => name !== "");
  Object.defineProperty(run, "name", { value: names.join("+") });
  return run;
}

/** So that logs name the handler that decided, not all that were composed. */
function signed(returned: unknown, name: string): Decision | undefined {
  const decision = decisionOf(returned, name || "in a combinator");
  return decision && name !== "" && fieldsOf(decision).by === undefined ? changeDecision(decision, { by: name }) : decision;
}

/**
 * What a handler returned, as a decision.
 * @throws HandlerError for a value that no constructor made.
 */
export function decisionOf(returned: unknown, handler: string): Decision | undefined {
  if (returned === undefined || isDecision(returned)) return returned;
  throw new HandlerError(`handler ${handler} returned ${describe(returned)}, no decision; use a constructor, e.g. deny("why")`, handler);
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

/** The event as later handlers see it: a rewrite is part of it from then on. */
export function rewritten(event: AnyEvent, decision: Decision): AnyEvent {
  if (decision.updatedInput !== undefined && "tool" in event) return event.with({ tool: { input: decision.updatedInput } });
  if (decision.updatedPrompt !== undefined && event.kind === "prompt.submitted")
    return event.with({ prompt: { text: decision.updatedPrompt } });
  return event;
}
