/** From what was seen in runs to rows. Pure, so that every way in which a hook can fail has a test without an agent. */
import type { ProveRow, RowOutcome } from "./types.js";

export function row(name: string, outcome: RowOutcome, expected: string, seen: string, evidence: string, fix?: string): ProveRow {
  return { name, expected, seen, evidence, outcome, ...(fix === undefined || outcome === "held" ? {} : { fix }) };
}

/** What the rows speak of. */
interface Names {
  /** The agent's own name. */
  readonly agent: string;
  readonly program: string;
}

/** What one run showed. */
export interface Seen {
  /** What the model was told of each command; `undefined`: nothing. */
  readonly results: readonly (string | undefined)[];
  /** The command left its mark. */
  readonly ran: boolean;
  /** Why the run says nothing. */
  readonly problem: string | undefined;
  /** What the agent said about answers of hooks that it could not read. */
  readonly complaints: readonly string[];
}

/** A command that the program refuses. */
export interface Refused {
  /** As the program was asked for it, or the person named it. */
  readonly command: string;
  /** As the model asks for it. */
  readonly asked: string;
  /** What the program says when it is started directly. */
  readonly reason: string;
  /** The command leaves a mark when it runs. */
  readonly leavesMark: boolean;
}

interface Common extends Names {
  /** The agent started the program for the harmless command before. */
  readonly heard: boolean;
  /** Something of the program can decide on a tool call. */
  readonly gate: boolean;
  /** An entry of the program is for shell commands. */
  readonly reaches: boolean;
  /** The harmless command, then the one to refuse. */
  readonly hooked: Seen;
  /** The same without hooks. */
  readonly bare: Seen;
}

export interface DenyFacts extends Common {
  /** Named by the person; `undefined`: samples were tried. */
  readonly named: string | undefined;
  readonly refused: Refused | undefined;
}

const DENY = "the command does not run";
const REASON = "the model reads why";
const NEUTRAL = "a harmless command runs";

/** `deny` and `reason`. */
export function denyRows(facts: DenyFacts): readonly ProveRow[] {
  const { agent, program, named, refused, heard, gate, hooked, bare } = facts;
  const both = (outcome: RowOutcome, seen: string, evidence: string, fix?: string): readonly ProveRow[] => [
    row("deny", outcome, DENY, seen, evidence, fix),
    row("reason", outcome, REASON, seen, evidence, fix),
  ];
  if (!gate) return both("not shown", "not a gate", `${program} only watches`);
  if (refused === undefined && named === undefined) {
    return both("not shown", "it refused none of the samples", "", `name a command that ${program} refuses: --deny '<command>'`);
  }
  if (refused === undefined) {
    return both(
      "failed",
      "the program lets it pass",
      named ?? "",
      `${program}, started directly, does not refuse "${named}": look at its rules`,
    );
  }
  const { command, reason, leavesMark } = refused;
  const problem = hooked.problem ?? bare.problem;
  if (problem !== undefined) return both("failed", "the agent broke off", problem);
  const result = hooked.results[1];
  if (result === undefined) {
    return both(
      "failed",
      "not tried: nobody asks the program",
      command,
      `${agent} did not start ${program}: see the rows entries and trust`,
    );
  }
  if (named === undefined && !bare.ran) return both("not shown", "it does not run without hooks either", command);
  const told = reason !== "" && squeezed(result).includes(squeezed(reason));
  const ran = leavesMark ? hooked.ran : !told;
  const fix = whyNot(facts);
  return [
    row(
      "deny",
      ran ? "failed" : "held",
      DENY,
      ran ? "IT RAN" : leavesMark ? "refused, without a trace" : "refused",
      named === undefined ? `${command} (without the hook it ran)` : command,
      fix,
    ),
    told
      ? row("reason", "held", REASON, `"${squeezed(reason)}"`, "in the result of the call")
      : row("reason", "failed", REASON, "it read something else", squeezed(result), heard ? `${program} says: ${squeezed(reason)}` : fix),
  ];
}

export interface NeutralFacts extends Common {
  /** `undefined`: the program lets none of the samples pass. */
  readonly harmless: string | undefined;
}

/** `neutral` */
export function neutralRow(facts: NeutralFacts): ProveRow {
  const { program, harmless, heard, hooked, bare } = facts;
  const neutral = (outcome: RowOutcome, seen: string, evidence: string, fix?: string): ProveRow =>
    row("neutral", outcome, NEUTRAL, seen, evidence, fix);
  if (harmless === undefined) {
    return neutral("not shown", "it let none of the samples pass", "", `name a command that ${program} lets pass: --allow '<command>'`);
  }
  const problem = hooked.problem ?? bare.problem;
  if (problem !== undefined) return neutral("failed", "the agent broke off", problem);
  const complaint = hooked.complaints[0];
  if (complaint !== undefined) return neutral("failed", "the agent complains about the hook", complaint, logOf(program));
  const [result] = hooked.results;
  const [usual] = bare.results;
  if (result === undefined || usual === undefined || timeless(result) !== timeless(usual)) {
    return neutral("failed", "the model reads another result", squeezed(result ?? "nothing"), logOf(program));
  }
  if (facts.reaches && !heard) return neutral("failed", "it ran, and nobody asked the program", harmless, whyNot(facts));
  return neutral("held", "it ran, result as without hooks", harmless);
}

/** The rows of a program that gives no answer of its own. */
export function brokenRows(gate: boolean): readonly ProveRow[] {
  const why = "see the row program";
  const decided = [
    row("deny", "failed", DENY, "the program decides nothing", why),
    row("reason", "failed", REASON, "it says nothing", why),
  ];
  return [...(gate ? decided : []), row("neutral", "failed", NEUTRAL, "the program does not answer", why)];
}

export interface FailureFacts extends Names {
  readonly name: string;
  /** What is wrong with the program, in words. */
  readonly what: string;
  readonly fail: "open" | "closed";
  readonly gate: boolean;
  readonly seen: Seen;
}

/** `crash` and `bundle`. */
export function failureRow({ agent, name, what, fail, gate, seen }: FailureFacts): ProveRow {
  const closed = fail === "closed" && gate;
  const expected = `${what}: ${closed ? "nothing runs" : "the agent goes on"}`;
  if (seen.problem !== undefined) return row(name, "failed", expected, "the agent broke off", seen.problem);
  const why = closed ? "fails closed" : gate ? "fails open" : "not a gate: it never blocks";
  const fix = `${agent} ${closed ? "did not ask the launcher: see the rows entries and trust" : "was held back by a program that must not: install it again"}`;
  const told = seen.ran ? "" : `; the model read: ${squeezed(seen.results[0] ?? "nothing")}`;
  return row(
    name,
    seen.ran === closed ? "failed" : "held",
    expected,
    seen.ran ? (closed ? "IT RAN" : "it ran") : "refused, without a trace",
    `${why}${told}`,
    fix,
  );
}

const whyNot = ({ agent, program, heard }: Names & { readonly heard: boolean }): string =>
  heard
    ? `${program} refuses it when it is started directly; ${logOf(program)}`
    : `${agent} did not start ${program}: see the rows entries and trust`;

/** The log of the proof goes with its home: the person's own has the same of their next session. */
const logOf = (program: string): string => `let the agent run a command at home, then look at ~/.local/state/agenthooks/${program}/log`;

/** Times, process ids and the like differ from run to run. */
const timeless = (text: string): string => text.replaceAll(/\b[0-9a-f]*\d[0-9a-f]*(?:\.\d+)?\b/gi, "#").trim();

const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
