import { afterEach, describe, expect, it } from "vitest";
import { type Model, startModel } from "../src/model/server.js";

let model: Model | undefined;
afterEach(() => model?.close());

const TOOLS = [{ name: "Bash", description: "runs", input_schema: { type: "object", properties: { command: { type: "string" } } } }];

async function ask(body: object, path = "/v1/messages?beta=true"): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${model?.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

describe("the Anthropic wire", () => {
  it("plays one turn per request that offers tools, then says done", async () => {
    model = await startModel({ script: [{ text: "first" }, { tool: { name: "Bash", args: { command: "ls" } } }] });
    const texts = [];
    for (let at = 0; at < 3; at++) texts.push(JSON.parse((await ask({ tools: TOOLS, messages: [] })).text));
    expect(texts.map((message) => message.stop_reason)).toEqual(["end_turn", "tool_use", "end_turn"]);
    expect(texts[1].content).toEqual([{ type: "tool_use", id: "toolu_labcall2x0", name: "Bash", input: { command: "ls" } }]);
    expect(texts[2].content).toEqual([{ type: "text", text: "done" }]);
  });

  it("answers a request without tools aside, without using up a turn", async () => {
    model = await startModel({ script: [{ text: "first" }], auxiliary: "a title" });
    expect(JSON.parse((await ask({ messages: [] })).text).content[0].text).toBe("a title");
    expect(JSON.parse((await ask({ tools: TOOLS, messages: [] })).text).content[0].text).toBe("first");
    expect(model.record.turns).toHaveLength(1);
  });

  it("streams the same answer as server-sent events", async () => {
    model = await startModel({ script: [[{ text: "so" }, { tool: { name: "Bash", args: { command: "ls" } } }]] });
    const { type, text } = await ask({ tools: TOOLS, messages: [], stream: true });
    expect(type).toBe("text/event-stream");
    const events = text
      .split("\n\n")
      .filter(Boolean)
      .map((event) => event.split("\n"));
    expect(events.map(([name]) => name?.replace("event: ", ""))).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    for (const [name, data] of events) expect(JSON.parse(data?.replace("data: ", "") ?? "").type).toBe(name?.replace("event: ", ""));
    expect(text).toContain('"partial_json":"{\\"command\\":\\"ls\\"}"');
  });

  it.each([true, false])("sends the digits of raw arguments as they stand (stream: %s)", async (stream) => {
    const rawArgs = '{"id":1234567890123456789,"ratio":1.50}';
    model = await startModel({ script: [{ tool: { name: "mcp__lab__echo", rawArgs } }] });
    const { text } = await ask({ tools: TOOLS, messages: [], stream });
    expect(stream ? text : text.replace(/.*"input":/s, '"input":')).toContain(stream ? JSON.stringify(rawArgs) : `"input":${rawArgs}`);
  });

  it("counts tokens, scripts errors and refuses other paths", async () => {
    model = await startModel({ script: [{ status: 529 }] });
    expect(JSON.parse((await ask({}, "/v1/messages/count_tokens")).text)).toEqual({ input_tokens: 100 });
    expect((await ask({ tools: TOOLS, messages: [] })).status).toBe(529);
    expect((await ask({}, "/v1/elsewhere")).status).toBe(404);
  });

  it("waits as long as the script says", async () => {
    model = await startModel({ script: [[{ delayMs: 60 }, { text: "late" }]] });
    const started = Date.now();
    await ask({ tools: TOOLS, messages: [] });
    expect(Date.now() - started).toBeGreaterThanOrEqual(55);
  });

  it("asks a function script with the turn and the request", async () => {
    model = await startModel({ script: ({ turn, request }) => ({ text: `${turn} of ${request.at}` }) });
    await ask({ messages: [] });
    expect(JSON.parse((await ask({ tools: TOOLS, messages: [] })).text).content[0].text).toBe("0 of 1");
  });

  it("answers 500 when the script throws, so that the agent ends", async () => {
    model = await startModel({
      script: () => {
        throw new Error("broken script");
      },
    });
    const { status, text } = await ask({ tools: TOOLS, messages: [] });
    expect(status).toBe(500);
    expect(text).toContain("broken script");
  });
});

describe("the record", () => {
  const conversation = {
    system: [{ type: "text", text: "be good" }],
    tools: TOOLS,
    messages: [
      { role: "user", content: "do it" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "Bash", input: { command: "cat x" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "one\ntwo" }], is_error: true }] },
      { role: "system", content: "hook says hello" },
    ],
  };

  it("knows every text that a turn showed the model", async () => {
    model = await startModel();
    await ask(conversation);
    const { record } = model;
    for (const text of ["be good", "do it", "cat x", "one\ntwo", "hook says hello"]) expect(record.saw(0, text)).toBe(true);
    expect(record.saw(1, "do it")).toBe(false);
    expect(record.toolsOf(0).map((tool) => tool.name)).toEqual(["Bash"]);
  });

  it("keeps the last version of each tool result", async () => {
    model = await startModel();
    await ask(conversation);
    await ask({ ...conversation, messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "changed" }] }] });
    expect(model.record.toolResults).toEqual([{ id: "a", text: "changed", isError: false }]);
  });

  it("finds a leak anywhere in a request, escaped or not", async () => {
    model = await startModel();
    await ask({ ...conversation, metadata: { hidden: 'a "quoted" secret' } });
    expect(model.record.leaked('a "quoted" secret')).toBe(true);
    expect(model.record.saw(0, 'a "quoted" secret')).toBe(false);
    expect(model.record.leaked("no such text")).toBe(false);
  });
});

describe("the OpenAI wire", () => {
  const TOOL = { type: "function", name: "exec_command", description: "runs", parameters: { type: "object" } };
  const GROUP = { type: "namespace", name: "mcp__lab", tools: [{ ...TOOL, name: "echo" }] };
  const asked = (body: object) =>
    ask({ tools: [TOOL, GROUP, { type: "custom", name: "apply_patch" }], input: [], ...body }, "/v1/responses");

  it("sends calls of functions, of groups and of text in one answer", async () => {
    const script = [
      [
        { tool: { name: "exec_command", rawArgs: '{"id":1234567890123456789}' } },
        { tool: { name: "echo", namespace: "mcp__lab", args: { text: "a" } } },
        { tool: { name: "apply_patch", input: "*** Begin Patch" } },
        { tokens: 5_000 },
      ],
    ];
    model = await startModel({ script });
    const { output, usage } = JSON.parse((await asked({})).text);
    expect(output).toMatchObject([
      { type: "function_call", call_id: "labcall1x0", name: "exec_command", arguments: '{"id":1234567890123456789}' },
      { type: "function_call", call_id: "labcall1x1", name: "echo", namespace: "mcp__lab", arguments: '{"text":"a"}' },
      { type: "custom_tool_call", call_id: "labcall1x2", name: "apply_patch", input: "*** Begin Patch" },
    ]);
    expect(usage).toMatchObject({ input_tokens: 5_000, total_tokens: 5_010 });
  });

  it("streams every item whole, and the end with what was used", async () => {
    model = await startModel({ script: [[{ text: "so" }, { tool: { name: "exec_command" } }]] });
    const { type, text } = await asked({ stream: true });
    expect(type).toBe("text/event-stream");
    expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual([
      "response.created",
      "response.output_item.added",
      "response.output_text.delta",
      "response.output_item.done",
      "response.output_item.added",
      "response.output_item.done",
      "response.completed",
    ]);
  });

  it("reads what the model was shown: instructions, messages, calls, results and tools of groups", async () => {
    model = await startModel({});
    await asked({
      instructions: "the rules",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "the prompt" }] },
        { type: "function_call", call_id: "one", name: "exec_command", arguments: '{"cmd":"ls"}' },
        { type: "function_call_output", call_id: "one", output: "a list" },
        { type: "custom_tool_call", call_id: "two", name: "apply_patch", input: "*** Begin Patch" },
        { type: "custom_tool_call_output", call_id: "two", output: [{ type: "input_text", text: "patched" }] },
      ],
    });
    for (const words of ["the rules", "the prompt", '{"cmd":"ls"}', "a list", "*** Begin Patch", "patched"]) {
      expect(model.record.saw(0, words), words).toBe(true);
    }
    expect(model.record.toolResults.map(({ id, text }) => `${id}: ${text}`)).toEqual(["one: a list", "two: patched"]);
    expect(model.record.toolsOf(0).map(({ name }) => name)).toEqual(["exec_command", "mcp__lab.echo", "apply_patch"]);
  });

  it("gives the agent's own turns without using up the script", async () => {
    model = await startModel({
      script: [{ text: "first" }],
      own: ({ input }) => (Array.isArray(input) && input.length > 0 ? { text: "own" } : undefined),
    });
    const said = async (input: readonly object[]) => JSON.parse((await asked({ input })).text).output[0].content[0].text;
    expect([await said([{ role: "user" }]), await said([]), await said([])]).toEqual(["own", "first", "done"]);
    expect(model.record.turns).toHaveLength(2);
  });

  it("scripts errors", async () => {
    model = await startModel({ script: [{ status: 500 }] });
    expect((await asked({})).status).toBe(500);
  });
});
