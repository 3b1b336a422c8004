/** Where Claude Code behaves differently (definitions.md "Variant rules"): data, first match wins. */
import { builtin } from "../../base/builtin.js";
import { consistsOf, DIGITS } from "../../base/text.js";
import type { Variant } from "../../event/provider.js";

type Env = Readonly<Record<string, string | undefined>>;

/** What a variable must hold, by value or by look. */
const VARIANT_RULES: readonly (readonly [variable: string, holds: string | ((value: string) => unknown), variant: Variant])[] = [
  ["CLAUDE_CODE_REMOTE", (value) => value !== "" && value !== "0" && value !== "false", "remote"],
  ["CLAUDE_PROJECT_DIR", isCoworkFolder, "cowork"],
  ["CLAUDE_CODE_ENTRYPOINT", "sdk-cli", "print"],
  ["CLAUDE_CODE_SESSION_ATTENDED", "0", "print"],
  ["CLAUDE_CODE_ENTRYPOINT", "cli", "cli"],
];

export function variantOf(env: Env): Variant {
  const rule = VARIANT_RULES.find(([variable, holds]) => {
    const value = env[variable];
    return value !== undefined && (typeof holds === "string" ? value === holds : holds(value));
  });
  return rule?.[2] ?? "";
}

/**
 * A cowork session works in or below a folder `local_<rid>` that has a file `local_<rid>.json` beside it (documented, never seen by the lab).
 * A folder that is only called cowork is no sign: users have those. Any part of the path may be the session's, not only the first of that
 * look.
 */
function isCoworkFolder(folder: string): boolean {
  if (!folder.includes("local_")) return false;
  const { existsSync } = builtin("fs");
  return [...folder.matchAll(/[/\\]local_[^/\\]+/g)].some(({ index, 0: part }) => existsSync(`${folder.slice(0, index)}${part}.json`));
}

/** `AI_AGENT=claude-code_2-1-332_harness` names the version (facts §2 "Environment"). */
export function hostVersion(env: Env): string | undefined {
  const [agent, version = ""] = env.AI_AGENT?.split("_") ?? [];
  return agent === "claude-code" && consistsOf(version, `${DIGITS}-`) && version.split("-").length === 3
    ? version.replaceAll("-", ".")
    : undefined;
}
