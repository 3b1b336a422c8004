/** The runs of one agent, in the order in which their rows are told. */

import type { AtHome, ConfigurationPlace } from "./at-home.js";
import { type Direct, direct, neutralCommand, refusedCommand, refusedSample } from "./direct.js";
import { reaches } from "./entries.js";
import type { Copied, ProveHost } from "./hosts.js";
import type { Installed } from "./installed.js";
import { brokenRows, denyRows, failureRow, neutralRow, row, type Seen } from "./rows.js";
import { type Agent, play, soon } from "./run.js";
import { HARMLESS, PLAIN, writeSampleFiles } from "./samples.js";
import { type Break, createScratch, type Scratch } from "./scratch.js";
import type { ProveOptions, ProveRow } from "./types.js";

export interface CheckInput {
  readonly host: ProveHost;
  readonly agent: Agent;
  readonly installed: Installed;
  readonly place: ConfigurationPlace;
  readonly atHome: AtHome;
  readonly options: ProveOptions;
  tell(row: ProveRow): void;
}

interface Flaw {
  /** What this copy of the program suffers from. */
  readonly broken?: Break;
  /** Its entries were changed after they were trusted. */
  readonly tampered?: boolean;
}

/** A scratch home with the person's configuration, for as long as `use` takes. */
export async function within<T>(
  { installed, host, place, atHome }: Pick<CheckInput, "installed" | "host" | "place" | "atHome">,
  { broken, tampered = false }: Flaw,
  use: (scratch: Scratch, copied: Copied) => Promise<T>,
): Promise<T> {
  const scratch = createScratch(installed, broken === undefined ? undefined : { what: broken, provider: host.id });
  try {
    writeSampleFiles(scratch.sandbox);
    return await use(scratch, host.copy({ installed, place, atHome, tampered }, scratch));
  } finally {
    scratch.sandbox.dispose();
  }
}

/** `program`, `deny`, `reason` and `neutral`. */
export async function checkDecisions(input: CheckInput): Promise<void> {
  const { agent, host, installed, atHome, options, tell } = input;
  const { toolPre } = agent.driver.events;
  const shell = host.shellPayload("").tool_name;
  const mine = atHome.entries.filter((entry) => entry.event === toolPre);
  const gate = installed.gate(host.id, toolPre);
  await within(input, {}, async (scratch, { args }) => {
    const program = direct(scratch, host, agent.driver, agent.version);
    const broken = await whyBroken(scratch, program);
    const answers = "it answers";
    const again = `install ${installed.name} again: agenthooks install <program> --provider ${host.id}`;
    if (broken !== undefined) {
      tell(row("program", "failed", answers, "no answer of its own", scratch.sandbox.scrub(broken), again));
      for (const one of brokenRows(gate)) tell(one);
      return;
    }
    tell(row("program", "held", answers, "it does", `started directly: ${installed.launcher}`));
    const { deny } = options;
    const refused = !gate
      ? undefined
      : deny === undefined
        ? await refusedSample(program, host.refusesItself)
        : await refusedCommand(program, deny);
    const harmless = await neutralCommand(program, options.allow === undefined ? HARMLESS : [options.allow]);
    const [first, second] = [harmless ?? HARMLESS[0], refused?.asked];
    const bare = await withoutHooks(input, [first, deny === undefined ? second : undefined]);
    const before = scratch.started(toolPre);
    let heard = false;
    const next = async (): Promise<string | undefined> => {
      heard = await soon(() => scratch.started(toolPre) > before);
      // a command that a person named may do harm: it goes to an agent that was seen to ask the program, or not at all
      return deny === undefined || heard ? second : undefined;
    };
    const hooked = await play(agent, scratch, [first, next], args);
    const facts = {
      agent: host.title,
      program: installed.name,
      heard,
      gate,
      reaches: mine.length === 0 ? gate : mine.some(({ matcher }) => reaches(matcher, shell)),
      hooked,
      bare,
    };
    for (const one of denyRows({ ...facts, named: deny, refused })) tell(one);
    tell(neutralRow({ ...facts, harmless }));
  });
}

/** The program's own log says that it broke, or it cannot be started at all. */
async function whyBroken(scratch: Scratch, program: Direct): Promise<string | undefined> {
  try {
    await program.say(HARMLESS[0]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return scratch.crashes().at(-1);
}

/** What would have happened. */
async function withoutHooks({ agent, installed }: CheckInput, commands: readonly (string | undefined)[]): Promise<Seen> {
  const scratch = createScratch(installed);
  try {
    writeSampleFiles(scratch.sandbox);
    agent.driver.placeHooks(scratch.sandbox, []);
    return await play(agent, scratch, commands);
  } finally {
    scratch.sandbox.dispose();
  }
}

const BROKEN: readonly { readonly name: string; readonly broken: Break; readonly what: string }[] = [
  { name: "crash", broken: "crash", what: "killed" },
  { name: "bundle", broken: "no bundle", what: "its file gone" },
];

/** `crash` and `bundle`: broken copies, and a command that runs where the fail mode does not hold it back. */
export async function checkFailures(input: CheckInput): Promise<void> {
  const { agent, host, installed, tell } = input;
  const gate = installed.gate(host.id, agent.driver.events.toolPre);
  for (const { name, broken, what } of BROKEN) {
    const seen = await within(input, { broken }, (scratch, { args }) => play(agent, scratch, [PLAIN], args));
    tell(failureRow({ agent: host.title, program: installed.name, name, what, fail: installed.fail, gate, seen }));
  }
}

/** `tampered`: an entry that was changed after a person trusted it is not run. */
export async function checkTampered(input: CheckInput): Promise<void> {
  const { agent, host, atHome, tell } = input;
  if (host.howToTrust === undefined) return;
  const { toolPre } = agent.driver.events;
  const expected = "changed: it is skipped";
  if (!atHome.entries.some(({ event, trust }) => event === toolPre && trust === "trusted")) {
    tell(row("tampered", "not shown", expected, "nothing is trusted", `no entry for ${toolPre}`));
    return;
  }
  await within(input, { tampered: true }, async (scratch, { args }) => {
    const { problem } = await play(agent, scratch, [HARMLESS[0]], args);
    const asked = await soon(() => scratch.started(toolPre) > 0);
    const changed = "a second more of timeout, in a copy";
    if (problem !== undefined) tell(row("tampered", "failed", expected, "the agent broke off", problem));
    else if (asked) tell(row("tampered", "failed", expected, "IT WAS RUN", changed, `this ${host.title} runs what nobody has trusted`));
    else tell(row("tampered", "held", expected, "skipped", changed));
  });
}
