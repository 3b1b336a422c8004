/** Typed native views: the payload of one native event as the provider names it. */
import type { Json, JsonObject } from "../base/json.js";
import { isObject } from "../base/json.js";
import type { EventBase } from "./envelope.js";
import type { AnyEvent, Kind } from "./kinds.js";
import type { ProviderId } from "./provider.js";

declare const viewType: unique symbol;
declare const answerType: unique symbol;
/** A gate of one provider, with or without a kind: `claudeCode.events.TaskCreated`. `View` is its payload, `Keys` the answer it takes. */
export interface NativeGate<View, Keys> {
  readonly provider: ProviderId;
  readonly nativeName: string;
  readonly [viewType]?: View;
  readonly [answerType]?: Keys;
  /**
   * `answer` as it is sent, in the provider's own dialect.
   * @throws TypeError naming the keys that the gate does not take, or the one whose value has another type or is another word.
   */
  render(answer: JsonObject): {
    readonly stdout: string;
    readonly stderr: string;
    readonly exitCode: number;
    /** The answer holds the action back: only a typed decision that blocks wins over it. */
    readonly refuses: boolean;
  };
}
/** An event with its payload in the agent's own terms. */
export interface NativeEvent<View> extends EventBase<Kind> {
  readonly native: View;
}

/** The view of an event, or `undefined` when it is of another provider or another native event. */
export function viewOf<View>(event: AnyEvent, provider: ProviderId, nativeName: string): View | undefined {
  return event.provider === provider && event.nativeName === nativeName && isObject(event.raw.json) ? (event.raw.json as View) : undefined;
}

/** The shape of a view as data: `true` for a value that is not looked into, a list for the elements of an array. */
export type ViewShape = true | readonly [ViewShape] | { readonly [member: string]: ViewShape };

/** Paths of members that `shape` does not name. */
export function unknownPaths(value: Json | undefined, shape: ViewShape, path = ""): string[] {
  if (shape === true) return [];
  if (Array.isArray(shape)) {
    return Array.isArray(value) ? value.flatMap((item: Json, index) => unknownPaths(item, shape[0] as ViewShape, `${path}.${index}`)) : [];
  }
  if (!isObject(value)) return [];
  const members = shape as { readonly [member: string]: ViewShape };
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name;
    return Object.hasOwn(members, name) ? unknownPaths(inner, members[name] as ViewShape, at) : [at];
  });
}
