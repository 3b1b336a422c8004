/** What a program has registered, for inspection. */
import { kinds } from "../decision/types.js";
import type { Kind } from "../event/kinds.js";
import { matchersOf } from "./combinators.js";
import type { HandlerOptions } from "./handler.js";
import type { Matcher } from "./matchers.js";
import type { StageBase, Stages } from "./program.js";

/** One registered stage, in dispatch order: observers, onOther, interceptors (outermost first), handlers by kind. */
export interface Stage {
  readonly type: "observer" | "interceptor" | "handler" | "native";
  readonly kind: Kind | undefined;
  readonly nativeName: string | undefined;
  readonly name: string;
  readonly position: number;
  /** The matcher of a handler made with `when`, through `any` and `all` too. */
  readonly matcher: Matcher | undefined;
  readonly options: HandlerOptions;
}

/** Visits the stages in dispatch order; ends when `visit` throws. */
export function walk({ observers, interceptors, handlers, natives }: Stages, visit: (stage: Stage) => void): void {
  let position = 0;
  const say = (type: Stage["type"], { name, options }: StageBase, more: Partial<Stage> = {}) =>
    visit({ kind: undefined, nativeName: undefined, matcher: undefined, ...more, type, name, options, position: position++ });
  for (const stage of observers) if (stage.nativeName === undefined) say("observer", stage);
  for (const stage of observers)
    if (stage.nativeName !== undefined) say("observer", stage, { kind: "other", nativeName: stage.nativeName });
  for (const stage of interceptors) say("interceptor", stage);
  for (const kind of kinds()) {
    for (const stage of handlers) if (stage.kind === kind) say("handler", stage, { kind, matcher: unionOf(matchersOf(stage.run)) });
  }
  for (const stage of natives) say("native", stage, { nativeName: stage.gate.nativeName });
}

function unionOf(matchers: readonly Matcher[] | undefined): Matcher | undefined {
  if (!matchers) return undefined;
  return matchers.length === 1 ? matchers[0] : { matches: (tool) => matchers.some((one) => one.matches(tool)) };
}
