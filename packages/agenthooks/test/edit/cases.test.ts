/** What went wrong in other installers (captures/cases/<id>, from public reports), shown not to go wrong in an edit. */
import { readFileSync } from "node:fs";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { readJson, setMember } from "../../src/base/edit/json.js";
import { readToml, setTomlTable } from "../../src/base/edit/toml.js";
import { ConfigParseError, InstallConflictError } from "../../src/base/errors.js";
import { type EntryStore, jsonEntries, type ShapedEntry, tomlEntries } from "../../src/providers/_claude-shape/entries.js";
import type { Own } from "../../src/providers/install.js";

const strict = jsonEntries("json");
const loose = jsonEntries("jsonc");
const read = (path: string) => ({ path, bytes: new Uint8Array(readFileSync(new URL(`../captures/cases/${path}`, import.meta.url))) });
const given = (text: string) => ({ path: "settings.json", bytes: new TextEncoder().encode(text) });
const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const starts =
  (launcher: string): Own =>
  ({ command }) =>
    typeof command === "string" && command.startsWith(launcher);
const own = starts("/opt/guard/run ");
const entry = (event: string, matcher?: string): ShapedEntry => ({
  event,
  matcher,
  handler: { type: "command", command: `/opt/guard/run agenthooks run --event=${event}` },
});
const foreign = (store: EntryStore, bytes: Uint8Array) =>
  store
    .list({ path: "", bytes }, own)
    .flatMap((found) => (found.own ? [] : [[found.event, found.matcher, found.handler, found.group, found.index]]));

describe("b70 other hooks are overwritten", () => {
  it("three entries of others, on the events that we install, keep their bytes and places", () => {
    const file = read("b70-clobbers-other-hooks/input.settings.json");
    const merged = strict.merge(file, [entry("SessionStart"), entry("PreToolUse", "Bash"), entry("Stop")], own);
    expect(foreign(strict, merged)).toEqual(foreign(strict, file.bytes));
    for (const line of text(file.bytes).split("\n")) expect(text(merged)).toContain(line);
    expect(text(merged)).toContain(
      '"async": true } ] },\n      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "/opt/guard/run agenthooks run --event=PreToolUse" } ] }\n    ],',
    );
    expect(text(strict.remove({ path: "", bytes: merged }, own))).toBe(text(file.bytes));
  });
});

describe("b71 each install adds a copy", () => {
  const file = read("b71-not-idempotent/input.settings.json");
  const isOurs: Own = ({ command, args }) => /acme[:-]id=guard/.test(JSON.stringify([command, args]));
  const wanted = [{ event: "PreToolUse", matcher: "Bash", handler: { type: "command", command: "/opt/acme/hook pre --acme-id=guard" } }];

  it("an older form is brought up to date where it stands, a second one is cut, and the next install changes nothing", () => {
    const merged = strict.merge(file, wanted, isOurs);
    expect(strict.list({ path: "", bytes: merged }, isOurs).map(({ event, own: mine, group }) => [event, mine, group])).toEqual([
      ["PreToolUse", true, 0],
      ["Notification", false, 0],
    ]);
    expect(readJson({ path: "", bytes: merged }, "json")).toMatchObject({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [wanted[0]?.handler] }] },
    });
    expect(strict.merge({ path: "", bytes: merged }, wanted, isOurs)).toBeInstanceOf(Uint8Array);
    expect(text(strict.merge({ path: "", bytes: merged }, wanted, isOurs))).toBe(text(merged));
  });

  it("an entry of the person that calls the same program without the mark is not ours", () => {
    const removed = strict.remove(file, isOurs);
    expect(readJson({ path: "", bytes: removed }, "json")).toEqual({
      hooks: { Notification: [{ hooks: [{ type: "command", command: "/opt/acme/hook notify-me" }] }] },
    });
  });
});

describe("b73 comments and commas", () => {
  const file = read("b73-jsonc/input.settings.jsonc");

  it("comments, commas and texts that look like them survive, and taking out gives the bytes back", () => {
    const merged = loose.merge(file, [entry("PreToolUse", "Bash"), entry("Stop")], own);
    for (const line of text(file.bytes).split("\n")) expect(text(merged)).toContain(line);
    expect(text(merged)).toContain("// keep me\n      { ");
    expect(loose.list({ path: "", bytes: merged }, own)).toHaveLength(3);
    expect(text(loose.remove({ path: "", bytes: merged }, own))).toBe(text(file.bytes));
  });

  it("an agent that reads strict JSON rejects the file: refused, with the place", () => {
    expect(() => strict.merge(file, [entry("Stop")], own)).toThrow(
      /holds a comment; .*input\.settings\.jsonc, line 2, column 3; the agent .* rejects this file/,
    );
    expect(() => strict.merge(given('{ "arr": [1, 2,] }'), [entry("Stop")], own)).toThrow(
      /comma too many; settings\.json, line 1, column 15/,
    );
  });

  it("what cannot be parsed is refused with line and column", () => {
    const broken = read("b73-jsonc/input.broken.json");
    for (const edit of [() => loose.merge(broken, [entry("Stop")], own), () => loose.remove(broken, own), () => loose.list(broken, own)]) {
      expect(edit).toThrow(ConfigParseError);
      expect(edit).toThrow(/input\.broken\.json, line \d+, column \d+/);
    }
  });
});

describe("b74 byte order mark and CRLF", () => {
  const file = read("b74-bom-crlf-config/input.settings.json");

  it("a file with both is read, and keeps both", () => {
    const merged = strict.merge(file, [entry("Stop"), entry("PreToolUse", "Bash")], own);
    expect([...merged.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text(merged)).not.toMatch(/(?<!\r)\n/);
    expect(text(strict.remove({ path: "", bytes: merged }, own))).toBe(text(file.bytes));
  });

  it("no mark is added to a new file", () => {
    expect(text(strict.merge({ path: "new", bytes: undefined }, [entry("Stop")], own)).startsWith("{\n")).toBe(true);
  });
});

describe("b75 a name that stands there twice", () => {
  const twice = given('{"hooks": {\n  "PreToolUse": [],\n  "Stop": [],\n  "PreToolUse": []\n}}');

  it("is refused with both lines: which one counts is not ours to say", () => {
    expect(() => strict.merge(twice, [entry("PreToolUse")], own)).toThrow(/"PreToolUse" stands in one object twice, on lines 2 and 4/);
    expect(() => setMember(given('{"a": 1,\n"a": 2}'), ["a"], 3, "json")).toThrow(/lines 1 and 2/);
  });

  it("is left alone where the edit does not touch it", () => {
    expect(text(setMember(given('{"x": {"a": 1, "a": 2}}'), ["b"], 3, "json"))).toBe('{"x": {"a": 1, "a": 2}, "b": 3}');
  });
});

describe("b76 a root that is no object", () => {
  it.each(["input.array.json", "input.null.json", "input.hooks-array.json", "input.event-object.json"])("%s is refused", (name) => {
    expect(() => strict.merge(read(`b76-non-object-root/${name}`), [entry("PreToolUse")], own)).toThrow(InstallConflictError);
  });

  it.each([
    ["[]", /the top level is an array where an object is needed; settings\.json, line 1/],
    ["null", /the top level is null/],
    ['"x"', /the top level is a string/],
    ['{"hooks": []}', /hooks is an array where an object is needed/],
    ['{"hooks":\n{"PreToolUse":{}}}', /hooks\.PreToolUse is an object where an array is needed; settings\.json, line 2/],
  ])("%s is refused by name and type, and taking out leaves it", (source, message) => {
    expect(() => strict.merge(given(source), [entry("PreToolUse")], own)).toThrow(message);
    expect(text(strict.remove(given(source), own))).toBe(source);
  });

  it("no file, an empty one and one of white space are new", () => {
    const made = text(strict.merge({ path: "new", bytes: undefined }, [entry("Stop")], own));
    expect(made).toBe(`${JSON.stringify({ hooks: { Stop: [{ hooks: [entry("Stop").handler] }] } }, null, 2)}\n`);
    expect(text(strict.merge(read("b76-non-object-root/input.empty.json"), [entry("Stop")], own))).toBe(made);
    expect(text(strict.merge(given(" \n\t"), [entry("Stop")], own))).toBe(made);
  });
});

describe("b77 one bad entry", () => {
  it.each(["input.unknown-event.json", "input.flat.json", "input.bad-matcher.json", "input.agent-no-prompt.json"])(
    "%s: what others wrote wrong is left as it is, to the byte",
    (name) => {
      const file = read(`b77-one-bad-entry-kills-file/${name}`);
      const merged = strict.merge(file, [entry("PreToolUse", "Bash"), entry("Stop")], own);
      expect(foreign(strict, merged)).toEqual(foreign(strict, file.bytes));
      expect(text(strict.remove({ path: "", bytes: merged }, own))).toBe(text(file.bytes));
    },
  );
});

describe("b82 comments that marked our part are gone", () => {
  it("a file that the agent has written anew, without comments, still tells ours from the others", () => {
    const source =
      '[[hooks.Stop]]\n# agenthooks begin\n[[hooks.Stop.hooks]]\ncommand = "/opt/guard/run agenthooks run --event=Stop" # agenthooks\ntype = "command"\n';
    const rewritten = given(source.replace(/ ?# .*\n?/g, (comment) => (comment.endsWith("begin\n") ? "" : "\n")));
    expect(text(tomlEntries.merge(rewritten, [entry("Stop")], own))).toBe(text(rewritten.bytes));
    expect(text(tomlEntries.remove(rewritten, own))).toBe("");
  });

  it("an array of tables named hooks is another agent's form: refused, nothing read into it", () => {
    const file = read("b82-comment-markers-lost/input.config.toml");
    expect(tomlEntries.list(file, own)).toEqual([]);
    expect(() => tomlEntries.merge(file, [entry("Stop")], own)).toThrow(/hooks is not a table; .*line 1/);
  });
});

describe("b84 quotes in a path", () => {
  const paths = JSON.parse(text(read("b84-quoting-inside-toml-json/input.json").bytes)) as Record<string, string>;

  it.each(Object.entries(paths))("%s: JSON and TOML give back what was written", (_name, path) => {
    const wanted: ShapedEntry[] = [{ event: "Stop", matcher: path, handler: { type: "command", command: `${path} \u0001\u007f` } }];
    for (const store of [strict, tomlEntries]) {
      const merged = store.merge({ path: "new", bytes: undefined }, wanted, starts(path));
      expect(store.list({ path: "new", bytes: merged }, starts(path))).toEqual([
        { ...wanted[0], group: 0, index: 0, own: true, line: expect.any(Number) },
      ]);
      if (store === tomlEntries)
        expect(parseToml(text(merged))).toEqual({ hooks: { Stop: [{ matcher: path, hooks: [wanted[0]?.handler] }] } });
    }
    const state = setTomlTable({ path: "new", bytes: undefined }, ["hooks", "state", path], { trusted_hash: path });
    expect(readToml({ path: "new", bytes: state })).toEqual({ hooks: { state: { [path]: { trusted_hash: path } } } });
  });
});
