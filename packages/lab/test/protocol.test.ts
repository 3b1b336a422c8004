import { describe, expect, it } from "vitest";
import type { ProtocolClient } from "../src/agents/driver.js";
import { runProcess } from "../src/agents/process.js";
import { speakProtocol } from "../src/agents/protocol.js";

/** Answers every request with its own parameters, refuses "bad", and asks a question back for "ask". */
const SERVER = `
const lines = require("node:readline").createInterface({ input: process.stdin });
const send = (message) => console.log(JSON.stringify(message));
lines.on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) return send({ method: "answered", params: { id, result } });
  if (method === "bad") return send({ id, error: { code: 1, message: "no" } });
  if (method === "ask") send({ id: "q", method: "question", params: {} });
  send({ id, result: params });
});`;

async function play(client: (client: ProtocolClient) => Promise<void>): Promise<void> {
  const protocol = speakProtocol(client);
  const options = { cwd: process.cwd(), env: {}, timeoutMs: 20_000, talk: protocol.talk };
  const { code } = await runProcess(process.execPath, ["-e", SERVER], options);
  expect(code).toBe(0);
  protocol.check();
}

describe("a protocol", () => {
  it("brings the answer of each request to the one who asked, and ends when the client is done", async () => {
    await play(async ({ request, messages }) => {
      const both = await Promise.all([request("one", { a: 1 }), request("two", { b: 2 })]);
      expect(both).toEqual([{ a: 1 }, { b: 2 }]);
      expect(messages).toHaveLength(2);
    });
  });

  it("declines what the agent asks until the client answers", async () => {
    await play(async ({ request, respond, until }) => {
      await request("ask", {});
      await until("the refusal", ({ params }) => JSON.stringify(params) === '{"id":"q","result":{"decision":"decline"}}');
      respond((method) => ({ decision: method }));
      await request("ask", {});
      await until("the consent", ({ params }) => JSON.stringify(params) === '{"id":"q","result":{"decision":"question"}}');
    });
  });

  it("that refuses a request fails the client, and the client's failure is thrown", async () => {
    await expect(play(async ({ request }) => void (await request("bad", {})))).rejects.toThrow(/refused bad; .*"no"/);
  });
});
