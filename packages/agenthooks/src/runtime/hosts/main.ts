/** `main(hooks)`: the process entry of a program that is started as it is. */
import type { Hooks } from "../../router/hooks.js";
import { partsOf } from "../../router/hooks.js";
import { programsOf, strictestFail } from "../../router/program.js";
import { adaptersOf } from "../core/adapters.js";
import { SENTINEL } from "../core/argv.js";
import { generatedEntry } from "./generated.js";
import { prepareProcess } from "./process.js";

let started = false;

/**
 * The process entry. Does nothing unless argv holds the literal argument `agenthooks`; never under a generated entry, which runs the
 * default export itself. Of several calls the first wins.
 *
 * @example
 * export default hooks;
 * await main(hooks);
 */
export async function main(hooks: Hooks): Promise<void> {
  if (started || generatedEntry.running || !process.argv.slice(2).includes(SENTINEL)) return;
  started = true;
  const parts = partsOf(hooks);
  const adapters = adaptersOf(parts.providers);
  await prepareProcess({ adapters, name: parts.program.name, fail: strictestFail(programsOf(parts)) })?.(hooks);
}
