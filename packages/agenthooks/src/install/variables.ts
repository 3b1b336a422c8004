/** Variables that move the configuration of an agent. An install stays where they pointed when it was made, whoever calls later, from wherever. */
import path from "node:path";
import type { Finding, HostInstaller } from "../providers/install.js";
import { ofAll } from "./context.js";
import type { Receipt } from "./receipt.js";

type Env = Readonly<Record<string, string | undefined>>;
type Known = Pick<Receipt, "env">;

/** The environment in which the program was installed. */
export function envOf(receipt: Known | undefined, env: Env): Env {
  return { ...env, ...Object.fromEntries(Object.entries(receipt?.env ?? {}).map(([name, value]) => [name, value ?? undefined])) };
}

/** What a receipt keeps of an environment. */
export function variablesOf(installers: readonly HostInstaller[], env: Env): Readonly<Record<string, string | null>> {
  const names = installers.flatMap(({ variables }) => variables ?? []);
  return Object.fromEntries(names.map((name) => [name, pathIn(env, name)]));
}

/** An agent that is started from here looks elsewhere than where its entries are. */
export function movedFindings(level: Finding["level"], name: string, receipt: Known | undefined, env: Env): readonly Finding[] {
  return Object.entries(receipt?.env ?? {}).flatMap(([variable, was]): readonly Finding[] => {
    const now = pathIn(env, variable);
    if (now === was) return [];
    const text = (value: string | null) => (value === null ? `without ${variable}` : `with ${variable}=${value}`);
    const message = `${name} was installed ${text(was)}, and stays there; this command was started ${text(now)}`;
    return [ofAll(level, was ?? undefined, message, `to move it: agenthooks uninstall ${name}, then install it again`)];
  });
}

/** An empty variable counts as none; a relative path is that of the working folder. */
function pathIn(env: Env, name: string): string | null {
  const value = env[name];
  return value === undefined || value === "" ? null : path.resolve(value);
}
