/** The installed program, started as an agent would, but by us: which commands it refuses, and with which words. */
import { FakeProvider } from "agenthooks/testing";
import type { Driver } from "../agents/driver.js";
import type { ProveHost } from "./hosts.js";
import type { Refused } from "./rows.js";
import { HARMLESS, marked, REFUSED } from "./samples.js";
import type { Scratch } from "./scratch.js";

export interface Said {
  readonly verdict: "refused" | "neutral" | "other";
  /** What the model would read of it. */
  readonly reason: string;
}

export interface Direct {
  say(command: string): Promise<Said>;
}

/** @throws what starting it throws: it is not there, or cannot be executed. */
export function direct(scratch: Scratch, host: ProveHost, driver: Driver, hostVersion: string): Direct {
  const { sandbox } = scratch;
  const agent = new FakeProvider({
    provider: host.id,
    command: [scratch.launcher],
    variant: driver.variant,
    hostVersion,
    home: sandbox.home,
    env: { TMPDIR: sandbox.tmp },
  });
  const event = driver.events.toolPre;
  return {
    async say(command) {
      const { stdout, effect } = await agent.fire(event, { ...host.shellPayload(command), cwd: sandbox.work });
      if (!effect.ran && !effect.asked) return { verdict: "refused", reason: effect.shownToModel.join("\n").trim() };
      const silent = stdout.trim() === "" || stdout.trim() === "{}";
      return { verdict: effect.ran && silent ? "neutral" : "other", reason: effect.shownToModel.join("\n").trim() };
    },
  };
}

/** The command itself, with a mark behind it where the program refuses that too. `undefined`: it is not refused. */
export async function refusedCommand(program: Direct, command: string): Promise<Refused | undefined> {
  const withMark = await program.say(marked(command));
  if (withMark.verdict === "refused") return { command, asked: marked(command), reason: withMark.reason, leavesMark: true };
  const alone = await program.say(command);
  return alone.verdict === "refused" ? { command, asked: command, reason: alone.reason, leavesMark: false } : undefined;
}

/**
 * The first sample that the program refuses, with its mark: samples must show what became of them.
 * @param last what is taken only where the program refuses no other
 */
export async function refusedSample(program: Direct, last: readonly string[] = []): Promise<Refused | undefined> {
  for (const command of [...REFUSED.filter((one) => !last.includes(one)), ...last]) {
    const said = await program.say(marked(command));
    if (said.verdict === "refused") return { command, asked: marked(command), reason: said.reason, leavesMark: true };
  }
  return undefined;
}

/** The first command that the program has no opinion on. */
export async function neutralCommand(program: Direct, commands: readonly string[] = HARMLESS): Promise<string | undefined> {
  for (const command of commands) if ((await program.say(command)).verdict === "neutral") return command;
  return undefined;
}
