import { builtin } from "./builtin.js";

/** Hex digest of the parts joined by `|`. */
export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = builtin("crypto").createHash("sha256");
  parts.forEach((part, index) => {
    if (index > 0) hash.update("|");
    hash.update(part);
  });
  return hash.digest("hex");
}

/**
 * An id of 32 hex digits that no other process makes: time, process and chance. Not for secrets; loading the crypto module for it would
 * cost each hook start several per cent.
 */
export function uniqueId(): string {
  const chance = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return `${Date.now().toString(16).padStart(12, "0")}${(process.pid % 0x10000).toString(16).padStart(4, "0")}${chance()}${chance()}`;
}
