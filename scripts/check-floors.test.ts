import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./lib/repo.js";
import { run } from "./lib/run.js";

const src = "packages/agenthooks/src";

/** A small library that keeps every rule, then one file for each way to break one. */
const files: Readonly<Record<string, string>> = {
  "base/json.ts": `import { sep } from "node:path"; export const json = sep; export interface Json { a: string }`,
  "base/edit/text.ts": `import { build } from "esbuild"; export const edit = build;`,
  "event/event.ts": `import { json } from "../base/json.js"; import type { Json } from "../base/json.js"; export const event = json; export type E = Json;`,
  "event/part.ts": `import type { Whole } from "./whole.js"; export interface Part { whole: Whole } export const part = 1;`,
  "event/whole.ts": `import { part } from "./part.js"; import type { Part } from "./part.js"; export interface Whole { part: Part } export const whole = part;`,
  "providers/_claude-shape/encode.ts": `import { event } from "../../event/event.js"; export const shape = event;`,
  "providers/claude-code/adapter.ts": `import { shape } from "../_claude-shape/encode.js"; export const adapter = shape;`,
  "providers/claude-code/install.ts": `import { edit } from "../../base/edit/text.js"; export const install = edit;`,
  "providers/index.ts": `export const load = () => import("./claude-code/adapter.js");`,
  "install/bundle.ts": `import { build } from "esbuild"; export { build };`,
  "state/index.ts": `export { json } from "../base/json.js";`,
  "index.ts": `export { event } from "./event/event.js"; export { build } from "./install/bundle.js";`,

  "base/up.ts": `import { event } from "../event/event.js"; export const up = event;`,
  "base/up-by-type.ts": `import type { E } from "../event/event.js"; export type Up = E;`,
  "base/up-lazily.ts": `export const up = () => import("../event/event.js");`,
  "decision/needs-install.ts": `export { build } from "../install/bundle.js";`,
  "runtime/core/needs-root.ts": `export { event } from "../../index.js";`,
  "runtime/core/needs-state.ts": `export { json } from "../../state/index.js";`,
  "runtime/core/needs-package.ts": `import { build } from "esbuild"; export const b = build;`,
  "router/needs-edit.ts": `import { edit } from "../base/edit/text.js"; export const e = edit;`,
  "providers/gemini/adapter.ts": `export { adapter } from "./parts.js";`,
  "providers/gemini/parts.ts": `import { edit } from "../../base/edit/text.js"; export const adapter = edit;`,
  "state/needs-runtime.ts": `export { b } from "../runtime/core/needs-package.js";`,
  "providers/codex/adapter.ts": `export { adapter } from "../claude-code/adapter.js";`,
  "providers/_claude-shape/knows-claude.ts": `export { adapter } from "../claude-code/adapter.js";`,
  "router/one.ts": `import { two } from "./two.js"; export const one = () => two;`,
  "router/two.ts": `import { one } from "./one.js"; export const two = () => one;`,
  "cli/main.ts": `import { tool } from "undeclared-tool"; export const t = tool;`,
  "testing/needs-cli.ts": `export { t } from "../cli/main.js";`,
  "cli/missing.ts": `export { gone } from "./gone.js";`,
  "extras/thing.ts": `export { json } from "../base/json.js";`,
};

let folder = "";
let found: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "agenthooks-floors-"));
  const write = (file: string, text: string): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [file, text] of Object.entries(files)) write(join(src, file), text);
  write("packages/agenthooks/package.json", JSON.stringify({ name: "agenthooks", dependencies: { esbuild: "*" } }));
  for (const name of ["esbuild", "undeclared-tool"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    write(`node_modules/${name}/index.js`, "exports.build = exports.tool = 1;");
  }
  const cli = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const args = [cli, "--config", join(root, ".dependency-cruiser.cjs"), "--output-type", "json", src];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder });
  if (stdout === "") throw new Error(stderr);
  const report = JSON.parse(stdout) as {
    readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
  };
  found = [...new Set(report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from.slice(src.length + 1)}`))];
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["a floor imports a higher one", "floor-0-base: base/up.ts"],
  ["a floor names a type of a higher one", "floor-0-base: base/up-by-type.ts"],
  ["a floor imports a higher one lazily", "floor-0-base: base/up-lazily.ts"],
  ["a floor imports one far above", "floor-2-decision: decision/needs-install.ts"],
  ["a floor imports the root entry", "faces-are-not-imported: runtime/core/needs-root.ts"],
  ["a floor imports a face", "faces-are-not-imported: runtime/core/needs-state.ts"],
  ["a face imports the command line", "the-command-line-is-on-top: testing/needs-cli.ts"],
  ["the state face loads the pipeline", "state-is-a-face-of-base: state/needs-runtime.ts"],
  ["the run path imports a package", "no-package-on-the-run-path: runtime/core/needs-package.ts"],
  ["the run path edits configuration", "edits-off-the-run-path: router/needs-edit.ts"],
  ["an adapter loads the edits through another file", "edits-off-the-run-path: providers/gemini/adapter.ts"],
  ["an adapter imports another", "adapters-are-islands: providers/codex/adapter.ts"],
  ["a shared shape knows an adapter", "adapters-are-islands: providers/_claude-shape/knows-claude.ts"],
  ["two files load each other", "no-cycle: router/one.ts"],
  ["a package that is not declared is imported", "declared-dependencies-only: cli/main.ts"],
  ["a file that is not there is imported", "no-missing-file: cli/missing.ts"],
  ["a folder without a floor", "every-folder-has-a-floor: extras/thing.ts"],
])("the floor rule refuses: %s", (_rule, violation) => {
  expect(found).toContain(violation);
});

test("the floor rule lets clean files through", () => {
  const clean = Object.keys(files).slice(0, Object.keys(files).indexOf("base/up.ts"));
  expect(found.filter((violation) => clean.some((file) => violation.endsWith(`: ${file}`)))).toEqual([]);
});
