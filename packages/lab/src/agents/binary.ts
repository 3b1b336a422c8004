/** The sha256 of an agent's binary: a result says which bytes it was measured on. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { isObject, parseJson, text } from "../json.js";

/** Hex. Kept beside the binary and used again while size and time of change are the same. */
export async function binarySha256(file: string): Promise<string> {
  const { size, mtimeMs } = statSync(file);
  const kept = `${file}.sha256.json`;
  const known = existsSync(kept) ? parseJson(readFileSync(kept, "utf8")) : undefined;
  if (isObject(known) && known.size === size && known.mtimeMs === mtimeMs) {
    const sha256 = text(known.sha256);
    if (sha256 !== undefined) return sha256;
  }
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const sha256 = hash.digest("hex");
  writeFileSync(kept, `${JSON.stringify({ size, mtimeMs, sha256 })}\n`);
  return sha256;
}
