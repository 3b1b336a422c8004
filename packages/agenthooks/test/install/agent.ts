/** An agent of the tests with one JSON file, a program that needs no bundling, and a home folder to install into. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { JsonObject } from "../../src/base/json.js";
import type { Deps } from "../../src/install/context.js";
import type { StagedProgram } from "../../src/install/program.js";
import type { InstallOptions } from "../../src/install/types.js";
import type { FoundEntry, HostInstaller, Place, PlanRequest } from "../../src/providers/install.js";

interface Hook {
  readonly event: string;
  readonly command: string;
  readonly trust?: FoundEntry["trust"];
}

/** `<root>/.<id>/hooks.json`: `{ "hooks": [{ "event", "command" }] }`. */
export function testAgent(id: string, overrides: Partial<HostInstaller> = {}): HostInstaller {
  const fileOf = ({ root }: Pick<Place, "root">) => path.join(root, `.${id}`, "hooks.json");
  const hooksIn = async (place: Place): Promise<{ readonly config: JsonObject; readonly hooks: readonly Hook[] }> => {
    const bytes = await place.read(fileOf(place));
    const config = bytes === undefined ? {} : (JSON.parse(Buffer.from(bytes).toString("utf8")) as JsonObject);
    return { config, hooks: (config.hooks ?? []) as unknown as readonly Hook[] };
  };
  return {
    id,
    detect: async ({ home }) => {
      const folder = path.join(home, `.${id}`);
      const version = path.join(folder, "version");
      if (!fs.existsSync(folder)) return undefined;
      return { folder, executable: undefined, version: fs.existsSync(version) ? fs.readFileSync(version, "utf8") : undefined };
    },
    launcherWord: ({ scope }, launcher, name) => (scope === "project" ? `"$ROOT"/.agenthooks/${name}/run` : `'${launcher}'`),
    plan: async (request: PlanRequest) => {
      const { config, hooks } = await hooksIn(request);
      const bytes = await request.read(fileOf(request));
      const foreign = hooks.filter((one) => !request.own(one as unknown as JsonObject));
      const kept = hooks.filter((one) => request.entries.some(({ event, command }) => one.event === event && one.command === command));
      const fresh = request.entries.filter(({ event }) => !kept.some((one) => one.event === event));
      const next = [
        ...hooks.filter((one) => foreign.includes(one) || kept.includes(one)),
        ...fresh.map(({ event, command }) => ({ event, command })),
      ];
      const { hooks: _, ...rest } = config;
      const shall = next.length > 0 ? { ...rest, hooks: next } : rest;
      const same = next.length === hooks.length && next.every((one, index) => one === hooks[index]);
      const after = bytes === undefined && next.length === 0 ? undefined : Buffer.from(`${JSON.stringify(shall, null, 2)}\n`);
      return {
        files: same ? [] : [{ path: fileOf(request), after }],
        findings: [],
        nextSteps: request.entries.length > 0 && !same ? ["start it again"] : [],
      };
    },
    inspect: async (place) => {
      const { hooks } = await hooksIn(place);
      return {
        entries: hooks.map((one) => ({
          path: fileOf(place),
          event: one.event,
          matcher: undefined,
          command: one.command,
          own: place.own(one as unknown as JsonObject),
          trust: one.trust,
        })),
        findings: [],
      };
    },
    ...overrides,
  };
}

/** What the program of the tests is made of. */
export interface ProgramOptions {
  readonly name?: string;
  readonly version?: string;
  readonly events?: readonly string[];
  /** Beside `launch.json` and the launcher. */
  readonly files?: Readonly<Record<string, string>>;
}

function testProgram({ name = "guard", version = "1", events = ["before", "after"], files = {} }: ProgramOptions): StagedProgram {
  const file = (text: string, mode = 0o600) => ({ bytes: Buffer.from(text), mode });
  return {
    manifest: { manifestVersion: 1, name, version, fail: "closed", timeoutMs: undefined, stateDir: undefined, hooks: [], workers: [] },
    files: new Map([
      ["launch.json", file(`${JSON.stringify({ schema: 1, name, version })}\n`)],
      ...Object.entries(files).map(([path, text]) => [path, file(text)] as const),
      ["run", file(`#!/bin/sh\n# ${version}\n`, 0o700)],
    ]),
    linked: false,
    entries: (provider, word) =>
      events.map((event) => ({
        event,
        command: `${word} agenthooks run --provider=${provider} --event=${event}`,
        matchers: undefined,
        timeoutMs: undefined,
      })),
  };
}

export function testDeps(program: ProgramOptions = {}, hosts: readonly HostInstaller[] = [testAgent("one"), testAgent("two")]): Deps {
  const staged = testProgram(program);
  return {
    installers: Object.fromEntries(hosts.map((host) => [host.id, async () => host])),
    stage: async () => staged,
    nameOf: async () => staged.manifest.name,
    cwd: () => os.tmpdir(),
  };
}

/** A home folder of its own. */
export class Home {
  readonly base: string;
  readonly path: string;

  constructor(base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "agenthooks-install-")))) {
    this.base = base;
    this.path = path.join(base, "home");
    fs.mkdirSync(this.path, { recursive: true });
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  write(name: string, text: string | Uint8Array, mode = 0o644): string {
    fs.mkdirSync(path.dirname(this.file(name)), { recursive: true });
    fs.writeFileSync(this.file(name), text, { mode });
    return this.file(name);
  }

  read(name: string): string {
    return fs.readFileSync(this.file(name), "utf8");
  }

  get state(): string {
    return this.file(".local/state/agenthooks");
  }

  /** Every file, folder and link below the home folder with content and mode, but for the empty state folder. */
  tree(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const walk = (folder: string) => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        const name = path.relative(this.path, file);
        const mode = (fs.lstatSync(file).mode & 0o777).toString(8);
        if (entry.isSymbolicLink()) found[name] = `link ${fs.readlinkSync(file)}`;
        else if (entry.isDirectory()) {
          if (!this.state.startsWith(file)) found[name] = `folder ${mode}`;
          walk(file);
        } else found[name] = `${mode} ${fs.readFileSync(file, "utf8")}`;
      }
    };
    walk(this.path);
    return found;
  }

  options(more: Partial<InstallOptions> = {}): InstallOptions {
    const base = { program: "/srv/guard.ts", providers: ["one", "two"], scope: "user", home: this.path, env: { HOME: this.path } } as const;
    return { ...base, ...more } as InstallOptions;
  }

  target(more: Partial<InstallOptions> = {}) {
    const { providers, scope, home, env } = this.options();
    return { name: "guard", scope, home: home ?? this.path, env: env ?? {}, ...more, providers: more.providers ?? providers };
  }

  remove(): void {
    fs.rmSync(this.base, { recursive: true, force: true });
  }
}
