import { describe, expect, it } from "vitest";
import { jsonEntries, tomlEntries } from "../../src/providers/_claude-shape/entries.js";

const own = ({ command }: { readonly command?: unknown }) => command === "ours";
const wanted = [{ event: "Stop", matcher: undefined, handler: { type: "command", command: "ours" } }];

describe("a member beside our command that says nothing", () => {
  it.each(["null", "1E400", "-1E400"])("is cut like any other that we did not write: %s", (value) => {
    const text = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"ours","more":${value}}]}]}}`;
    const merged = jsonEntries("json").merge({ path: "config", bytes: Buffer.from(text) }, wanted, own);
    expect(Buffer.from(merged).toString()).toBe('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"ours"}]}]}}');
  });

  it("is cut in TOML too", () => {
    const text = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "ours"\nmore = inf\n';
    const merged = tomlEntries.merge({ path: "config", bytes: Buffer.from(text) }, wanted, own);
    expect(Buffer.from(merged).toString()).toBe('[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "ours"\n');
  });
});
