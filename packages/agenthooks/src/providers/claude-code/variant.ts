/** Where Claude Code behaves differently (definitions.md "Variant rules"): data, first match wins. */
import { builtin } from "../../base/builtin.js";
import { consistsOf, DIGITS } from "../../base/text.js";
import type { Variant } from "../../event/provider.js";

type Env = Readonly<Record<string, string | undefined>>;

const VARIANT_RULES: readonly {
  readonly variable: string;
  /** What it must hold. Default: anything but `0` and `false`. */
  readonly value?: string | ((value: string) => boolean);
  readonly variant: Variant;
}[] = [
  { variable: "CLAUDE_CODE_REMOTE", variant: "remote" },
  { variable: "CLAUDE_PROJECT_DIR", value: isCoworkFolder, variant: "cowork" },
  { variable: "CLAUDE_CODE_ENTRYPOINT", value: "sdk-cli", variant: "print" },
  { variable: "CLAUDE_CODE_SESSION_ATTENDED", value: "0", variant: "print" },
  { variable: "CLAUDE_CODE_ENTRYPOINT", value: "cli", variant: "cli" },
];

export function variantOf(env: Env): Variant {
  const rule = VARIANT_RULES.find(({ variable, value = isSet }) => {
    const found = env[variable];
    return found !== undefined && (typeof value === "string" ? found === value : value(found));
  });
  return rule?.variant ?? "";
}

function isSet(value: string): boolean {
  return value !== "" && value !== "0" && value !== "false";
}

/**
 * A cowork session works in a folder `local_<rid>` with a file `local_<rid>.json` beside it (documented, never seen by the lab). A folder
 * that is only called cowork is no sign: users have those.
 */
function isCoworkFolder(folder: string): boolean {
  const path = `${folder.replaceAll("\\", "/")}/`;
  for (let at = path.indexOf("/local_"); at >= 0; at = path.indexOf("/local_", at + 1)) {
    if (builtin("fs").existsSync(`${path.slice(0, path.indexOf("/", at + 1))}.json`)) return true;
  }
  return false;
}

/** `AI_AGENT=claude-code_2-1-332_harness` names the version (facts §2 "Environment"). */
export function hostVersion(env: Env): string | undefined {
  const [agent, version = ""] = env.AI_AGENT?.split("_") ?? [];
  return agent === "claude-code" && consistsOf(version, `${DIGITS}-`) && version.split("-").length === 3
    ? version.replaceAll("-", ".")
    : undefined;
}
