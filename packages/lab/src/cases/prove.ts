/** `prove` itself: a program that is really installed, in a home of the case's own, and what a person may break afterwards. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { install } from "agenthooks/install";
import type { Driver } from "../agents/driver.js";
import { installAgent } from "../agents/install.js";
import { pinOf } from "../agents/pins.js";
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { isObject, objects, parseJson } from "../json.js";
import { programFile } from "../paths.js";
import { type ProveOptions, prove } from "../prove/index.js";
import type { Sandbox } from "../sandbox.js";

interface Home {
  readonly home: string;
  /** A repository in it. */
  readonly repo: string;
  /** The folder of the installed program. */
  readonly folder: string;
  /** The agent's file that holds the entries. */
  readonly entries: string;
  /** A file that a command may make; the home is not touched by that. */
  readonly given: string;
}

interface ProveCase {
  readonly name: string;
  readonly claim: string;
  readonly program?: "prove-guard" | "prove-silent";
  readonly scope?: "user" | "project" | "local";
  /** The launcher starts the program where it lies. */
  readonly link?: boolean;
  options?(at: Home): Partial<ProveOptions>;
  /** What happens between installing and proving. */
  breaks?(at: Home): void;
  /** The rows that fail; none: all hold. */
  readonly fails?: readonly string[];
  /** Rows that nothing can be said about. */
  readonly notShown?: readonly string[];
}

const PROGRAM = "prove-guard";
/** As its source says. */
const nameOf = (program: string): string => `lab-${program}`;
/** Where each agent's entries lie, below the root of the scope. */
const ENTRIES: { readonly [provider in Driver["id"]]: { readonly shared: string; readonly local: string } } = {
  "claude-code": { shared: join(".claude", "settings.json"), local: join(".claude", "settings.local.json") },
  codex: { shared: join(".codex", "hooks.json"), local: join(".codex", "hooks.json") },
};
/** Switches all hooks off. */
const SWITCH: { readonly [provider in Driver["id"]]: (home: string) => void } = {
  "claude-code": (home) => edit(join(home, ".claude", "settings.json"), (settings) => ({ ...settings, disableAllHooks: true })),
  codex: (home) => prepend(join(home, ".codex", "config.toml"), "[features]\nhooks = false\n\n"),
};

const edit = (file: string, change: (data: Readonly<Record<string, unknown>>) => unknown): void => {
  const data = parseJson(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(change(isObject(data) ? data : {}), null, 2));
};
const prepend = (file: string, text: string): void => writeFileSync(file, text + readFileSync(file, "utf8"));

/** Every entry is for another tool. */
function changeEntries({ entries }: Home): void {
  edit(entries, (data) => {
    const hooks = Object.entries(isObject(data.hooks) ? data.hooks : {}).map(([event, groups]) => [
      event,
      objects(groups).map((group) => ({ ...group, matcher: "Edit" })),
    ]);
    return { ...data, hooks: Object.fromEntries(hooks) };
  });
}

const DECISIONS = ["deny", "reason", "neutral"] as const;
const FAILURES = ["crash", "bundle"] as const;

const cases = (driver: Driver): readonly ProveCase[] => [
  { name: "held", claim: "an installed program holds in every row" },
  { name: "project", claim: "a program of a repository holds in every row", scope: "project", breaks: trustProject },
  ...(driver.id === "codex"
    ? [
        {
          name: "untrusted-project",
          claim: "hooks of a repository that nobody has trusted hold nothing back",
          scope: "project",
          fails: ["trust", ...DECISIONS, ...FAILURES],
        } as const,
      ]
    : []),
  { name: "linked", claim: "a linked program holds in every row", link: true },
  {
    name: "named-deny",
    claim: "a command that the person names is refused as it stands",
    options: () => ({ deny: "cat .env", allow: "uname" }),
  },
  {
    name: "changed-entry",
    claim: "entries that somebody turned away from shell commands hold nothing back",
    breaks: changeEntries,
    fails: [driver.id === "codex" ? "trust" : "entries", "deny", "reason", ...FAILURES],
    ...(driver.id === "codex" ? { notShown: ["tampered"] } : {}),
  },
  {
    name: "lost-bundle",
    claim: "a program whose bundle is gone decides nothing, and its fail mode still holds",
    breaks: ({ folder }) => rmSync(join(folder, `hooks.${driver.id}.cjs`)),
    fails: ["entries", "program", ...DECISIONS],
  },
  {
    name: "lost-right",
    claim: "a launcher that cannot be executed holds nothing back",
    breaks: ({ folder }) => chmodSync(join(folder, "run"), 0o600),
    fails: ["entries", "program", ...DECISIONS, ...FAILURES],
  },
  {
    name: "switched-off",
    claim: "hooks that are switched off hold nothing back",
    breaks: ({ home }) => SWITCH[driver.id](home),
    fails: ["entries", ...DECISIONS, ...FAILURES],
  },
  {
    name: "silent",
    claim: "a program that only says that it denies does not pass, and the command is given to no agent",
    program: "prove-silent",
    options: ({ given }) => ({ deny: `touch ${given}` }),
    fails: ["deny", "reason"],
  },
];

/** As a person does who starts the agent there. */
function trustProject({ home, repo }: Home): void {
  const config = join(home, ".codex", "config.toml");
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(
    config,
    `${existsSync(config) ? readFileSync(config, "utf8") : ""}\n[projects.${JSON.stringify(repo)}]\ntrust_level = "trusted"\n`,
  );
}

const proveCase = (driver: Driver, one: ProveCase): LabCase => ({
  name: `prove.${one.name}`,
  event: driver.events.toolPre,
  capability: "prove",
  programs: [one.program ?? PROGRAM],
  versions: [pinOf(driver.id).versions[0]],
  async run(bench) {
    const at = await installed(bench, one);
    one.breaks?.(at);
    const before = digest(at.home);
    const { id } = driver;
    const report = await prove({
      name: nameOf(one.program ?? PROGRAM),
      providers: [id],
      home: at.home,
      ...(one.scope === undefined ? {} : { scope: one.scope }),
      dir: at.repo,
      env: { PATH: "/usr/bin:/bin" },
      agents: { [id]: await installAgent(id, bench.version) },
      ...one.options?.(at),
    });
    const rows = report.proofs.flatMap((proof) => proof.rows);
    const named = (outcome: string): string =>
      rows
        .filter((row) => row.outcome === outcome)
        .map((row) => row.name)
        .sort()
        .join(", ");
    const { fails = [] } = one;
    const wanted = [...fails].sort().join(", ");
    return judge(bench.sandbox, {
      must: {
        [one.claim]: named("failed") === wanted && named("not shown") === [...(one.notShown ?? [])].sort().join(", "),
        "the exit code says so": report.exitCode === (fails.length === 0 ? 0 : 1),
        "no byte of the home was written": digest(at.home) === before,
        "no hook of others was run, and no command that was named": !existsSync(at.given),
      },
      seen: {
        failed: named("failed"),
        "not shown": named("not shown"),
        ...(named("failed") === wanted ? {} : { rows: JSON.stringify(rows) }),
      },
    });
  },
});

/** The program where a person has it, beside hooks of somebody else. */
async function installed({ driver: { id }, sandbox, version }: Bench, one: ProveCase): Promise<Home> {
  const home = join(sandbox.lab, "person");
  const repo = join(home, "repo");
  mkdirSync(join(repo, ".git"), { recursive: true });
  const { program = PROGRAM, scope = "user" } = one;
  const root = scope === "user" ? home : repo;
  const entries = join(root, scope === "local" ? ENTRIES[id].local : ENTRIES[id].shared);
  mkdirSync(dirname(entries), { recursive: true });
  const given = join(sandbox.lab, "given");
  const foreign = { type: "command", command: `touch ${given}` };
  writeFileSync(entries, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [foreign] }] } }));
  await install({
    program: one.link ? linkable(sandbox, program) : programFile(program),
    providers: [id],
    scope,
    ...(scope === "user" ? {} : { dir: repo }),
    home,
    env: { PATH: "/usr/bin:/bin" },
    runtime: process.execPath,
    hostVersions: { [id]: version },
    ...(one.link ? { link: true } : {}),
  });
  return { home, repo, folder: join(root, ".agenthooks", nameOf(program)), entries, given };
}

/** A copy that any Node starts as it lies, since these programs name no type, beside the library. */
function linkable({ lab }: Sandbox, program: string): string {
  const folder = join(lab, "linked");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const library = createRequire(import.meta.url).resolve("agenthooks/package.json");
  symlinkSync(dirname(library), join(folder, "node_modules", "agenthooks"));
  const file = join(folder, `${program}.mjs`);
  copyFileSync(programFile(program), file);
  return file;
}

/** Every name, kind, mode, time of change and byte below a folder. */
function digest(folder: string): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const at = join(path, entry.name);
      if (entry.isSymbolicLink()) hash.update(`${at} -> ${readlinkSync(at)}\n`);
      else {
        const { mode, mtimeMs } = statSync(at);
        hash.update(`${at} ${mode} ${mtimeMs}\n`);
        if (entry.isDirectory()) visit(at);
        else hash.update(readFileSync(at));
      }
    }
  };
  visit(folder);
  return hash.digest("hex");
}

export const proveCases: CaseGroup = (driver) => cases(driver).map((one) => proveCase(driver, one));
