/** What is asked of a person at a terminal, and what is shown while they wait. */
import { createInterface } from "node:readline/promises";
import type { Deps } from "./deps.js";

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Ctrl-C while a question stands: the terminal sends a key then, no signal. */
  interrupt(): void;
}

/** The end of the input, an empty line and anything but y or yes are "no". The question rejects on Ctrl-C. */
export function asker({ input, output, signal, interrupt }: Terminal): NonNullable<Deps["ask"]> {
  return async (question) => {
    const lines = createInterface({ input, output });
    lines.on("SIGINT", interrupt);
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    try {
      const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended]);
      return /^y(?:es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  };
}

/** A line that the next one replaces. */
export function progressOn(output: NodeJS.WritableStream): NonNullable<Deps["progress"]> {
  // to the start of the line, and clear it
  return (text) => output.write(`\r\u001b[K${text}`);
}
