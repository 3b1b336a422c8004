/** The state of a program from outside a hook (its own CLI). */
import { fileStore, type State, stateOf } from "../base/state.js";
import { stateFolder } from "../base/state-folder.js";

export type { State, StateCell, StateOptions } from "../base/state.js";

/**
 * The state of a program, as its handlers see it: values per program, and per session where one is named.
 * @param options `name` of the program; `session` as the agent names it.
 * @throws TypeError when there is no home folder and no `stateDir`.
 */
export function openState(options: { readonly name: string; readonly stateDir?: string; readonly session?: string }): State {
  const folder = stateFolder(options.name, options.stateDir, process.env);
  if (folder === undefined) throw new TypeError("no state folder: set HOME or XDG_STATE_HOME, or give stateDir");
  return stateOf(fileStore(`${folder}/state`), options.name, options.session);
}
