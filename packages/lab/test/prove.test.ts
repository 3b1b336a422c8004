import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProveError, prove, proveText } from "../src/prove/index.js";
import { findInstalled, type Installed } from "../src/prove/installed.js";
import { writeSampleFiles } from "../src/prove/samples.js";
import { createScratch } from "../src/prove/scratch.js";
import type { ProveRow } from "../src/prove/types.js";

describe("an installed program", () => {
  let home = "";
  const write = (file: string, text: string, mode = 0o600) => {
    mkdirSync(join(home, file, ".."), { recursive: true });
    writeFileSync(join(home, file), text, { mode });
  };
  const launch = (name: string, more: object = {}) =>
    JSON.stringify({
      schema: 1,
      name,
      version: "1.2.0",
      fail: "closed",
      providers: {
        codex: { bundle: "hooks.codex.cjs", installed: ["PreToolUse"], events: { PreToolUse: { gate: true }, Stop: { gate: false } } },
      },
      ...more,
    });
  const found = (where: { name?: string; scope?: "user" | "project" | "local" | "plugin" } = {}): Installed => {
    const installed = findInstalled({ dir: join(home, "repo"), home, ...where });
    if (installed === undefined) throw new Error("not found");
    return installed;
  };

  beforeEach(() => {
    home = mkdtempSync(join(realpathSync(tmpdir()), "agenthooks-prove-test-"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it("is found by its launch.json, the person's own before the repository's", () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    write(".agenthooks/notes/readme.txt", "no program");
    write("repo/.agenthooks/acme/launch.json", launch("acme"));
    write("repo/.agenthooks/local/mine/launch.json", launch("mine"));
    write("repo/agenthooks/launch.json", launch("packed"));
    expect(found().root).toBe(home);
    expect(found({ scope: "project" }).folder).toBe(join(home, "repo/.agenthooks/acme"));
    expect(found({ name: "mine" }).scope).toBe("local");
    expect(found({ scope: "plugin" }).name).toBe("packed");
    expect(findInstalled({ name: "other", dir: join(home, "repo"), home })).toBeUndefined();
  });

  it("says which events have an entry and which of them can refuse", () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    const installed = found();
    expect(installed.events("codex")).toEqual(["PreToolUse"]);
    expect([installed.gate("codex", "PreToolUse"), installed.gate("codex", "Stop"), installed.gate("pi", "PreToolUse")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("must be named where there are several", async () => {
    for (const name of ["acme", "beta"]) write(`.agenthooks/${name}/launch.json`, launch(name));
    expect(() => found()).toThrow(ProveError);
    expect(() => found()).toThrow(/acme, beta; name one/);
    expect(found({ name: "beta" }).name).toBe("beta");
    await expect(prove({ providers: ["codex"], home, dir: home, env: {} })).rejects.toThrow(ProveError);
  });

  it("is copied, and broken in the copy only", () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    write(".agenthooks/acme/run", "#!/bin/sh\n", 0o700);
    write(".agenthooks/acme/hooks.codex.cjs", "the bundle");
    write(".agenthooks/acme/hooks.codex.cjs.cache", "code");
    const bundle = (folder: string) => join(folder, "hooks.codex.cjs");
    const crash = createScratch(found(), { what: "crash", provider: "codex" });
    const gone = createScratch(found(), { what: "no bundle", provider: "codex" });
    try {
      expect(readFileSync(bundle(crash.folder), "utf8")).toContain("SIGKILL");
      expect(existsSync(bundle(gone.folder))).toBe(false);
      expect(readdirSync(crash.folder)).not.toContain("hooks.codex.cjs.cache");
      expect(readFileSync(bundle(join(home, ".agenthooks/acme")), "utf8")).toBe("the bundle");
    } finally {
      for (const { sandbox } of [crash, gone]) sandbox.dispose();
    }
  });

  it("keeps its state in the copy when it chose a folder for it", () => {
    const chosen = join(home, "my-state");
    write(".agenthooks/acme/launch.json", launch("acme"));
    write(".agenthooks/acme/answers.codex.sh", `host_version='' state_dir='${chosen}'\ntable=whole\n`);
    write(".agenthooks/acme/hooks.codex.cjs", `createHooks({ stateDir: "${chosen}" })`);
    chmodSync(join(home, ".agenthooks/acme/hooks.codex.cjs"), 0o400);
    write(".agenthooks/acme/hooks.codex.cjs.cache", "code of another text");
    const { folder, sandbox, started } = createScratch(found());
    try {
      for (const name of ["answers.codex.sh", "hooks.codex.cjs"]) expect(readFileSync(join(folder, name), "utf8")).not.toContain(chosen);
      expect(readdirSync(folder)).not.toContain("hooks.codex.cjs.cache");
      expect(started("PreToolUse")).toBe(0);
      mkdirSync(join(sandbox.lab, "state", "log"), { recursive: true });
      writeFileSync(
        join(sandbox.lab, "state", "log", "decisions.ndjson"),
        '{"time":1,"event":"PreToolUse","failure":"crash","error":"gone"}\n',
      );
      expect(started("PreToolUse")).toBe(1);
    } finally {
      sandbox.dispose();
    }
  });

  it("is broken in the copy's own launcher when that starts an executable", () => {
    write("bin/acme", "#!/bin/sh\n", 0o700);
    write(".agenthooks/acme/launch.json", launch("acme", { command: [join(home, "bin/acme"), "hooks"] }));
    write(".agenthooks/acme/run", `#!/bin/sh\n${join(home, "bin/acme")} hooks "$@"\n`, 0o700);
    const { folder, launcher, sandbox } = createScratch(found(), { what: "crash", provider: "codex" });
    try {
      expect(readFileSync(launcher, "utf8")).toBe(`#!/bin/sh\n${join(folder, "executable")} hooks "$@"\n`);
      expect(readFileSync(join(folder, "executable"), "utf8")).toContain("kill -KILL");
      expect(readFileSync(join(home, "bin/acme"), "utf8")).toBe("#!/bin/sh\n");
    } finally {
      sandbox.dispose();
    }
  });

  it("is found from the copy when a committed folder names it from its own place", () => {
    write("repo/hooks/guard.mjs", "export default 1;");
    write("repo/.agenthooks/acme/launch.json", launch("acme", { link: "../../hooks/guard.mjs" }));
    const { folder, sandbox } = createScratch(found({ scope: "project" }));
    try {
      writeSampleFiles(sandbox);
      expect(readFileSync(join(folder, "../../hooks/guard.mjs"), "utf8")).toBe("export default 1;");
    } finally {
      sandbox.dispose();
    }
  });

  it("makes an agent that is not there, or nothing installed for it, a proof that could not run", async () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    const told: string[] = [];
    const onRow = (one: ProveRow, provider: string) => told.push(`${provider} ${one.name} ${one.outcome}`);
    const env = { PATH: "", AGENTHOOKS_LAB_CACHE: join(home, "no-cache") };
    const report = await prove({ providers: ["codex", "claude-code"], home, dir: home, env, onRow });
    expect(report.exitCode).toBe(2);
    expect(report.proofs.map(({ outcome, version }) => [outcome, version])).toEqual([
      ["could not run", undefined],
      ["could not run", undefined],
    ]);
    expect(told).toEqual(["codex agent failed", "claude-code agent failed", "claude-code entries failed"]);
    expect(proveText(report)).toContain("COULD NOT RUN on Codex.");
  });

  it("does not start an agent that tells no version", async () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    write("bin/codex", "#!/bin/sh\necho no idea\n", 0o700);
    const report = await prove({ providers: ["codex"], home, dir: home, env: { PATH: join(home, "bin") } });
    expect(report.exitCode).toBe(2);
    expect(report.proofs[0]?.rows[0]).toMatchObject({ seen: "it does not tell its version", evidence: "no idea" });
  });

  it("is proven on known agents only, and as no plugin", async () => {
    await expect(prove({ providers: ["emacs"], home, dir: home, env: {} })).rejects.toThrow(/"emacs"; one of claude-code/);
    await expect(prove({ providers: [], home, dir: home, env: {} })).rejects.toThrow(ProveError);
    write("plugin/agenthooks/launch.json", launch("packed"));
    const plugin = prove({ providers: ["codex"], scope: "plugin", dir: join(home, "plugin"), home, env: {} });
    await expect(plugin).rejects.toThrow(/a plugin cannot be proven/);
  });

  it("ends with the reason of its signal", async () => {
    write(".agenthooks/acme/launch.json", launch("acme"));
    write("bin/codex", "#!/bin/sh\nexec sleep 60\n", 0o700);
    const reason = new Error("the person left");
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(reason), 200);
    const { signal } = leaving;
    const started = Date.now();
    await expect(prove({ providers: ["codex"], home, dir: home, env: { PATH: join(home, "bin") }, signal })).rejects.toBe(reason);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
