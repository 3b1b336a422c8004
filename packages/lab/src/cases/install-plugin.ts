/** A program as a package of the agent's own kind: what `--scope plugin` wrote is given to the agent by the agent's own means. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codexContentHash, codexDefinitionHash, codexStateKey, install } from "agenthooks/install";
import { codexHome } from "../agents/codex.js";
import { installAgent } from "../agents/install.js";
import { agentEnvironment, runProcess } from "../agents/process.js";
import type { Bench, CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { treeDifference, treeOf } from "../homes/tree.js";
import { isObject, objects, parseJson, text } from "../json.js";
import { programFile } from "../paths.js";
import { call, lastResult } from "./support.js";
import { MARKER, WRITE_MARKER } from "./words.js";

const PROGRAM = "deny";

/** Writes the package and returns its folder. */
async function packaged({ driver, sandbox, version }: Bench, folder: string): Promise<string> {
  const dir = join(sandbox.lab, folder);
  mkdirSync(dir, { recursive: true });
  await install({
    program: programFile(PROGRAM),
    providers: [driver.id],
    scope: "plugin",
    dir,
    home: sandbox.home,
    env: { HOME: sandbox.home, PATH: "/usr/bin:/bin" },
    hostVersions: { [driver.id]: version },
    version: "1.0.0",
  });
  return dir;
}

const claudePlugin = (event: string): LabCase => ({
  name: "install.plugin",
  event,
  capability: "install",
  programs: [PROGRAM],
  async run(bench) {
    const { driver, sandbox, version } = bench;
    const dir = await packaged(bench, "plug");
    const before = treeOf(dir);
    const script = [call(bench, WRITE_MARKER), { text: "the end" }];
    const run = await driver.run({ sandbox, version, script, args: ["--plugin-dir", dir] });
    return judge(sandbox, {
      must: {
        "the plugin refused the call": !sandbox.exists(MARKER) && (lastResult(run) ?? "").includes("LAB-REASON"),
        "nothing was written into the plugin": treeDifference(before, treeOf(dir)).length === 0,
      },
    });
  },
});

const MARKET = "lab-market";
const PLUGIN = "lab-deny";

/** Puts the package on a marketplace of the lab's and adds it as a person does; resolves with the folder of the installed copy. */
async function added(bench: Bench): Promise<string> {
  const { sandbox, version } = bench;
  await packaged(bench, join("market", PLUGIN));
  const market = join(sandbox.lab, "market");
  sandbox.write(
    join(market, ".agents", "plugins", "marketplace.json"),
    JSON.stringify({ name: MARKET, plugins: [{ name: PLUGIN, source: `./${PLUGIN}` }] }),
  );
  const binary = await installAgent("codex", version);
  const env = agentEnvironment(sandbox, { CODEX_HOME: codexHome(sandbox) });
  sandbox.write(join(codexHome(sandbox), "config.toml"), "");
  for (const args of [
    ["marketplace", "add", market],
    ["add", `${PLUGIN}@${MARKET}`],
  ]) {
    const done = await runProcess(binary, ["plugin", ...args, "--json"], { cwd: sandbox.work, env, timeoutMs: 30_000 });
    if (done.code !== 0) throw new Error(`codex plugin ${args.join(" ")} ended with ${done.code}; ${done.stderr || done.stdout}`);
  }
  return join(codexHome(sandbox), "plugins", "cache", MARKET, PLUGIN, "1.0.0");
}

/** What a person does who trusts the hooks of a plugin: the definition and all files of the installed copy. */
async function trust({ sandbox }: Bench, folder: string): Promise<void> {
  const { hash, reason } = await codexContentHash(folder);
  if (hash === undefined) throw new Error(`the plugin has no content hash; ${folder}; ${reason}`);
  const parsed = parseJson(readFileSync(join(folder, "hooks", "codex.json"), "utf8"));
  const hooks = isObject(parsed) && isObject(parsed.hooks) ? parsed.hooks : {};
  const tables = Object.entries(hooks).flatMap(([event, groups]) =>
    objects(groups).flatMap((group, at) =>
      objects(group.hooks).map((handler, index) => {
        const key = codexStateKey(`${PLUGIN}@${MARKET}:hooks/codex.json`, event, at, index);
        const definition = codexDefinitionHash(event, text(group.matcher), { type: "command", command: text(handler.command) ?? "" });
        return `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${definition}"\ntrusted_content_hash = "${hash}"\n`;
      }),
    ),
  );
  const config = join(codexHome(sandbox), "config.toml");
  writeFileSync(config, readFileSync(config, "utf8") + tables.join(""));
}

const codexPlugin = (event: string): LabCase => ({
  name: "install.plugin",
  event,
  capability: "install",
  programs: [PROGRAM],
  async run(bench) {
    const { driver, sandbox, version } = bench;
    const folder = await added(bench);
    const play = async () => {
      const run = await driver.run({ sandbox, version, script: [call(bench, WRITE_MARKER), { text: "the end" }] });
      return { ran: sandbox.exists(MARKER), result: lastResult(run) ?? "" };
    };
    await trust(bench, folder);
    const before = treeOf(folder);
    const trusted = await play();
    const untouched = treeDifference(before, treeOf(folder)).length === 0;
    writeFileSync(join(folder, "agenthooks", "one-file-more"), "");
    const changed = await play();
    return judge(sandbox, {
      must: {
        "trusted by our hashes the plugin refused the call": !trusted.ran && trusted.result.includes("LAB-REASON"),
        "nothing was written into the plugin": untouched,
        "with one file more in it the agent did not run it": changed.ran,
      },
    });
  },
});

const CASES: Readonly<Record<string, (event: string) => LabCase>> = { "claude-code": claudePlugin, codex: codexPlugin };

export const installPluginCases: CaseGroup = ({ id, events }) => {
  const made = CASES[id];
  return made === undefined ? [] : [made(events.toolPre)];
};
