/** A file that names hooks for Claude Code, read as strictly as the agent reads it (cases b73, b77). */
import { type ConfigFile, decodeConfig } from "../../base/edit/file.js";
import { parseJson } from "../../base/edit/json-tree.js";
import { InstallConflictError } from "../../base/errors.js";
import { lineOf } from "../_claude-shape/config-faults.js";
import { jsonEntries } from "../_claude-shape/entries.js";
import { type Fault, settingsFaults } from "./validate.js";

/** Strict JSON: a comment or a comma too many costs the whole file. */
export const STORE = jsonEntries("json");

/** A fault with its place as text. */
export interface PlacedFault {
  readonly text: string;
  readonly whole: boolean;
}

/** What the agent rejects in a file. @throws ConfigParseError for what is not JSON. */
export function faultsOf(file: ConfigFile, hostVersion: string | undefined): readonly PlacedFault[] {
  const document = parseJson(decodeConfig(file), "json");
  const { root } = document;
  if (!root) return [];
  return settingsFaults(root.value, hostVersion).map((fault: Fault) => {
    return {
      text: `${fault.path.join(".") || "it"}: ${fault.message}; ${file.path}, line ${lineOf(document, fault.path)}`,
      whole: fault.whole,
    };
  });
}

/**
 * @throws ConfigParseError for what is not strict JSON.
 * @throws InstallConflictError for a file that the agent drops as a whole: entries in it would never run.
 */
export function assertReadable(file: ConfigFile, hostVersion: string | undefined): void {
  const fault = faultsOf(file, hostVersion).find(({ whole }) => whole);
  if (!fault) return;
  throw new InstallConflictError(
    `Claude Code drops the whole file, for ${fault.text}; correct it by hand; the file was left as it is`,
    file.path,
  );
}
