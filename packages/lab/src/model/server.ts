/** A scripted model server on 127.0.0.1. It plays a script, one turn per request that offers tools, and records every request. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, inflateSync } from "node:zlib";
import { isObject, type JsonObject, parseJson, text } from "../json.js";
import { ModelRecord, type ModelRequest } from "./record.js";
import { type Part, partsOf, replyOf, type Script, type Turn } from "./script.js";
import { type HttpAnswer, jsonAnswer, type Wire } from "./wire.js";
import { WIRES } from "./wires.js";

interface ModelOptions {
  readonly script?: Script;
  /** Turns that belong to the agent's own ways and not to the script, asked first: such a request is no turn of the script. */
  readonly own?: (body: JsonObject) => Turn | undefined;
  /** The answer to requests without tools (titles, summaries). Default "ok". */
  readonly auxiliary?: string;
  readonly wires?: readonly Wire[];
}

export interface Model {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly record: ModelRecord;
  /** Ends every connection; resolves when the port is free. */
  close(): Promise<void>;
}

/** Rejects when no port can be opened. */
export async function startModel(options: ModelOptions = {}): Promise<Model> {
  const player = new Player(options);
  const server = http.createServer((request, response) => {
    readBody(request)
      .then((source) => player.answer(request.method ?? "GET", request.url ?? "/", source))
      .catch((error: unknown) => jsonAnswer(500, { error: { message: `the script failed: ${String(error)}` } }))
      .then((answer) => {
        response.writeHead(answer.status, { "content-type": answer.contentType });
        for (const chunk of answer.chunks) response.write(chunk);
        response.end();
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    record: player.record,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The script, its place in it, and the record. */
class Player {
  readonly record: ModelRecord;
  readonly #requests: ModelRequest[] = [];
  readonly #started = Date.now();
  readonly #wires: readonly Wire[];
  #turn = 0;
  #replies = 0;

  constructor(readonly options: ModelOptions) {
    this.#wires = options.wires ?? WIRES;
    this.record = new ModelRecord(this.#requests);
  }

  async answer(method: string, url: string, source: string): Promise<HttpAnswer> {
    const path = url.split("?")[0] ?? url;
    const wire = this.#wires.find((candidate) => candidate.route(path) !== undefined);
    const parsed = parseJson(source);
    const body = isObject(parsed) ? parsed : {};
    const generate = method === "POST" && wire?.route(path) === "generate";
    const shown = generate ? wire.show(body) : undefined;
    const own = generate ? this.options.own?.(body) : undefined;
    const turn = own === undefined && shown !== undefined && shown.tools.length > 0 ? this.#turn++ : undefined;
    const at = this.#requests.length;
    const request: ModelRequest = { at, method, url, wire: wire?.id, turn, timeMs: Date.now() - this.#started, source, body, shown };
    this.#requests.push(request);

    if (wire === undefined || method !== "POST") return jsonAnswer(404, { error: { message: "no such route" } });
    if (!generate) return wire.count();
    const parts = own === undefined ? await this.#parts(request) : partsOf(own);
    for (const part of parts) if ("delayMs" in part) await new Promise((resolve) => setTimeout(resolve, part.delayMs));
    for (const part of parts) if ("status" in part) return wire.error(part.status);
    return wire.answer(replyOf(++this.#replies, text(body.model) ?? "lab-model", parts), body);
  }

  async #parts(request: ModelRequest): Promise<readonly Part[]> {
    if (request.turn === undefined) return [{ text: this.options.auxiliary ?? "ok" }];
    const script = this.options.script ?? [];
    if (typeof script !== "function") return partsOf(script[request.turn]);
    return partsOf(await script({ turn: request.turn, request, requests: this.#requests }));
  }
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"];
  if (encoding === "gzip") return gunzipSync(bytes).toString("utf8");
  return (encoding === "deflate" ? inflateSync(bytes) : bytes).toString("utf8");
}
