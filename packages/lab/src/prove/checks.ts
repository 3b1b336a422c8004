/** The runs of one agent, in the order in which their rows are told. */
import { type Direct, direct, neutralCommand, refusedCommand, refusedSample } from "./direct.js";
import { reaches } from "./entries.js";
import type { ConfigurationPlace, Configured, ProveHost } from "./hosts.js";
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
  readonly options: ProveOptions;
  tell(row: ProveRow): void;
}

/** A scratch home with the person's configuration, for as long as `use` takes. */
export async function within<T>(
  { installed, host, place }: Pick<CheckInput, "installed" | "host" | "place">,
  broken: Break | undefined,
  use: (scratch: Scratch, configured: Configured) => Promise<T>,
): Promise<T> {
  const scratch = createScratch(installed, broken === undefined ? undefined : { what: broken, provider: host.id });
  try {
    writeSampleFiles(scratch.sandbox);
    return await use(scratch, host.copy(installed, place, scratch));
  } finally {
    scratch.sandbox.dispose();
  }
}

/** `program`, `deny`, `reason` and `neutral`. */
export async function checkDecisions(input: CheckInput): Promise<void> {
  const { agent, host, installed, options, tell } = input;
  const { toolPre } = agent.driver.events;
  const shell = String(host.shellPayload("").tool_name);
  const gate = installed.gate(host.id, toolPre);
  await within(input, undefined, async (scratch, { reach }) => {
    const program = direct(scratch, host, agent.driver, agent.version);
    const broken = await whyBroken(scratch, program);
    const answers = "started directly, it answers";
    const again = `install ${installed.name} again: agenthooks install <program> --provider ${host.id}`;
    if (broken !== undefined) {
      tell(row("program", "failed", answers, "no answer of its own", scratch.sandbox.scrub(broken), again));
      for (const one of brokenRows(gate)) tell(one);
      return;
    }
    tell(row("program", "held", answers, "it does", `${installed.launcher} agenthooks run`));
    const { deny } = options;
    const refused = !gate ? undefined : deny === undefined ? await refusedSample(program) : await refusedCommand(program, deny);
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
    const hooked = await play(agent, scratch, [first, next]);
    const facts = {
      agent: host.title,
      program: installed.name,
      heard,
      gate,
      reaches: reach.length === 0 ? gate : reach.some((matcher) => reaches(matcher, shell)),
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
  { name: "bundle", broken: "no bundle", what: "its file is gone" },
];

/** `crash` and `bundle`: broken copies, and a command that runs where the fail mode does not hold it back. */
export async function checkFailures(input: CheckInput): Promise<void> {
  const { agent, host, installed, tell } = input;
  const gate = installed.gate(host.id, agent.driver.events.toolPre);
  for (const { name, broken, what } of BROKEN) {
    const seen = await within(input, broken, (scratch) => play(agent, scratch, [PLAIN]));
    tell(failureRow({ agent: host.title, program: installed.name, name, what, fail: installed.fail, gate, seen }));
  }
}

/** `tampered`: an entry that was changed after a person trusted it is not run. */
export async function checkTampered(input: CheckInput): Promise<void> {
  const { agent, host, tell } = input;
  const { tamper } = host;
  if (tamper === undefined) return;
  const { toolPre } = agent.driver.events;
  await within(input, undefined, async (scratch) => {
    const changed = tamper(scratch);
    const { problem } = await play(agent, scratch, [HARMLESS[0]]);
    const asked = await soon(() => scratch.started(toolPre) > 0);
    const expected = "a changed entry is skipped";
    if (problem !== undefined) tell(row("tampered", "failed", expected, "the agent broke off", problem));
    else if (asked) tell(row("tampered", "failed", expected, "IT WAS RUN", changed, `this ${host.title} runs what nobody has trusted`));
    else tell(row("tampered", "held", expected, "skipped", changed));
  });
}
