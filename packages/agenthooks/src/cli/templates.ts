/** What `agenthooks init` writes. */

/** A name as `createHooks` takes it, made of a folder's. */
export function nameFor(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return name === "" ? "my-hooks" : name;
}

const program = (name: string) => `import { createHooks, deny, main, matchCanonical, when } from "agenthooks";

// "closed": when this program fails, the agent's action is refused.
const hooks = createHooks({ name: ${JSON.stringify(name)}, policy: { fail: "closed" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (event) =>
    event.tool.shell.command.includes("rm -rf") ? deny("ask a person to delete that") : undefined,
  ),
);

export default hooks;
await main(hooks);
`;

const test = `import assert from "node:assert/strict";
import { test } from "node:test";
import { invoke } from "agenthooks/testing";
import hooks from "./hooks.js";

const shell = (command: string) =>
  invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: { tool_name: "Bash", tool_input: { command } } });

test("a whole folder is not deleted", async () => {
  const { decision } = await shell("rm -rf build");
  assert.equal(decision?.reason, "ask a person to delete that");
});

test("of other commands it has no opinion", async () => {
  const { decision } = await shell("ls");
  assert.equal(decision?.blocks ?? false, false);
});
`;

const TSCONFIG = {
  compilerOptions: {
    target: "ES2023",
    module: "NodeNext",
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

/** The packages that a program is written with; what runs as a hook is a bundle and needs none of them. */
const TOOLS = { "@types/node": "^22", tsx: "^4", typescript: "^5.9" };

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a new program, by name. */
export function starter(name: string, version: string): Readonly<Record<string, string>> {
  return {
    "hooks.ts": program(name),
    "hooks.test.ts": test,
    "package.json": json({
      name,
      private: true,
      type: "module",
      scripts: { check: "tsc", test: "tsx --test hooks.test.ts" },
      devDependencies: { agenthooks: `^${version}`, ...TOOLS },
    }),
    "tsconfig.json": json(TSCONFIG),
  };
}

/** What a package that was there before lacks, as the commands that add it. */
export function packageSteps(text: string): readonly string[] {
  let found: { readonly type?: unknown; readonly dependencies?: object; readonly devDependencies?: object };
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    found = typeof value === "object" && value !== null ? value : {};
  } catch {
    return ["correct package.json: it is not JSON"];
  }
  const has = { ...found.dependencies, ...found.devDependencies };
  const missing = ["agenthooks", ...Object.keys(TOOLS)].filter((one) => !Object.hasOwn(has, one));
  return [
    ...(found.type === "module" ? [] : ["npm pkg set type=module"]),
    ...(missing.length === 0 ? [] : [`npm install -D ${missing.join(" ")}`]),
  ];
}
