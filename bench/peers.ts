/** What users would take instead, from npm, pinned; installed once into the lab's cache. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { Candidate } from "./measure.js";

const PEERS = { "cc-safety-net": "2.4.5", "cc-hooks-ts": "2.1.251" } as const;

const CC_HOOKS_TS = `import { defineHook, runHook } from "cc-hooks-ts";
const hook = defineHook({
  trigger: { PreToolUse: { Bash: true } },
  run: (context) => context.input.tool_input.command.startsWith("git push --force") ? context.blockingError("no force push") : context.success(),
});
await runHook(hook);
`;

/** @throws Error when npm cannot install them. */
export function peers(node: string): Candidate[] {
  const folder = path.join(process.env.AGENTHOOKS_LAB_CACHE ?? path.join(homedir(), ".cache", "agenthooks-lab"), "bench-peers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  const specs = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  if (!Object.keys(PEERS).every((name) => existsSync(path.join(folder, "node_modules", name)))) {
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    const { status } = spawnSync("npm", ["install", "--prefix", folder, ...flags, ...specs], { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm install ${specs.join(" ")} failed; the peers cannot be measured`);
  }
  const hook = path.join(folder, "cc-hooks-ts-guard.mjs");
  writeFileSync(hook, CC_HOOKS_TS);
  return [
    { label: `cc-hooks-ts ${PEERS["cc-hooks-ts"]}`, command: [node, hook] },
    {
      label: `cc-safety-net ${PEERS["cc-safety-net"]}`,
      command: [node, path.join(folder, "node_modules/cc-safety-net/dist/bin/cc-safety-net.js"), "hook", "--claude-code"],
    },
  ];
}
