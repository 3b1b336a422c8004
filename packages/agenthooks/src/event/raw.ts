/** What the provider sent, untouched. */
import type { Json } from "../base/json.js";
import { deepFreeze } from "../base/json.js";

/** The payload as it was sent. */
export interface Raw {
  /** The bytes exactly as they came, byte order mark included. In-process agents: UTF-8 of `text`. */
  readonly bytes: Uint8Array;
  /** `bytes` as text without a byte order mark; an invalid sequence becomes U+FFFD here and stays as it was in `bytes`. */
  readonly text: string;
  /** The parsed payload; `undefined` where there is none (a backfilled event) or it is not JSON. */
  readonly json: Json | undefined;
}

type Utf8Buffer = Buffer & { utf8Slice(start: number, end: number): string };

/** `text` and `json` are made on first use. */
class PayloadRaw implements Raw {
  #text: string | undefined;
  #json: Json | undefined;
  #parsed = false;

  constructor(readonly bytes: Uint8Array) {
    Object.freeze(this);
  }

  get text(): string {
    if (this.#text === undefined) {
      const { bytes } = this;
      // what `toString("utf8")` ends in, without 0.1 ms of a hook start that it spends on finding the encoding
      const text = (bytes instanceof Buffer ? (bytes as Utf8Buffer) : (Buffer.from(bytes) as Utf8Buffer)).utf8Slice(0, bytes.length);
      this.#text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
    return this.#text;
  }

  get json(): Json | undefined {
    if (!this.#parsed) {
      try {
        this.#json = deepFreeze(JSON.parse(this.text) as Json);
      } catch {
        this.#json = undefined;
      }
      this.#parsed = true;
    }
    return this.#json;
  }
}

export function rawOf(bytes: Uint8Array): Raw {
  return new PayloadRaw(bytes);
}

/** Text is taken as UTF-8, bytes as they are, anything else as its JSON. */
export function rawFrom(payload: string | Uint8Array | Json): Raw {
  if (payload instanceof Uint8Array) return new PayloadRaw(payload);
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return new PayloadRaw(Buffer.from(text, "utf8"));
}
