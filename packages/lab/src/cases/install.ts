/**
 * Programs are installed into homes that somebody lives in: other hooks, other layouts, links, odd names. The real agent then runs in each,
 * and the program is taken out again. `AGENTHOOKS_LAB_HOMES` says how many homes, or which (`33-40`); each is made from its number.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { install, uninstall } from "agenthooks/install";
import type { RunResult } from "../agents/driver.js";
import type { Bench, CaseGroup } from "../case.js";
import { judge } from "../evidence.js";
import { type LivedInHome, liveIn } from "../homes/index.js";
import { treeDifference, treeOf } from "../homes/tree.js";
import { programFile } from "../paths.js";
import { createSandbox } from "../sandbox.js";

/** How the homes are made. */
export const HOME_SOURCES = ["claude-code", "codex", "foreign", "home", "index", "layout", "random", "tree"].map(
  (name) => `../homes/${name}.ts`,
);

const DEFAULT_HOMES = 6;
const PROGRAM = "refuse-forbidden";

/** What can go wrong in one home, in the order in which it is looked at. */
interface Faults {
  /** The second install changed something. */
  twice: string[];
  /** The agent could not start, or could not read an answer. */
  agent: string[];
  /** A call was not refused, or one that nobody refuses did not run. */
  decision: string[];
  /** A hook of somebody else did not run, or one that is not trusted did. */
  foreign: string[];
  /** Something is not as it was after the program was taken out. */
  undone: string[];
}

export const installCases: CaseGroup = (driver) => [
  {
    name: "install.lived-in-homes",
    event: driver.events.toolPre,
    capability: "install",
    programs: [PROGRAM],
    smoke: true,
    async run(bench) {
      const [first, last] = seeds(process.env.AGENTHOOKS_LAB_HOMES ?? String(DEFAULT_HOMES));
      const faults: Faults = { twice: [], agent: [], decision: [], foreign: [], undone: [] };
      for (let seed = first; seed <= last; seed++) await oneHome(bench, seed, faults);
      return judge(bench.sandbox, {
        must: {
          "there were homes": last >= first,
          "every home was accepted by the agent": faults.agent.length === 0,
          "the program decided in each": faults.decision.length === 0,
          "every hook of others still fired, and none that is not trusted": faults.foreign.length === 0,
          "installing twice was installing once": faults.twice.length === 0,
          "taking it out gave every byte back": faults.undone.length === 0,
        },
        ...(Object.values(faults).flat().length === 0 ? {} : { seen: { faults: Object.values(faults).flat().slice(0, 3).join(" | ") } }),
      });
    },
  },
];

/** `6`: the first six; `33-40`: those. */
function seeds(asked: string): readonly [number, number] {
  const [first = 1, last] = asked.split("-").map(Number);
  return last === undefined ? [1, first] : [first, last];
}

async function oneHome(bench: Bench, seed: number, faults: Faults): Promise<void> {
  const { driver, version } = bench;
  const outer = createSandbox();
  try {
    const lived = liveIn(outer, driver.id, seed);
    const { sandbox, scope, about } = lived;
    const note = (kind: keyof Faults, what: string): unknown => faults[kind].push(`home ${seed} (${about}): ${sandbox.scrub(what)}`);
    const target = {
      program: programFile(PROGRAM),
      providers: [driver.id],
      scope,
      home: sandbox.home,
      env: { HOME: sandbox.home, PATH: "/usr/bin:/bin" },
      hostVersions: { [driver.id]: version },
      ...(scope === "user" ? {} : { dir: sandbox.work }),
    };
    const configured = (path: string): boolean => /^people\/[^/]+\/\.local(?:\/|$)/.test(path) || !path.startsWith("people");
    const before = treeOf(outer.root, configured);
    await install(target);
    const once = treeOf(outer.root);
    await install(target);
    const changed = treeDifference(once, treeOf(outer.root));
    if (changed.length > 0) note("twice", changed.join(", "));
    const installed = treeOf(outer.root, configured);
    const run = await driver.run({
      sandbox,
      version,
      script: [
        { tool: driver.tool({ kind: "shell", command: "echo no > forbidden.txt" }, sandbox) },
        { tool: driver.tool({ kind: "shell", command: "echo yes > allowed.txt" }, sandbox) },
        { text: "done" },
      ],
    });
    if (run.timedOut || run.complaints.length > 0) note("agent", run.timedOut ? "did not end" : run.complaints.join("; "));
    lookAtDecision(lived, run, (what) => note("decision", what));
    lookAtForeign(lived, (what) => note("foreign", what));
    await uninstall({ ...target, name: "lab-refuse-forbidden" });
    const after = treeOf(outer.root, configured);
    const left = treeDifference(before, after).filter((path) => !madeByRun(path, installed) && !livedIn(path, after));
    if (left.length > 0) note("undone", left.join(", "));
  } catch (error) {
    faults.agent.push(`home ${seed}: ${outer.scrub(error instanceof Error ? error.message : String(error))}`);
  } finally {
    outer.dispose();
  }
}

/** What the agent itself keeps: files that were not there when the program was installed. */
const madeByRun = (path: string, installed: ReadonlyMap<string, string>): boolean =>
  !installed.has(path) && !path.includes(".agenthooks") && !/(?:settings(?:\.local)?\.json|hooks\.json|config\.toml)$/.test(path);

/** A folder that we made and in which the agent has put something since stays with it. */
const livedIn = (path: string, after: ReadonlyMap<string, string>): boolean =>
  after.get(path) === "folder" && [...after.keys()].some((other) => other.startsWith(`${path}/`));

function lookAtDecision({ sandbox }: LivedInHome, run: RunResult, note: (what: string) => void): void {
  if (existsSync(join(sandbox.work, "forbidden.txt"))) note("the forbidden call ran");
  if (!existsSync(join(sandbox.work, "allowed.txt"))) note("the other call did not run");
  if (!run.model.toolResults.some(({ text }) => text.includes("LAB-REASON"))) note("the model was not told why");
}

function lookAtForeign({ foreign, marks }: LivedInHome, note: (what: string) => void): void {
  const fired = new Set(readFileSync(marks, "utf8").split("\n"));
  for (const { id, event, fires, matcher } of foreign) {
    if (fired.has(id) !== fires) note(`${id} on ${event} (${matcher ?? "no matcher"}) ${fires ? "did not run" : "ran"}`);
  }
}
