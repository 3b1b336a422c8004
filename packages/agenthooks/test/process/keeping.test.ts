/** State over processes, deferred work, and what runs in the worker (design §4 "context", definitions.md "Context"). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openState } from "agenthooks/state";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agent, bundled, document, scratch, shell, until } from "./helpers.js";

const { folder, remove } = scratch();
let file = "";
beforeAll(async () => {
  file = await bundled("keeper", folder);
}, 60_000);
afterAll(remove);

const SESSION = "11111111-2222-4333-8444-555555555555";

/** An agent with a home of its own, and what the program noted. */
function world(name: string) {
  const home = path.join(folder, name);
  mkdirSync(home, { recursive: true });
  const out = path.join(home, "notes.txt");
  const state = path.join(home, "state", "agenthooks", "keeper");
  const notes = () => {
    try {
      return readFileSync(out, "utf8")
        .split("\n")
        .filter((line) => line !== "");
    } catch {
      return [];
    }
  };
  const outbox = () => {
    try {
      return readdirSync(path.join(state, "outbox"));
    } catch {
      return [];
    }
  };
  const hook = agent(file, { home, env: { OUT: out, XDG_STATE_HOME: path.join(home, "state") }, timeoutMs: 60_000 });
  const run = (command: string) => hook.fire("PreToolUse", { ...(shell(command) as object), session_id: SESSION } as never);
  return { home, state, notes, outbox, hook, run };
}

describe("state", () => {
  it("20 processes that update one value 10 times each lose none", { timeout: 90_000 }, async () => {
    const { run, state } = world("count");
    await Promise.all(Array.from({ length: 20 }, () => run("count")));
    expect(await openState({ name: "keeper", stateDir: state, session: SESSION }).session("n", 0).read()).toBe(200);
  });

  it("a damaged file is kept aside and reported, the agent is not disturbed", async () => {
    const { run, state } = world("damaged");
    await run("count");
    const where = path.join(state, "state", "sessions", SESSION);
    const [name = ""] = readdirSync(where).filter((one) => one.startsWith("keeper"));
    writeFileSync(path.join(where, name), '{"version":1,"val');
    expect(await run("read")).toMatchObject({ stdout: "{}", exitCode: 0, stderr: "" });
    expect(readdirSync(where).some((one) => one.includes("damaged"))).toBe(true);
    expect(readFileSync(path.join(state, "log", "hook.ndjson"), "utf8")).toContain("StateError");
    await run("count");
    expect(document(await run("read"))).toMatchObject({ hookSpecificOutput: { additionalContext: "10" } });
  });
});

describe("deferred work", () => {
  it("runs once, after the hook has ended, and leaves nothing behind", async () => {
    const { run, notes, outbox } = world("once");
    expect((await run("defer a")).stdout).toBe("{}");
    await until(() => (notes().includes("done a after") ? true : undefined));
    await until(() => (outbox().length === 0 ? true : undefined));
    await run("nothing");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(notes()).toEqual(["done a after"]);
  });

  it("the answer does not wait for it", async () => {
    const { run, notes } = world("wait");
    await run("defer b");
    expect(notes()).not.toContain("done b early");
    await until(() => (notes().length > 0 ? true : undefined));
    expect(notes()).toEqual(["done b after"]);
  });

  it("an entry survives a worker that is killed, and is done at the next start", async () => {
    const { run, notes, outbox } = world("killed");
    await run("defer kill");
    await until(() => (notes().includes("killed") ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(outbox()).toHaveLength(1);
    await run("nothing");
    await until(() => (notes().includes("done kill after") ? true : undefined));
    expect(notes()).toEqual(["killed", "done kill after"]);
  });

  it("an entry that always fails does not stop the others, and is kept aside after five tries", { timeout: 60_000 }, async () => {
    const { run, notes, outbox, state } = world("poison");
    await run("defer poison");
    await run("defer fine");
    await until(() => (notes().includes("done fine after") ? true : undefined));
    for (let i = 0; i < 30 && !outbox().includes("failed"); i++) {
      await run("nothing");
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    expect(notes().filter((line) => line === "poisoned")).toHaveLength(5);
    expect(readdirSync(path.join(state, "outbox", "failed"))).toHaveLength(1);
  });

  it("entries that cannot be read are kept aside and stop nothing", async () => {
    const { run, notes, state } = world("garbage");
    mkdirSync(path.join(state, "outbox"), { recursive: true });
    for (const [name, text] of [
      ["000000000000001-a.json", "{"],
      ["000000000000002-b.json", "null"],
      ["000000000000003-c.json", '{"id":1}'],
    ] as const) {
      writeFileSync(path.join(state, "outbox", name), text);
    }
    await run("defer d");
    await until(() => (notes().includes("done d after") ? true : undefined));
  });
});

describe("blocking: false", () => {
  it("handlers and observers run in the worker, on the event decoded again", async () => {
    const { hook, notes } = world("later");
    const fired = await hook.fire("UserPromptSubmit", { prompt: "hello" });
    expect(fired.stdout).toBe("{}");
    const lines = await until(() => (notes().length >= 2 ? notes() : undefined));
    expect(lines.map((line) => line.replace(/\d+ /, "")).sort()).toEqual(["handler hello", "observer UserPromptSubmit"]);
  });
});
