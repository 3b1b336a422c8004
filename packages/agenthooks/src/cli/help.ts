/** The help texts, made from the tables that the arguments are read by. */
import type { Flag } from "./args.js";
import type { Command } from "./command.js";
import { COMMANDS } from "./commands/index.js";
import { columns, type Paint } from "./output/paint.js";

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}\n`).join("");

export function mainHelp(version: string, paint: Paint): string {
  const commands = columns(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]));
  return `agenthooks ${version}: one program of typed handlers, run as the hooks of every coding agent

${paint("bold", "Usage")}
  agenthooks <command> [options]

${paint("bold", "Commands")}
${indent(commands)}
${paint("bold", "Example")}
  agenthooks install hooks.ts --provider claude-code --dry-run

agenthooks <command> --help says more; exit code 0: done or nothing to do, 1: findings or refused, 2: wrong usage.
`;
}

const named = (name: string, { value, short }: Flag) =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;

export function commandHelp({ usage, about, flags, examples }: Command, paint: Paint): string {
  return `${about}

${paint("bold", "Usage")}
  agenthooks ${usage}

${paint("bold", "Options")}
${indent(columns(Object.entries(flags).map(([name, flag]) => [named(name, flag), flag.help])))}
${paint("bold", examples.length === 1 ? "Example" : "Examples")}
${indent(examples)}`;
}
