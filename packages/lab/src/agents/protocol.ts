/** JSON-RPC with an agent over its standard input and output, one message per line. */
import { isObject, type JsonObject, parseJson, text } from "../json.js";
import type { ProtocolClient } from "./driver.js";
import type { Say } from "./process.js";

const PATIENCE_MS = 20_000;

interface Waiting {
  readonly fits: (message: JsonObject) => boolean;
  readonly found: (message: JsonObject) => void;
}

/** `talk` is for `runProcess`; `check`, afterwards, throws what the client threw. */
export function speakProtocol(play: (client: ProtocolClient) => Promise<void>) {
  let failure: { readonly error: unknown } | undefined;
  return {
    talk(say: Say): (line: string) => void {
      const messages: JsonObject[] = [];
      const waiting = new Set<Waiting>();
      let respond: Parameters<ProtocolClient["respond"]>[0] = () => ({ decision: "decline" });
      let ids = 0;
      const send = (message: JsonObject): void => say.send(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
      const until: ProtocolClient["until"] = (what, fits) => {
        const known = messages.find(fits);
        if (known !== undefined) return Promise.resolve(known);
        return new Promise((resolve, reject) => {
          const one: Waiting = { fits, found: resolve };
          waiting.add(one);
          const late = (): void => reject(new Error(`the agent did not tell of ${what} in ${PATIENCE_MS / 1_000} seconds; see its output`));
          setTimeout(late, PATIENCE_MS).unref();
        });
      };
      const request: ProtocolClient["request"] = async (method, params) => {
        const id = ++ids;
        send({ id, method, params });
        const { result, error } = await until(`the answer to ${method}`, (message) => message.id === id && message.method === undefined);
        if (error !== undefined) throw new Error(`the agent refused ${method}; ${JSON.stringify(error)}`);
        return isObject(result) ? result : {};
      };
      const client: ProtocolClient = {
        messages,
        request,
        until,
        respond(answer) {
          respond = answer;
        },
      };
      play(client)
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => say.end());
      return (line) => {
        const message = parseJson(line);
        if (!isObject(message)) return;
        messages.push(message);
        const method = text(message.method);
        if (method !== undefined && message.id !== undefined) {
          send({ id: message.id, result: respond(method, isObject(message.params) ? message.params : {}) });
        }
        for (const one of [...waiting]) {
          if (!one.fits(message)) continue;
          waiting.delete(one);
          one.found(message);
        }
      };
    },
    check(): void {
      if (failure !== undefined) throw failure.error;
    },
  };
}
