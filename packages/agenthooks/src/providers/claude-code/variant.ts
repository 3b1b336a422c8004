/** Where Claude Code behaves differently (definitions.md "Variant rules"): data, first match wins. */
import { consistsOf, DIGITS } from "../../base/text.js";
import type { Variant } from "../../event/provider.js";

type Env = Readonly<Record<string, string | undefined>>;

const VARIANT_RULES: readonly { readonly variable: string; readonly value?: string; readonly variant: Variant }[] = [
  { variable: "CLAUDE_CODE_REMOTE", variant: "remote" },
  { variable: "CLAUDE_CODE_ENTRYPOINT", value: "sdk-cli", variant: "print" },
  { variable: "CLAUDE_CODE_SESSION_ATTENDED", value: "0", variant: "print" },
  { variable: "CLAUDE_CODE_ENTRYPOINT", value: "cli", variant: "cli" },
];

export function variantOf(env: Env): Variant {
  const rule = VARIANT_RULES.find(({ variable, value }) => (value === undefined ? isSet(env[variable]) : env[variable] === value));
  return rule?.variant ?? "";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

/** `AI_AGENT=claude-code_2-1-332_harness` names the version (facts §2 "Environment"). */
export function hostVersion(env: Env): string | undefined {
  const [agent, version = ""] = env.AI_AGENT?.split("_") ?? [];
  return agent === "claude-code" && consistsOf(version, `${DIGITS}-`) && version.split("-").length === 3
    ? version.replaceAll("-", ".")
    : undefined;
}
