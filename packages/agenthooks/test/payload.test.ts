/** Payloads as no document shows them: encodings, names, depths, numbers (design §5.1, §5.8). In this process; process/payload.test.ts starts hooks. */
import type { AnyEvent, Json, JsonObject } from "agenthooks";
import {
  allow,
  askUser,
  blockPrompt,
  createHooks,
  decodeEvent,
  deny,
  matchCanonical,
  matchTools,
  noDecision,
  PayloadError,
  when,
} from "agenthooks";
import { type Invoked, invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";
import { asciiJson } from "../src/base/json.js";
import { json, payloadOf, specific } from "./helpers/claude.js";

const PRE = '"hook_event_name":"PreToolUse","session_id":"s"';
const call = (input: string, name = "Bash") => `{${PRE},"tool_name":${JSON.stringify(name)},"tool_input":${input}}`;
/** `text` in Latin-1: one byte for each character, valid UTF-8 or not. */
const bytesOf = (text: string) => Buffer.from(text, "latin1");

const guard = (fail: "open" | "closed" = "open") =>
  createHooks({ policy: { fail } }).on(
    "tool.pre",
    when(matchCanonical("shell"), ({ tool }) => (tool.shell.command.includes("rm -rf") ? deny("no") : undefined)),
  );
const decide = (payload: string | Uint8Array, fail: "open" | "closed" = "open", event = "PreToolUse") =>
  invoke(guard(fail), { provider: "claude-code", payload, event });
const verdict = (sent: Invoked) => specific(sent).permissionDecision;
const stdout = ({ answer }: Invoked) => (answer.via === "process" ? answer.stdout : "");

describe("UTF-16", () => {
  const text = call('{"command":"rm -rf build"}');
  const little = Buffer.from(text, "utf16le");
  const forms: readonly (readonly [string, Uint8Array])[] = [
    ["little endian", little],
    ["big endian", Buffer.from(little).swap16()],
    ["little endian with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ["big endian with a mark", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()])],
  ];

  it.each(forms)("%s is named as what it is, and follows the fail mode", async (_name, payload) => {
    await expect(decodeEvent({ provider: "claude-code", payload })).rejects.toThrow(/UTF-16.*not UTF-8.*claude-code/);
    const shut = await decide(payload, "closed");
    expect([verdict(shut), shut.failure]).toEqual(["deny", "error"]);
    expect(json(await decide(payload, "open"))).toEqual({});
    expect(json(await decide(payload, "closed", "Stop"))).toEqual({});
  });

  it("a payload that is only damaged is not called so", async () => {
    await expect(decodeEvent({ provider: "claude-code", payload: `${text}x` })).rejects.toThrow("the payload is not JSON; claude-code");
    await expect(decodeEvent({ provider: "claude-code", payload: " \n" })).rejects.toThrow("the payload is empty; claude-code");
  });
});

describe("a payload that is no object", () => {
  it.each(["null", "[]", '[{"hook_event_name":"PreToolUse"}]', "0", '"PreToolUse"', "true", "1e400", "", " \n\t", "\u0000", "{}\u0000"])(
    "%j follows the fail mode, and is a PayloadError",
    async (payload) => {
      await expect(decodeEvent({ provider: "claude-code", payload })).rejects.toBeInstanceOf(PayloadError);
      const shut = await decide(payload, "closed");
      expect([verdict(shut), shut.failure]).toEqual(["deny", "error"]);
      expect(json(await decide(payload, "open"))).toEqual({});
    },
  );
});

describe("bytes that are not UTF-8", () => {
  const payload = bytesOf(call('{"command":"ls","path":"caf\xe9","id":9007199254740993117}'));
  const rewritten = (patch: Record<string, Json | undefined>, required: boolean, base = noDecision) =>
    invoke(
      createHooks().on("tool.pre", (event) => base().withUpdatedInput(event.tool.patch(patch), { required })),
      { provider: "claude-code", payload },
    );

  it("stay in raw.bytes and are U+FFFD in the text that rules see", async () => {
    const { event } = await decide(payload);
    expect(Buffer.from(event?.raw.bytes ?? []).equals(payload)).toBe(true);
    expect(event?.rawField("tool_input.path")).toBe("caf\ufffd");
  });

  it("a rewrite that would keep them is dropped and told: U+FFFD is another file", async () => {
    const sent = await rewritten({ command: "ls -l" }, false);
    expect(json(sent)).toEqual({});
    expect(sent.degraded).toEqual([{ capability: "update-input", to: "dropped", why: "it would damage bytes that are not UTF-8" }]);
  });

  it("a required one becomes a denial", async () => {
    expect(verdict(await rewritten({ command: "ls -l" }, true))).toBe("deny");
  });

  it("an allow that was meant for the call as rewritten does not go out without the rewrite", async () => {
    expect(json(await rewritten({ command: "ls -l" }, false, allow))).toEqual({});
  });

  it("a rewrite that replaces the member that holds them is sent, with the digits of the others", async () => {
    const sent = await rewritten({ path: "cafe" }, true);
    expect(stdout(sent)).toContain('"updatedInput":{"command":"ls","path":"cafe","id":9007199254740993117}');
    expect(sent.degraded).toEqual([]);
  });

  it("a U+FFFD that the agent itself sent is text like any other", async () => {
    const hooks = createHooks().on("tool.pre", (event) => noDecision().withUpdatedInput(event.tool.patch({ command: "ls -l" })));
    const sent = await invoke(hooks, { provider: "claude-code", payload: call('{"command":"ls","path":"caf\ufffd"}') });
    expect(stdout(sent)).toContain('"updatedInput":{"command":"ls -l","path":"caf\\ufffd"}');
  });

  it("a damaged byte in a command does not hide the rest of it", async () => {
    expect(verdict(await decide(bytesOf(call('{"command":"\xff\xfe; rm -rf build"}'))))).toBe("deny");
  });
});

describe("lone surrogates", () => {
  it("escaped, they are kept in the event and in a rewrite", async () => {
    const hooks = createHooks().on("tool.pre", (event) => noDecision().withUpdatedInput(event.tool.patch({ command: "ls" })));
    const sent = await invoke(hooks, { provider: "claude-code", payload: call('{"command":"x","a":"\\ud800","b":"\\uDE00\\ud83d"}') });
    expect(sent.event?.rawField("tool_input.a")).toBe("\ud800");
    expect(stdout(sent)).toContain('"updatedInput":{"command":"ls","a":"\\ud800","b":"\\uDE00\\ud83d"}');
  });

  it("raw (three bytes that are not UTF-8), they are damaged text", async () => {
    const { event } = await decide(bytesOf(call('{"command":"\xed\xa0\x80 rm -rf x"}')));
    expect(event?.rawField("tool_input.command")).toBe("\ufffd\ufffd\ufffd rm -rf x");
  });

  it("in what a handler returns, they are escaped", async () => {
    const hooks = createHooks().on("tool.pre", () => deny("\ud800 no \udc00"));
    const { answer } = await invoke(hooks, { provider: "claude-code", payload: payloadOf("PreToolUse") });
    expect(answer.via === "process" && answer.stdout).toContain('"permissionDecisionReason":"\\ud800 no \\udc00"');
  });
});

describe("duplicate keys", () => {
  // Claude Code writes payloads and reads answers with JSON.stringify and JSON.parse (facts/claude-code.md §0.2, §0.19): the last one counts
  it("a rule judges the value that the agent uses: the last one", async () => {
    expect(verdict(await decide(call('{"command":"ls","command":"rm -rf x"}')))).toBe("deny");
    expect(json(await decide(call('{"command":"rm -rf x","command":"ls"}')))).toEqual({});
    expect(verdict(await decide(`{"tool_input":{"command":"ls"},${call('{"command":"rm -rf x"}').slice(1)}`))).toBe("deny");
    expect(json(await decide(`${call('{"command":"rm -rf x"}').slice(0, -1)},"tool_input":{"command":"ls"}}`))).toEqual({});
    expect(verdict(await decide(`{"tool_name":"Read",${call('{"command":"rm -rf x"}').slice(1)}`))).toBe("deny");
    expect(verdict(await decide(`{"hook_event_name":"Stop",${call('{"command":"rm -rf x"}').slice(1)}`, "open", "Stop"))).toBe("deny");
  });

  it("a rewritten member goes out once; in an untouched one the agent reads what the rule has judged", async () => {
    const hooks = createHooks().on("tool.pre", (event) => allow().withUpdatedInput(event.tool.patch({ command: "ls" })));
    const payload = call('{"command":"a","o":{"k":1,"k":2.0},"command":"b","n":1,"n":2.50}');
    const sent = await invoke(hooks, { provider: "claude-code", payload });
    expect(stdout(sent)).toContain('"updatedInput":{"command":"ls","o":{"k":1,"k":2.0},"n":2.50}');
    expect(specific(sent).updatedInput).toEqual({ command: "ls", o: { k: 2 }, n: 2.5 });
    expect(sent.event?.kind === "tool.pre" && sent.event.tool.input.o).toEqual({ k: 2 });
  });
});

describe("odd names", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "a tool, an event and members called %s are names like any other",
    async (name) => {
      const sent = await decide(call(`{"${name}":{"command":"ls"},"toJSON":1}`, name), "closed");
      expect([sent.failure, json(sent)]).toEqual(["none", {}]);
      expect(sent.event?.kind === "tool.pre" && [sent.event.tool.name, sent.event.tool.canonical]).toEqual([name, "other"]);
      const event = await decodeEvent({ provider: "claude-code", payload: `{"hook_event_name":"${name}"}` });
      expect([event.kind, event.nativeName]).toEqual(["other", name]);
      const variant = await decodeEvent({ provider: "claude-code", payload: call("{}"), variant: name });
      expect([...(["deny", "allow"] as const)].every((capability) => variant.can(capability))).toBe(true);
    },
  );

  it("a member called __proto__ gives no other member a value", async () => {
    const payload = `{"__proto__":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf x"}}}`;
    await expect(decodeEvent({ provider: "claude-code", payload })).rejects.toThrow("no hook_event_name");
    const inner = await decide(call('{"__proto__":{"command":"rm -rf x"},"command":"ls"}'));
    expect(json(inner)).toEqual({});
    expect(({} as JsonObject).command).toBeUndefined();
  });

  it("a rewrite sends members called __proto__ and toJSON as they came", async () => {
    const hooks = createHooks().on("tool.pre", (event) => allow().withUpdatedInput(event.tool.patch({ command: "ls" })));
    const input = '{"__proto__":{"a":1.0},"toJSON":1.50,"id":9007199254740993117,"o":{"toJSON":{},"n":1.0},"command":"x"}';
    const sent = await invoke(hooks, { provider: "claude-code", payload: call(input) });
    expect(stdout(sent)).toContain(`"updatedInput":${input.replace('"x"', '"ls"')}`);
  });

  it.each(["tool_name", "hook_event_name", "session_id", "agent_id", "tool_use_id", "permission_mode"])(
    "a %s of a megabyte",
    async (member) => {
      const hooks = createHooks({ name: "s" }).on("tool.pre", async (_event, context) => {
        await context.state.session("n", 0).update((n) => n + 1);
        return deny("no");
      });
      const sent = await invoke(hooks, {
        provider: "claude-code",
        event: "PreToolUse",
        payload: payloadOf("PreToolUse", { [member]: "x".repeat(1_000_000) }),
      });
      expect([verdict(sent), sent.failure]).toEqual(["deny", "none"]);
    },
  );

  it("matchers see a name verbatim", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchTools("constructor", "ｂash"), () => deny("no")),
    );
    for (const [name, wanted] of [
      ["constructor", "deny"],
      ["ｂash", "deny"],
      ["__proto__", undefined],
      ["bash", undefined],
    ] as const) {
      expect(verdict(await invoke(hooks, { provider: "claude-code", payload: call("{}", name) }))).toBe(wanted);
    }
  });
});

describe("unknown events", () => {
  const seen: AnyEvent[] = [];
  const hooks = createHooks({ policy: { fail: "closed" } })
    .onAny((event) => {
      seen.push(event);
    })
    .on("tool.pre", () => deny("no"));

  it("are `other`, neutral and seen by observers, under fail-closed too", async () => {
    for (const name of ["FromTheFuture", "preToolUse", "", " ", "𝒳".repeat(1000)]) {
      seen.length = 0;
      const sent = await invoke(hooks, {
        provider: "claude-code",
        event: name === "" ? "None" : name,
        payload: { hook_event_name: name, tool_name: "Bash", tool_input: { command: "rm" } },
      });
      expect([sent.failure, json(sent)]).toEqual(["none", {}]);
      expect(seen.map((event) => [event.kind, event.nativeName])).toEqual([["other", name === "" ? "None" : name]]);
      expect(seen[0]?.rawField("tool_input.command")).toBe("rm");
      expect(seen[0]?.can("deny")).toBe(false);
    }
  });

  it("a damaged payload of one is neutral too", async () => {
    const sent = await invoke(hooks, { provider: "claude-code", event: "FromTheFuture", payload: "{" });
    expect([json(sent), sent.failure]).toEqual([{}, "error"]);
    expect(sent.log.some(({ message }) => message.includes("not enforceable here"))).toBe(true);
  });
});

describe("numbers", () => {
  it("1e400 is infinite for a rule, and goes out as it came", async () => {
    const hooks = createHooks().on("tool.pre", (event) =>
      event.tool.input.n === Number.POSITIVE_INFINITY ? allow().withUpdatedInput(event.tool.patch({ command: "ls" })) : undefined,
    );
    const sent = await invoke(hooks, { provider: "claude-code", payload: call('{"n":1e400,"m":[-1E+999],"command":"x"}') });
    expect(stdout(sent)).toContain('"updatedInput":{"n":1e400,"m":[-1E+999],"command":"ls"}');
  });

  it.each([
    ["Infinity", Number.POSITIVE_INFINITY],
    ["NaN", Number.NaN],
  ])("a rewrite to %s, of which JSON would make null, is not sent but fails", async (_name, value) => {
    for (const fail of ["open", "closed"] as const) {
      const hooks = createHooks({ policy: { fail } }).on("tool.pre", (event) =>
        allow().withUpdatedInput(event.tool.patch({ deep: [{ timeout: value }] })),
      );
      const sent = await invoke(hooks, { provider: "claude-code", payload: call('{"command":"x"}') });
      expect([sent.failure, verdict(sent)]).toEqual(["error", fail === "closed" ? "deny" : undefined]);
    }
  });

  it("integers of 19 digits that differ in the last one are told apart by their source only", async () => {
    const event = await decodeEvent({ provider: "claude-code", payload: call('{"a":9007199254740993117,"b":9007199254740993118}') });
    expect(event.rawField("tool_input.a")).toBe(event.rawField("tool_input.b"));
    expect(event.raw.text).toContain('"a":9007199254740993117,"b":9007199254740993118');
  });
});

describe("an input that is no object", () => {
  it.each([
    ["a list", "[9007199254740993117,1.0]", '{"value":[9007199254740993117,1.0],"x":1}'],
    ["a text", '"caf\\u00e9 \\/"', '{"value":"caf\\u00e9 \\/","x":1}'],
    ["a number", "1.50", '{"value":1.50,"x":1}'],
    ["false", "false", '{"value":false,"x":1}'],
    ["null", "null", '{"x":1}'],
    ["an empty text", '""', '{"x":1}'],
    ["an object in a text", '"{\\"id\\": 9007199254740993117,\\"n\\":[1.0]}"', '{"id":9007199254740993117,"n":[1.0],"x":1}'],
  ])("%s is rewritten without loss", async (_name, input, wanted) => {
    const hooks = createHooks().on("tool.pre", (event) => allow().withUpdatedInput(event.tool.patch({ x: 1 })));
    const sent = await invoke(hooks, { provider: "claude-code", payload: call(input) });
    expect(stdout(sent)).toContain(`"updatedInput":${wanted}`);
  });

  it("of a shell call has no command, and a rule for the tool still runs", async () => {
    const hooks = createHooks().on(
      "tool.pre",
      when(matchCanonical("shell"), ({ tool }) => (tool.shell.command === "" ? askUser("what?") : undefined)),
    );
    for (const input of ["[]", '"rm -rf x"', "null", "7", '{"command":["rm","-rf"]}', '{"command":null}']) {
      expect(verdict(await invoke(hooks, { provider: "claude-code", payload: call(input) })), input).toBe("ask");
    }
  });
});

describe("nesting", () => {
  const depth = 100_000;
  const deep = `${'{"a":['.repeat(depth / 2)}"rm -rf x"${"]}".repeat(depth / 2)}`;

  it("of 100 000 levels is decoded, seen, denied and rewritten beside", async () => {
    const payload = call(`{"command":"ls","deep":${deep}}`);
    const hooks = createHooks({ policy: { fail: "closed" } }).on("tool.pre", ({ tool }) => {
      expect(tool.id).toMatch(/^hook_synth_[0-9a-f]{16}$/);
      return tool.text().includes("rm -rf x") ? allow().withUpdatedInput(tool.patch({ command: "true" })) : deny("not seen");
    });
    const sent = await invoke(hooks, { provider: "claude-code", payload });
    expect(sent.failure).toBe("none");
    expect(stdout(sent)).toContain(`"updatedInput":{"command":"true","deep":${asciiJson(deep)}}`);
    expect(sent.event?.idempotencyKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it("gives calls without an id the same id before and after, and different ones to different calls", async () => {
    const id = async (event: string, input: string) => {
      const decoded = await decodeEvent({ provider: "claude-code", payload: call(input).replace("PreToolUse", event) });
      return (decoded as { readonly tool?: { readonly id: string } }).tool?.id;
    };
    expect(await id("PreToolUse", deep)).toBe(await id("PostToolUse", deep));
    expect(await id("PreToolUse", deep)).not.toBe(await id("PreToolUse", deep.replace("rm", "mv")));
    // the order of members is not the call's
    expect(await id("PreToolUse", '{"a":1,"b":2}')).toBe(await id("PostToolUse", '{"b":2,"a":1}'));
  });

  it("of which a rewrite changes the bottom fails loudly", async () => {
    const levels = `${'{"a":['.repeat(2000)}1${"]}".repeat(2000)}`;
    const hooks = (fail: "open" | "closed") =>
      createHooks({ policy: { fail } }).on("tool.pre", () => allow().withUpdatedInput(JSON.parse(levels.replace("1", "2")) as JsonObject));
    const shut = await invoke(hooks("closed"), { provider: "claude-code", payload: call(levels) });
    expect([shut.failure, verdict(shut)]).toEqual(["error", "deny"]);
    expect(json(await invoke(hooks("open"), { provider: "claude-code", payload: call(levels) }))).toEqual({});
  });
});

describe("size", () => {
  it("a prompt of 60 MB is judged to its end", { timeout: 60_000 }, async () => {
    const payload = Buffer.from(JSON.stringify(payloadOf("UserPromptSubmit", { prompt: `${"x".repeat(60_000_000)} rm -rf /` })));
    const hooks = createHooks().on("prompt.submitted", ({ prompt }) => (prompt.text.endsWith("rm -rf /") ? blockPrompt("no") : undefined));
    const sent = await invoke(hooks, { provider: "claude-code", payload });
    expect([sent.failure, sent.decision?.kind]).toEqual(["none", "block-prompt"]);
  });
});
