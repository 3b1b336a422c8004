/** What a generated entry calls: `agenthooks/internal/entry`. Not for programs. */
import type { Adapter } from "../../decision/answer.js";
import type { Hooks } from "../../router/hooks.js";
import { generatedEntry } from "./generated.js";
import { prepareProcess, type Start } from "./process.js";

export interface EntryOptions {
  readonly adapter: Adapter;
  /** Name and fail mode, as the manifest of the program names them. */
  readonly name: string;
  readonly fail: "open" | "closed";
}

let prepared: Start | undefined;

/** Guards the process; to be called before the program is loaded, so that one that throws then is answered by its fail mode. */
export function prepare({ adapter, name, fail }: EntryOptions): void {
  generatedEntry.start();
  prepared = prepareProcess({
    adapters: { ids: [adapter.id], load: (id) => (id === adapter.id ? adapter : undefined) },
    name,
    fail,
    standalone: true,
  });
}

/** Set while a code cache is made: a program without side effects takes the place of the user's. */
const SUBSTITUTE = Symbol.for("agenthooks.substitute");

/** Runs the default export of the program. */
export async function start(hooks: Hooks): Promise<void> {
  // a program compiled to CommonJS has its default export one level deeper
  const own = (hooks as { readonly default?: Hooks } | undefined)?.default ?? hooks;
  await prepared?.((globalThis as { readonly [SUBSTITUTE]?: Hooks })[SUBSTITUTE] ?? own);
}
