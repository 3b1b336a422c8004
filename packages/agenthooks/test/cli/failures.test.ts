/** A failure says what happened, where, and what to do; programs read the same from one document. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigParseError, InstallConflictError } from "agenthooks";
import { afterAll, describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { BundleError } from "../../src/install/bundle-error.js";
import { cli, installs } from "./helper.js";

const folder = mkdtempSync(path.join(tmpdir(), "agenthooks-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = path.join(folder, "settings.json");

async function failing(error: unknown, overrides: Parameters<typeof cli>[1] = {}) {
  const thrower = { installs: async () => installs({ status: () => Promise.reject(error) }), ...overrides };
  const people = await cli(["status"], thrower);
  expect(people.stdout).toBe("");
  const programs = await cli(["status", "--json"], thrower);
  expect([programs.stderr, programs.code]).toEqual(["", people.code]);
  return { code: people.code, text: people.stderr, json: JSON.parse(programs.stdout) };
}

describe("a configuration that cannot be parsed", () => {
  const error = new ConfigParseError("settings.json has a comma too many", settings, 3, 4);

  it("is shown with its line and a mark below the column", async () => {
    writeFileSync(settings, '{\n  "a": 1,\n\t\t\t,\n}\n');
    const { code, text, json } = await failing(error);
    expect(code).toBe(1);
    expect(text).toBe(
      `error settings.json has a comma too many\n  ${settings}:3:4\n  3 |    ,\n         ^\n  fix: correct the file, then run the command again; nothing was written\n`,
    );
    expect(json).toEqual({
      error: {
        name: "ConfigParseError",
        message: error.message,
        path: settings,
        line: 3,
        column: 4,
        fix: expect.stringContaining("correct the file"),
      },
    });
  });

  it("of a line of many thousand letters only the place is shown", async () => {
    writeFileSync(settings, `${"a".repeat(5000)}!${"b".repeat(5000)}\n`);
    const { text } = await failing(new ConfigParseError("no", settings, 1, 5001));
    const [line = "", mark = ""] = text.split("\n").slice(2);
    expect(line.length).toBeLessThan(140);
    expect(line[mark.indexOf("^")]).toBe("!");
  });

  it("that is gone meanwhile is named without its line", async () => {
    const { text } = await failing(new ConfigParseError("no", path.join(folder, "gone"), 1, 1));
    expect(text).toContain(`${path.join(folder, "gone")}:1:1\n  fix:`);
  });
});

it("what the installer calls wrong usage is wrong usage", async () => {
  expect(await failing(new UsageError("no git repository is above the working folder"))).toMatchObject({
    code: 2,
    json: { error: { name: "UsageError", message: "no git repository is above the working folder" } },
  });
});

it("a conflict names the path", async () => {
  const { code, json, text } = await failing(new InstallConflictError("the folder is of another program; move it away", "/x/acme-guard"));
  expect(code).toBe(1);
  expect(text).toBe("error the folder is of another program; move it away\n  /x/acme-guard\n");
  expect(json.error).toEqual({ name: "InstallConflictError", message: expect.any(String), path: "/x/acme-guard" });
});

it("a program that cannot be made ready is named, and its message alone says what to do", async () => {
  const { code, json, text } = await failing(new BundleError("it has no default export; add: export default hooks;", "/x/hooks.ts"));
  expect(code).toBe(1);
  expect(text).toBe("error it has no default export; add: export default hooks;\n  /x/hooks.ts\n");
  expect(json.error).toEqual({ name: "BundleError", message: expect.any(String), path: "/x/hooks.ts" });
});

it("anything else that is thrown is told too, with exit code 1", async () => {
  expect(await failing(new TypeError("odd"))).toMatchObject({
    code: 1,
    text: "error odd\n",
    json: { error: { name: "TypeError", message: "odd" } },
  });
  expect(await failing("a text")).toMatchObject({ code: 1, json: { error: { name: "Error", message: "a text" } } });
});

describe("Ctrl-C", () => {
  it("ends with 130 what it stopped", async () => {
    const { code, json } = await failing(new DOMException("aborted", "AbortError"), { signal: AbortSignal.abort() });
    expect([code, json.error.name]).toEqual([130, "AbortError"]);
  });

  it("that came too late changes nothing: what is done is told", async () => {
    expect(await cli(["status"], { signal: AbortSignal.abort() })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("acme-guard"),
    });
  });

  it("every function is handed the signal", async () => {
    const signal = new AbortController().signal;
    const calls: NonNullable<Parameters<typeof installs>[1]> = [];
    for (const name of ["status", "diff", "upgrade", "uninstall"]) await cli([name], { signal, installs: async () => installs({}, calls) });
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set(["status", "installed", "diff", "upgrade", "uninstall"]));
    for (const [, options] of calls) expect(options.signal).toBe(signal);
  });
});

describe("a command that finds no program", () => {
  const message = "an interrupted install of acme-guard was undone (3 files)";
  const recover = async () => [{ level: "note", provider: "*", path: undefined, message, fix: undefined }] as const;
  const none = { installs: async () => installs({ installed: async () => [], recover }) };

  it("undoes what a killed install has left half done, and says so", async () => {
    for (const command of ["uninstall", "upgrade"]) {
      const { code, stderr } = await cli([command, "acme-guard"], none);
      expect([code, stderr.split("\n")[0]]).toEqual([1, `error "acme-guard" is not installed here; ${message}`]);
    }
  });

  it("leaves it as it is in a dry run", async () => {
    for (const command of ["uninstall", "upgrade"])
      expect((await cli([command, "acme-guard", "--dry-run"], none)).stderr).not.toContain("undone");
  });
});
