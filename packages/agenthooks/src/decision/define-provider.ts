/** Adapters from outside. */
import type { Adapter } from "./answer.js";

/**
 * Checks an adapter and returns it, frozen. It gets in through `createHooks({ providers: [mine] })`.
 * @throws TypeError naming what is missing or wrong.
 */
export function defineProvider(adapter: Adapter): Adapter {
  const fault = faultOf(adapter);
  if (fault) throw new TypeError(`provider ${JSON.stringify(adapter.id)}: ${fault}`);
  return Object.freeze(adapter);
}

function faultOf(adapter: Adapter): string | undefined {
  if (adapter.apiVersion !== 1) return `apiVersion is ${String(adapter.apiVersion)}; this library knows 1`;
  if (!/^[a-z][a-z0-9-]*$/.test(adapter.id)) return "id is not kebab-case";
  for (const part of ["detect", "decode", "encode"] as const) if (typeof adapter[part] !== "function") return `${part} is not a function`;
  for (const part of ["classify", "project"] as const)
    if (typeof adapter.tools?.[part] !== "function") return `tools.${part} is not a function`;
  if (!Array.isArray(adapter.events) || adapter.events.length === 0) return "events is empty";
  const names = new Set(adapter.events.map((row) => row.native));
  return names.size === adapter.events.length ? undefined : "events names one native event twice";
}
