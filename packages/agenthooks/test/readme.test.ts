/** The code of the READMEs is what a user copies: it compiles under the strictest settings, and the program of the first one does what it says. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createHooks } from "agenthooks";
import { eventMap } from "agenthooks/registry";
import { transformSync } from "esbuild";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { FAMILIES, kinds } from "../src/decision/types.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** A project of a user: the package is found by its name. */
const folder = mkdtempSync(path.join(tmpdir(), "agenthooks-readme-"));
symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "dir");
writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const read = (name: string) => readFileSync(path.join(ROOT, name), "utf8");

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noImplicitReturns: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
  skipLibCheck: true,
  noEmit: true,
};

/** The fenced blocks of one language, in order. */
function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language).map(([, , code]) => code ?? "");
}

/** The names in a program that this library declares: what it imports, reads off a value, takes apart, or passes as an option. */
function namesUsed(program: ts.Program, fileName: string): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const add = (symbol: ts.Symbol | undefined) => {
    const at = symbol?.declarations?.[0]?.getSourceFile().fileName;
    if (symbol && at?.includes("/packages/agenthooks/dist/")) found.push(symbol.name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) found.push((node.propertyName ?? node.name).text);
    if (ts.isPropertyAccessExpression(node)) add(checker.getSymbolAtLocation(node.name));
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      add(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText()));
    }
    if (ts.isPropertyAssignment(node)) {
      const options = checker.getContextualType(node.parent);
      add(options && checker.getNonNullableType(options).getProperty(node.name.getText()));
    }
    ts.forEachChild(node, visit);
  };
  const source = program.getSourceFile(fileName);
  if (source) visit(source);
  return found;
}

/** What the compiler says of files in one folder, against the built package. */
function complaints(files: Readonly<Record<string, string>>): string[] {
  for (const [name, code] of Object.entries(files)) writeFileSync(path.join(folder, name), code);
  const names = Object.keys(files).map((name) => path.join(folder, name));
  const program = ts.createProgram(names, OPTIONS);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.basename(file?.fileName ?? "")}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

const README = read("README.md");

describe("README.md", { timeout: 120_000 }, () => {
  const [program = "", more = "", build = "", test = "", ...rest] = blocks(README, "ts");

  it("holds the blocks that the tests below know", () => {
    expect(rest).toEqual([]);
    expect([program, more, build, test].map((block) => block.match(/from "(agenthooks[\w/-]*)"/)?.[1])).toEqual([
      "agenthooks",
      "agenthooks",
      "agenthooks/install",
      "agenthooks/testing",
    ]);
    expect(blocks(README, "js")).toEqual([]);
  });

  it("has code that compiles", () => {
    expect(complaints({ "hooks.ts": program, "more.ts": more, "build.ts": build, "hooks.test.ts": test })).toEqual([]);
  });

  it("a mistake in its code would be found", () => {
    expect(complaints({ "wrong.ts": program.replace("event.tool.shell.command", "event.tool.shell.comand") })).toEqual([
      expect.stringContaining("'comand' does not exist"),
    ]);
  });

  it("its program, built and tested as it says, is refused what it says", () => {
    writeFileSync(path.join(folder, "hooks.ts"), program);
    for (const [name, code] of Object.entries({ hooks: program, build, test })) {
      writeFileSync(path.join(folder, `${name}.js`), transformSync(code, { loader: "ts", format: "esm" }).code);
    }
    for (const name of ["build", "test"]) {
      const { status, stderr } = spawnSync(process.execPath, [`${name}.js`], { cwd: folder, encoding: "utf8" });
      expect([name, status, stderr]).toEqual([name, 0, ""]);
    }
  });

  it("its settings are JSON and name the launcher that it places", () => {
    const [settings = ""] = blocks(README, "json");
    const { hooks } = JSON.parse(settings) as { hooks: Record<string, [{ hooks: [{ command: string }] }]> };
    for (const [event, [{ hooks: entries }]] of Object.entries(hooks)) {
      expect(entries[0].command).toContain(`dist/acme-guard/run agenthooks run --provider=claude-code --event=${event}`);
    }
  });

  it("names every member of the library that an example uses: they can be written from it alone", () => {
    const folderOfExamples = path.join(ROOT, "examples");
    const files = readdirSync(folderOfExamples).map((name) => path.join(folderOfExamples, name));
    const program = ts.createProgram(files, OPTIONS);
    const used = files.flatMap((name) => namesUsed(program, name));
    expect(used).toEqual(
      expect.arrayContaining(["targetsComplete", "loopCount", "outputText", "degraded", "required", "timedOut", "defer"]),
    );
    expect([...new Set(used)].filter((name) => !new RegExp(`\\b${name}\\b`).test(README))).toEqual([]);
  });

  /** The table of kinds, by kind: the cells of its row. */
  const rows = new Map(
    README.split("\n")
      .filter((line) => line.startsWith("| `") && line.split("|").length === 7)
      .flatMap((line) => {
        const [, names = "", ...cells] = line.split("|");
        return [...names.matchAll(/`([\w.]+)`/g)].map(([, kind]) => [kind ?? "", cells] as const);
      }),
  );

  it("its table of kinds is complete, and each kind takes decisions where it says so", () => {
    const unused = new Set(["mcp.inventory"]); // no agent so far sends it
    expect([...rows.keys()].toSorted()).toEqual(
      kinds()
        .filter((kind) => !unused.has(kind))
        .toSorted(),
    );
    for (const kind of kinds().filter((one) => !unused.has(one))) {
      expect([kind, rows.get(kind)?.[2]?.includes("none")]).toEqual([kind, FAMILIES[kind].length === 0]);
    }
  });

  it.each([
    ["claude-code", 0],
    ["codex", 1],
  ] as const)("its table of kinds names the native events of %s, and a dash where there is none", (provider, column) => {
    const mapped = eventMap[provider] ?? [];
    for (const { native, kind } of mapped) if (kind !== "other") expect(rows.get(kind)?.[column], native).toContain(native);
    const named = [...rows].filter(([, cells]) => cells[column]?.trim() === "–").map(([kind]) => kind);
    expect(named.filter((kind) => mapped.some((one) => one.kind === kind))).toEqual([]);
  });

  it("its table of the policy names every member, with its default", () => {
    const named = README.split("\n").flatMap((line) => /^\| `(\w+)` \| [^|]*(?:`|entry's)[^|]* \| /.exec(line)?.[1] ?? []);
    const message = (() => {
      try {
        createHooks({ policy: { none: 1 } as object });
        return "";
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    })();
    for (const member of /it has (.*)$/.exec(message)?.[1]?.split(" ") ?? ["a message that lists the members"])
      expect(named).toContain(member);
  });

  it("every file that it links to is there", () => {
    for (const [, target = ""] of README.matchAll(/\]\((?!http)([^)#]+)\)/g)) expect(read(target).length, target).toBeGreaterThan(100);
  });
});

describe("the package's README.md", () => {
  it("has code that compiles", { timeout: 60_000 }, () => {
    const code = blocks(read("packages/agenthooks/README.md"), "ts");
    expect(code.length).toBeGreaterThan(0);
    expect(complaints(Object.fromEntries(code.map((block, at) => [`package-${at}.ts`, block])))).toEqual([]);
  });
});
