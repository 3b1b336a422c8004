/** An installed program over time: a new version takes its place, somebody changes an entry, a program is given as a plugin. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type InstallOptions, install, status, upgrade } from "agenthooks/install";
import type { Driver, RunResult } from "../agents/driver.js";
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { programFile } from "../paths.js";
import { lastResult } from "./support.js";

const FIRST = "refuse-forbidden";
const LATER = "refuse-forbidden-later";
const REFUSED = "forbidden.txt";

const target = ({ driver, sandbox, version }: Bench, program: string): InstallOptions => ({
  program: programFile(program),
  providers: [driver.id],
  scope: "user",
  home: sandbox.home,
  env: { HOME: sandbox.home, PATH: "/usr/bin:/bin" },
  hostVersions: { [driver.id]: version },
});

const play = ({ driver, sandbox, version }: Bench): Promise<RunResult> =>
  driver.run({
    sandbox,
    version,
    script: [{ tool: driver.tool({ kind: "shell", command: `echo no > ${REFUSED}` }, sandbox) }, { text: "the end" }],
  });

const upgraded = (event: string): LabCase => ({
  name: "install.upgraded",
  event,
  capability: "install",
  programs: [FIRST, LATER],
  smoke: true,
  async run(bench) {
    const { sandbox } = bench;
    await install(target(bench, FIRST));
    const commands = commandsIn(bench);
    await upgrade(target(bench, LATER));
    const later = commandsIn(bench);
    const kept = commands.filter((command) => later.includes(command));
    const run = await play(bench);
    const context = run.model.turns.some(({ shown }) => shown?.messages.some(({ text }) => text.includes("LAB-CONTEXT-2")));
    const { entries } = await status({ name: "lab-installed", home: sandbox.home, env: { HOME: sandbox.home } });
    return judge(sandbox, {
      must: {
        "the new version refused the call": !sandbox.exists(REFUSED) && (lastResult(run) ?? "").includes("LAB-REASON-2"),
        "an event that only the new version watches reached it": context,
        "all commands but that of the event that is no longer watched are the same":
          commands.length > 2 && kept.length === commands.length - 1,
        "nothing differs from what was installed": entries.length === 1 && entries.every(({ drift }) => !drift),
      },
    });
  },
});

/** Every command of the program that stands in the agent's configuration. */
function commandsIn({ sandbox }: Bench): readonly string[] {
  const files = [".claude/settings.json", ".codex/hooks.json"].map((file) => join(sandbox.home, file)).filter((file) => existsSync(file));
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"command":\s*"([^"]*agenthooks run[^"]*)"/g)].map((found) => found[1] ?? ""),
  );
}

const tampered = (event: string): LabCase => ({
  name: "install.tampered",
  event,
  capability: "install",
  programs: [FIRST],
  async run(bench) {
    const { sandbox } = bench;
    await install(target(bench, FIRST));
    const file = join(sandbox.home, ".codex", "hooks.json");
    const before = readFileSync(file, "utf8");
    const other = join(sandbox.lab, "other-program-ran");
    const tamper = before.replace(/"command": "[^"]*--event=PreToolUse"/, `"command": ${JSON.stringify(`touch '${other}'`)}`);
    writeFileSync(file, tamper);
    await play(bench);
    const { entries } = await status({ name: "lab-installed", home: sandbox.home, env: { HOME: sandbox.home } });
    return judge(sandbox, {
      must: {
        "the entry was changed": tamper !== before,
        "the agent did not run the command that took its place": !existsSync(other),
        "status says that it is not as it was installed": entries.some(({ drift }) => drift),
      },
    });
  },
});

/** Trust is a hash of what was installed: only where the agent has such a thing can a changed entry be told from ours. */
const keepsTrust = ({ id }: Driver): boolean => id === "codex";

export const installLifeCases: CaseGroup = (driver) => [
  upgraded(driver.events.toolPre),
  ...(keepsTrust(driver) ? [tampered(driver.events.toolPre)] : []),
];
