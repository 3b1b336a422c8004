/** What is wrong in configuration files: where it stands, and as a finding where it must not end the look at the rest. */
import { positionOf } from "../../base/edit/file.js";
import type { JsonDocument, JsonNode } from "../../base/edit/json-tree.js";
import { ConfigParseError, InstallConflictError } from "../../base/errors.js";
import type { ProviderId } from "../../event/provider.js";
import type { Finding } from "../install.js";

/** Member names and positions from the root of a file. */
export type ValuePath = readonly (string | number)[];

/** The line of a value, or of the nearest thing around it that is there; from 1. */
export function lineOf(document: JsonDocument, path: ValuePath): number {
  let at: JsonNode | undefined = document.root;
  for (const part of path) {
    const inner: JsonNode | undefined =
      typeof part === "number" ? at?.elements[part] : at?.members.findLast(({ name }) => name === part)?.node;
    if (!inner) break;
    at = inner;
  }
  return positionOf(document.text, at?.start ?? 0).line;
}

/** What `read` gives; `undefined` and a finding for a file that cannot be read: the rest is told all the same. */
export async function tolerant<T>(provider: ProviderId, findings: Finding[], path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigParseError || error instanceof InstallConflictError)) throw error;
    findings.push({ level: "error", provider, path, message: error.message, fix: undefined });
    return undefined;
  }
}
