/** The command line in this process: no terminal, no home folder, no agent. */
import type { Deps, Installs } from "../../src/cli/deps.js";
import { run } from "../../src/cli/run.js";
import type { InstallOptions, InstallReport, Rendering, Selection, StatusEntry } from "../../src/install/types.js";
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
    prover: () => Promise.reject(Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" })),
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

type Call = readonly [name: keyof Installs, options: InstallOptions | (Selection & { readonly dryRun?: boolean })];

/** Functions that write nothing, and write down what they were asked. */
export function installs(more: Partial<Installs> = {}, calls: Call[] = []): Installs {
  const fake: Installs = {
    install: async () => report(),
    render: async () => rendering,
    uninstall: async () => [{ report: report(), rendering }],
    upgrade: async () => [{ report: report(), rendering }],
    status: async () => ({ entries: [entry()], findings: [] }),
    diff: async () => rendering,
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
    render: noted("render"),
    uninstall: noted("uninstall"),
    upgrade: noted("upgrade"),
    status: noted("status"),
    diff: noted("diff"),
  };
}
