import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../../src/providers/claude-code/install.js";
import { codex } from "../../src/providers/codex/install.js";
import { walkWord } from "../../src/providers/codex/walk.js";
import type { Place } from "../../src/providers/install.js";

const LAUNCHER = ".agenthooks/acme-guard/run";
const WORD = walkWord(LAUNCHER, "acme-guard");
const SHELLS = ["/bin/sh", "/bin/bash", "/bin/dash", "/bin/zsh", "/usr/bin/zsh", "/usr/bin/fish", "/bin/tcsh"].filter((shell) =>
  existsSync(shell),
);
const ODD = [
  "plain",
  "with space",
  "it's",
  'dou"ble',
  "ünï🙂",
  "$HOME",
  "`id`",
  "line\nbreak",
  "end\n",
  "back\\slash",
  "-dash",
  "* ?",
  "!bang",
  "#",
];

let folder = "";
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "agenthooks-walk-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function make(path: string, text = ""): Promise<string> {
  const at = join(folder, path);
  await mkdir(dirname(at), { recursive: true });
  await writeFile(at, text);
  return at;
}

/** A launcher that says where it is and what it was given. */
async function launcherIn(path: string): Promise<void> {
  await chmod(await make(join(path, LAUNCHER), `#!/bin/sh\nprintf "%s|" "\${0%/.agenthooks/*}" "$@"\n`), 0o755);
}

function run(shell: string, cwd: string, env: Place["env"] = { PATH: "/usr/bin:/bin" }) {
  const { status, stdout, stderr } = spawnSync(shell, ["-c", `${WORD} agenthooks run --provider=codex --event=Stop`], {
    cwd: join(folder, cwd),
    env: { ...env },
    encoding: "utf8",
    // bash takes a socket for a remote login and reads the profile
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { status, stdout, stderr };
}

const ARGS = "agenthooks|run|--provider=codex|--event=Stop|";

describe("the walk to a committed launcher", () => {
  test.each(SHELLS)("finds it from the root and from below, whatever folders are called: %s", async (shell) => {
    for (const name of ODD) {
      await mkdir(join(folder, name, ".git"), { recursive: true });
      await mkdir(join(folder, name, "sub", name), { recursive: true });
      await launcherIn(name);
      for (const cwd of [name, join(name, "sub", name)])
        expect(run(shell, cwd), JSON.stringify(cwd)).toEqual({ status: 0, stdout: `${join(folder, name)}|${ARGS}`, stderr: "" });
    }
  });

  test("a working folder that the environment names wrongly does not mislead it", async () => {
    await mkdir(join(folder, "right", ".git"), { recursive: true });
    await launcherIn("right");
    await mkdir(join(folder, "wrong", ".git"), { recursive: true });
    await launcherIn("wrong");
    expect(run("/bin/sh", "right", { PWD: join(folder, "wrong"), PATH: "" }).stdout).toBe(`${join(folder, "right")}|${ARGS}`);
  });

  test("stops at the repository: one around it is somebody else's", async () => {
    await mkdir(join(folder, "outer", ".git"), { recursive: true });
    await launcherIn("outer");
    await mkdir(join(folder, "outer", "inner", ".git"), { recursive: true });
    await make("outer/module/.git", "gitdir: ../.git/modules/module\n");
    for (const cwd of ["outer/inner", "outer/module"]) {
      const { status, stdout, stderr } = run("/bin/sh", cwd);
      expect({ status, stdout }).toEqual({ status: 127, stdout: "" });
      expect(stderr).toContain(`${LAUNCHER} is not in this repository; from ${join(folder, cwd)}; install the program`);
    }
  });

  test("takes the nearest of two inside one repository", async () => {
    await mkdir(join(folder, "mono", ".git"), { recursive: true });
    await launcherIn("mono");
    await launcherIn("mono/packages/a");
    await mkdir(join(folder, "mono", "packages", "a", "src"));
    expect(run("/bin/sh", "mono/packages/a/src").stdout).toBe(`${join(folder, "mono/packages/a")}|${ARGS}`);
  });

  test("without a repository only the working folder counts", async () => {
    await launcherIn("bare");
    await mkdir(join(folder, "bare", "sub"));
    expect(run("/bin/sh", "bare").stdout).toBe(`${join(folder, "bare")}|${ARGS}`);
    expect(run("/bin/sh", "bare/sub").status).toBe(127);
  });

  test.each(["absolute", "relative"])("a worktree has its own, or else that of its main checkout: %s pointers", async (kind) => {
    const main = `main ${kind}`;
    const tree = `tree ${kind}`;
    await launcherIn(main);
    await make(`${main}/.git/worktrees/tree/commondir`, "../..\n");
    await make(`${tree}/.git`, `gitdir: ${kind === "absolute" ? join(folder, main) : `../${main}`}/.git/worktrees/tree\n`);
    await mkdir(join(folder, tree, "sub"));
    expect(run("/bin/sh", `${tree}/sub`).stdout).toBe(`${join(folder, main)}|${ARGS}`);
    await launcherIn(tree);
    expect(run("/bin/sh", `${tree}/sub`).stdout).toBe(`${join(folder, tree)}|${ARGS}`);
  });

  test("a worktree of a bare repository has no main checkout", async () => {
    await launcherIn("around");
    await make("around/repo.git/worktrees/tree/commondir", "../..\n");
    await make("around/tree/.git", `gitdir: ${join(folder, "around/repo.git/worktrees/tree")}\n`);
    expect(run("/bin/sh", "around/tree").status).toBe(127);
  });

  test("real git is read the same way", async () => {
    const git = (...args: readonly string[]) => execFileSync("git", ["-C", join(folder, "real"), ...args], { stdio: "pipe" });
    await launcherIn("real");
    git("init", "--quiet");
    git("-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "--quiet", "--allow-empty", "-m", "first");
    git("worktree", "add", "--quiet", join(folder, "real-tree"));
    expect(run("/bin/sh", "real-tree").stdout).toBe(`${join(folder, "real")}|${ARGS}`);
  });

  test("a launcher that may not be started ends with 126, and the agent goes on", async () => {
    await mkdir(join(folder, "plainfile", ".git"), { recursive: true });
    await make(join("plainfile", LAUNCHER), "#!/bin/sh\n");
    expect(run("/bin/sh", "plainfile").status).toBe(126);
  });

  test("is a text that no login shell changes, and takes plain words only", () => {
    expect(WORD.slice("/bin/sh -c '".length, WORD.lastIndexOf("'"))).not.toMatch(/['\\!\n]/);
    for (const path of ["a'b", "a b", "$x", "a\nb", "a!b"]) expect(() => walkWord(path, "acme-guard"), path).toThrow(TypeError);
  });
});

describe("the launcher as the first word of a command", () => {
  const place = (scope: Place["scope"], root: string) => ({ scope, root, env: {} });

  test.each([codex, claudeCode])("a home with spaces, quotes and other letters stays one word: $id", async (installer) => {
    for (const name of ODD.filter((one) => one !== "end\n")) {
      await chmod(await make(join("homes", name, "run"), '#!/bin/sh\nprintf "%s|" "$0" "$@"\n'), 0o755);
      const launcher = join(folder, "homes", name, "run");
      const word = installer.launcherWord(place("user", "/home/ada"), launcher, "acme-guard");
      expect(spawnSync("/bin/sh", ["-c", `${word} agenthooks run`], { encoding: "utf8" }).stdout).toBe(`${launcher}|agenthooks|run|`);
      expect(installer.launcherWord(place("local", "/home/ada/app"), launcher, "acme-guard")).toBe(word);
    }
  });

  test("committed entries hold no path of a machine", async () => {
    const root = "/home/ada/it's app";
    expect(claudeCode.launcherWord(place("project", root), join(root, LAUNCHER), "acme-guard")).toBe(`"$CLAUDE_PROJECT_DIR"/${LAUNCHER}`);
    expect(codex.launcherWord(place("project", root), join(root, LAUNCHER), "acme-guard")).toBe(WORD);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the agents' variable
    const plugin = '"${CLAUDE_PLUGIN_ROOT}"/agenthooks/run';
    for (const installer of [codex, claudeCode])
      expect(installer.launcherWord(place("plugin", root), join(root, "agenthooks/run"), "acme-guard")).toBe(plugin);
  });

  test("the variable of Claude Code keeps an odd project folder whole", async () => {
    await launcherIn("od'd $app");
    const root = join(folder, "od'd $app");
    const word = claudeCode.launcherWord(place("project", root), join(root, LAUNCHER), "acme-guard");
    const { stdout } = spawnSync("/bin/sh", ["-c", `${word} agenthooks run`], { env: { CLAUDE_PROJECT_DIR: root }, encoding: "utf8" });
    expect(stdout).toBe(`${root}|agenthooks|run|`);
  });

  test("on Windows Codex gets no quoted program, Claude Code no backslash (cases b02, b03)", () => {
    const plain = "C:\\Users\\ada\\.agenthooks\\acme-guard\\run.cmd";
    const spaced = "C:\\Users\\Ada Byron\\.agenthooks\\acme-guard\\run.cmd";
    const word = (installer: typeof codex, launcher: string) => installer.launcherWord(place("user", "C:\\Users"), launcher, "acme-guard");
    expect(word(codex, plain)).toBe(plain);
    expect(word(codex, spaced)).toBe(`call "${spaced}"`);
    expect(word(claudeCode, spaced)).toBe('"C:/Users/Ada Byron/.agenthooks/acme-guard/run.cmd"');
    expect(() => codex.launcherWord(place("project", "C:\\app"), "C:\\app\\run.cmd", "acme-guard")).toThrow(/take the user or local scope/);
  });
});

test("a link to the project is walked as it was named", async () => {
  await mkdir(join(folder, "linked", ".git"), { recursive: true });
  await launcherIn("linked");
  await symlink(join(folder, "linked"), join(folder, "link"));
  expect(run("/bin/sh", "link", { PWD: join(folder, "link") }).stdout).toBe(`${join(folder, "link")}|${ARGS}`);
});
