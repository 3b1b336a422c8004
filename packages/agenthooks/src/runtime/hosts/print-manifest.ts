/** `<program> agenthooks manifest`. */
import { errorText } from "../../base/errors.js";
import type { Hooks } from "../../router/hooks.js";
import { manifestOf } from "../../router/manifest.js";
import { writeAll } from "./streams.js";

/** Prints what the program wants subscribed; a program that could not be installed gets exit 1 and the reason. */
export async function printManifest(hooks: Hooks): Promise<void> {
  try {
    writeAll(1, `${JSON.stringify(manifestOf(hooks), undefined, 2)}\n`);
  } catch (error) {
    writeAll(2, `agenthooks: ${errorText(error)}\n`);
    process.exitCode = 1;
  }
}
