/** Hooks of other programs: each leaves a line of its own in one file when it is run. */
import { quoteWord } from "../quote.js";
import type { Random } from "./random.js";

/** As it stands in the configuration. */
export type ForeignHandler = { readonly type: "command"; readonly command: string; readonly timeout?: number };

export interface ForeignHook {
  readonly id: string;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: ForeignHandler;
  /** The scripted run brings it about. */
  readonly fires: boolean;
}

export interface ForeignGroup {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly hooks: readonly ForeignHook[];
}

/** Events that every run of the case goes through, and the tool that its calls are made with. */
export interface Stage {
  readonly always: readonly [string, ...string[]];
  readonly byTool: readonly [string, ...string[]];
  /** Matchers of the tool. */
  readonly meets: readonly [string | undefined, ...(string | undefined)[]];
  readonly misses: readonly [string, ...string[]];
}

/** Up to five groups, events in any order, the same event more than once. */
export function foreignGroups(random: Random, stage: Stage, marks: string): readonly ForeignGroup[] {
  let made = 0;
  return Array.from({ length: random.below(6) }, () => {
    const byTool = random.onceIn(2);
    const event = byTool ? random.pick(stage.byTool) : random.pick(stage.always);
    const misses = byTool && random.onceIn(4);
    const matcher = byTool ? (misses ? random.pick(stage.misses) : random.pick(stage.meets)) : undefined;
    const hooks = Array.from({ length: 1 + random.below(2) }, () => {
      const id = `foreign-${made++}`;
      const command = `${random.pick(["printf '%s\\n' ", "echo ", "/bin/echo "])}${id} >> ${quoteWord(marks)}`;
      const timeout = random.onceIn(2) ? {} : { timeout: 20 + random.below(40) };
      return { id, event, matcher, handler: { type: "command" as const, command, ...timeout }, fires: !misses };
    });
    return { event, matcher, hooks };
  });
}

/** What agents read below `hooks`. */
export type EventMap = Readonly<Record<string, readonly { readonly matcher?: string; readonly hooks: readonly ForeignHandler[] }[]>>;

export function eventMap(groups: readonly ForeignGroup[]): EventMap {
  const map: Record<string, { readonly matcher?: string; readonly hooks: readonly ForeignHandler[] }[]> = {};
  for (const { event, matcher, hooks } of groups) {
    map[event] ??= [];
    map[event].push({ ...(matcher === undefined ? {} : { matcher }), hooks: hooks.map(({ handler }) => handler) });
  }
  return map;
}
