/** The command line in this process: no terminal, no home folder, no agent. */
import { fileURLToPath } from "node:url";
import type { Deps, Installs } from "../../src/cli/deps.js";
import { run } from "../../src/cli/run.js";
import type { Installed } from "../../src/install/installed.js";
import type { InstallOptions, InstallReport, Rendering, Selection, StatusEntry, Target } from "../../src/install/types.js";
import type { Detected, HostInstaller } from "../../src/providers/install.js";

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The questions that were asked. */
  readonly asked: readonly string[];
}

/** Runs one command line. */
export async function cli(
  argv: readonly string[],
  overrides: Partial<Deps> & { readonly answers?: readonly boolean[] } = {},
): Promise<Called> {
  const said = { stdout: "", stderr: "" };
  const asked: string[] = [];
  const { answers, ...own } = overrides;
  const left = [...(answers ?? [])];
  const deps: Deps = {
    installs: async () => installs(),
    installers: installers({ "claude-code": "2.1.332", codex: "0.144.1" }),
    prover: () => Promise.reject(Object.assign(new Error("Cannot find package '@agenthooks/lab'"), { code: "ERR_MODULE_NOT_FOUND" })),
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    color: false,
    width: 100,
    progress: undefined,
    ask:
      answers === undefined
        ? undefined
        : async (question) => {
            asked.push(question);
            return left.shift() ?? false;
          },
    env: {},
    cwd: "/home/ada/repo",
    home: "/home/ada",
    version: "1.2.3",
    signal: new AbortController().signal,
    ...own,
  };
  return { code: await run(argv, deps), ...said, asked };
}

/** Install halves of agents of which some are there: those with a version. */
export function installers(versions: Readonly<Record<string, string | undefined>>): Deps["installers"] {
  const refuse = () => Promise.reject(new Error("the command line plans nothing itself"));
  return Object.fromEntries(
    Object.entries(versions).map(([id, version]) => {
      const found: Detected | undefined =
        version === undefined ? undefined : { folder: `/home/ada/.${id}`, executable: undefined, version };
      const half: HostInstaller = { id, detect: async () => found, launcherWord: () => "", plan: refuse, inspect: refuse };
      return [id, async () => half];
    }),
  );
}

export const report = (more: Partial<InstallReport> = {}): InstallReport => ({
  name: "acme-guard",
  changed: true,
  files: [
    { path: "/home/ada/.agenthooks/acme-guard/run", action: "create", provider: undefined },
    { path: "/home/ada/.claude/settings.json", action: "update", provider: "claude-code" },
  ],
  findings: [],
  nextSteps: [],
  receipt: "/home/ada/.local/state/agenthooks/acme-guard/receipts/user-0123456789ab.json",
  ...more,
});

export const entry = (more: Partial<StatusEntry> = {}): StatusEntry => ({
  name: "acme-guard",
  version: "1.0.0",
  provider: "claude-code",
  scope: "user",
  root: "/home/ada",
  path: "/home/ada/.claude/settings.json",
  events: ["PreToolUse", "Stop"],
  drift: false,
  linked: false,
  ...more,
});

const bytes = (text: string) => new TextEncoder().encode(text);

export const rendering: Rendering = new Map([
  ["/home/ada/.agenthooks/acme-guard/run", { after: bytes("#!/bin/sh\n".repeat(300)) }],
  [
    "/home/ada/.claude/settings.json",
    { before: bytes('{\n  "model": "opus"\n}\n'), after: bytes('{\n  "model": "opus",\n  "hooks": {}\n}\n') },
  ],
]);

type Call = readonly [name: keyof Installs, options: InstallOptions | Target | Selection];

/** As receipts say it; of a program whose file is this one, so that it is there. */
export const place = (more: Partial<Installed> = {}): Installed => {
  const { name = "acme-guard", scope = "user", root = "/home/ada", providers = ["claude-code"] } = more;
  const again = { name, scope, providers, program: PROGRAM, ...(scope === "user" ? {} : { dir: root }) };
  return { name, scope, root, providers, again, ...more };
};
export const PROGRAM = fileURLToPath(import.meta.url);

/** Functions that write nothing, and write down what they were asked. */
export function installs(more: Partial<Installs> = {}, calls: Call[] = []): Installs {
  const fake: Installs = {
    install: async () => report(),
    upgrade: async () => report(),
    uninstall: async () => report(),
    diff: async () => rendering,
    renderUninstall: async () => rendering,
    status: async () => ({ entries: [entry()], findings: [] }),
    installed: async () => [place()],
    recover: async () => [],
    damaged: async () => [],
    ...more,
  };
  const noted =
    <Name extends keyof Installs>(name: Name) =>
    (options: Call[1]) => {
      calls.push([name, options]);
      return (fake[name] as (options: Call[1]) => ReturnType<Installs[Name]>)(options);
    };
  return {
    install: noted("install"),
    upgrade: noted("upgrade"),
    uninstall: noted("uninstall"),
    diff: noted("diff"),
    renderUninstall: noted("renderUninstall"),
    status: noted("status"),
    installed: noted("installed"),
    recover: noted("recover"),
    damaged: noted("damaged"),
  };
}
