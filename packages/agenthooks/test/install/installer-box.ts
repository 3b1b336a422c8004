/** A machine in a temporary folder: a home, a project, and plans that are carried out there. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readToml } from "../../src/base/edit/toml.js";
import { errorCode } from "../../src/base/files.js";
import { isObject, type JsonObject } from "../../src/base/json.js";
import type { HostInstaller, HostPlan, Inspection, Own, Place, PlanRequest, Scope, WantedEntry } from "../../src/providers/install.js";

export interface Program {
  readonly scope: Scope;
  readonly root: string;
  readonly env?: Place["env"];
  readonly events?: readonly (string | Partial<WantedEntry>)[];
  readonly hostVersion?: string;
  readonly description?: string;
  /** Files that stand elsewhere on the machine, by absolute path. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

const NAME = "acme-guard";

export class Box {
  private constructor(
    readonly folder: string,
    readonly installer: HostInstaller,
  ) {}

  static async make(installer: HostInstaller): Promise<Box> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "agenthooks-installer-")));
    await mkdir(join(folder, "home"));
    return new Box(folder, installer);
  }

  get home(): string {
    return join(this.folder, "home");
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  async write(path: string, content: string | Uint8Array | JsonObject): Promise<string> {
    const at = this.path(path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, typeof content === "string" || content instanceof Uint8Array ? content : `${JSON.stringify(content, null, 2)}\n`);
    return at;
  }

  text(path: string): Promise<string> {
    return readFile(this.path(path), "utf8");
  }

  async json(path: string): Promise<JsonObject> {
    return JSON.parse(await this.text(path)) as JsonObject;
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  launcher({ scope, root }: Program): string {
    if (scope === "plugin") return join(root, "agenthooks", "run");
    return join(root, ".agenthooks", ...(scope === "local" ? ["local"] : []), NAME, "run");
  }

  /** The beginning of our commands. */
  word(program: Program): string {
    return this.installer.launcherWord(this.place(program), this.launcher(program), NAME);
  }

  command(program: Program, event: string): string {
    return `${this.word(program)} agenthooks run --provider=${this.installer.id} --event=${event}`;
  }

  /** What the installer would do; nothing is written. */
  plan(program: Program): Promise<HostPlan> {
    const entries = (program.events ?? ["PreToolUse"]).map((event): WantedEntry => {
      const more = typeof event === "string" ? { event } : event;
      const name = more.event ?? "PreToolUse";
      return { event: name, command: this.command(program, name), matchers: undefined, timeoutMs: undefined, ...more };
    });
    const { hostVersion, description } = program;
    const request: PlanRequest = {
      ...this.place(program),
      name: NAME,
      version: "1.0.0",
      description,
      hostVersion,
      entries,
      own: this.own(program),
    };
    return this.installer.plan(request);
  }

  async install(program: Program): Promise<HostPlan> {
    const plan = await this.plan(program);
    for (const { path, after } of plan.files) {
      if (after === undefined) await rm(path);
      else {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, after);
      }
    }
    return plan;
  }

  uninstall(program: Program): Promise<HostPlan> {
    return this.install({ ...program, events: [] });
  }

  inspect(program: Program): Promise<Inspection> {
    return this.installer.inspect({ ...this.place(program), own: this.own(program) });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  private own(program: Program): Own {
    const start = `${this.word(program)} agenthooks run `;
    return ({ command }) => typeof command === "string" && command.startsWith(start);
  }

  private place({ scope, root, env, elsewhere = {} }: Program): Place {
    const { home } = this;
    return {
      scope,
      root,
      home,
      env: env ?? { HOME: home, PATH: process.env.PATH },
      read: async (path) => {
        // what an administrator has set on this machine is no part of a test
        if (path.startsWith("/etc/")) return Object.hasOwn(elsewhere, path) ? Buffer.from(elsewhere[path] ?? "") : undefined;
        try {
          return new Uint8Array(await readFile(path));
        } catch (error) {
          if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
          throw error;
        }
      },
    };
  }
}

/** What Codex's own configuration says of hooks, by key. */
export async function codexStates(box: Box): Promise<JsonObject> {
  const path = "home/.codex/config.toml";
  const { hooks } = readToml({ path, bytes: box.has(path) ? Buffer.from(await box.text(path)) : undefined });
  return isObject(hooks) && isObject(hooks.state) ? hooks.state : {};
}
