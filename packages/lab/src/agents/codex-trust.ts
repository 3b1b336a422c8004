/** The trust that a person gives to hooks of Codex: the hash of each definition in the agent's own config (facts/codex.md §2). */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type JsonObject, objects, text } from "../json.js";

const snake = (event: string): string => event.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
const NO_MATCHER = new Set(["UserPromptSubmit", "Stop", "Interrupt", "PreModelRequest", "PostModelRequest"]);
const SHORT = new Set(["SessionEnd", "Interrupt"]);

function trustedHash(event: string, matcher: string | undefined, command: string, timeout: number): string {
  const seconds = SHORT.has(event) ? Math.min(3, timeout) : timeout;
  const handler = { async: false, command, timeout: seconds, type: "command" };
  const definition = { event_name: snake(event), hooks: [handler], ...(matcher === undefined || NO_MATCHER.has(event) ? {} : { matcher }) };
  return `sha256:${createHash("sha256").update(JSON.stringify(definition)).digest("hex")}`;
}

/** What an entry without a timeout has, in seconds. */
const defaultTimeout = (event: string): number => (SHORT.has(event) ? 1 : 600);

/** The lines that trust the handlers of a file; of the groups that `trusts` says, all by default. */
export function stateTables(
  source: string,
  hooks: Readonly<Record<string, unknown>>,
  trusts: (group: { readonly event: string; readonly group: number }) => boolean = () => true,
): readonly string[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    objects(groups).flatMap((group, at) =>
      objects(group.hooks).flatMap((handler, index) => {
        if (!trusts({ event, group: at })) return [];
        const key = `${source}:${snake(event)}:${at}:${index}`;
        const timeout = Number(handler.timeout ?? defaultTimeout(event));
        const hash = trustedHash(event, text(group.matcher), text(handler.command) ?? "", timeout);
        return [`[hooks.state.${JSON.stringify(key)}]`, `trusted_hash = ${JSON.stringify(hash)}`];
      }),
    ),
  );
}

/** Writes an entry per handler of `hooksFile`. */
export function placeTrust(configFile: string, hooksFile: string, hooks: Readonly<Record<string, readonly JsonObject[]>>): void {
  writeFileSync(configFile, `${stateTables(hooksFile, hooks).join("\n")}\n`);
}
