/** `docs/reference/README.md`: the providers, what decisions each kind takes, what each capability means. */

import * as constructors from "../../packages/agenthooks/src/decision/decision.js";
import { type Decision, FAMILIES, type Family, kinds } from "../../packages/agenthooks/src/decision/types.js";
import { KIND_CAPABILITIES } from "../../packages/agenthooks/src/event/capabilities.js";
import { CAPABILITIES, type Capability } from "../../packages/agenthooks/src/event/provider.js";
import * as root from "../../packages/agenthooks/src/index.js";
import type { ProviderTables } from "../../packages/agenthooks/src/registry/index.js";
import { code, page, table, WARNING } from "./markdown.js";

/** What each capability means, and what becomes of a decision where it is missing (`decision/degrade.ts`). */
const MEANING: Readonly<Record<Capability, readonly [needs: string, means: string, without: string]>> = {
  deny: ["`deny`, `blockPrompt`, `answerPrompt`, `cancel`", "the action does not happen", "the neutral decision"],
  ask: ["`askUser`", "the person is asked first", "`fallback`, else the policy's `askFallback`"],
  allow: ["`allow`", "the agent's own question is skipped", "the agent asks as usual"],
  "update-input": [
    "`.withUpdatedInput`, `.withUpdatedPrompt`",
    "the action happens with another input",
    "dropped; a refusal where `required`",
  ],
  "add-context": ["`.withContext`, `flagOutput`", "the model reads a text more", "dropped; with `continueWith` it joins the instruction"],
  "replace-output": ["`replaceOutput`", "the model never reads the original", "the original stays"],
  "continue-agent": ["`continueWith`", "the agent goes on instead of stopping", "it stops"],
  "stop-agent": ["`.stopAgent`", "the run ends after this event", "dropped"],
  "system-message": ["`.withSystemMessage`", "the person reads a text", "dropped; never a reason to fail under `strict`"],
};

/** The public constructors of decisions, with what each makes: asked, not listed. */
function made(): readonly { readonly name: string; readonly decision: Decision }[] {
  return Object.keys(constructors)
    .filter((name) => Object.hasOwn(root, name))
    .flatMap((name) => {
      const decision: unknown = (constructors as unknown as Readonly<Record<string, (text: string) => unknown>>)[name]?.("text");
      return constructors.isDecision(decision) ? [{ name, decision }] : [];
    });
}

const ARGUMENTS: Readonly<Record<string, unknown>> = { withUpdatedInput: {} };

/** The modifiers that a decision takes: those that do not refuse. */
function modifiersOf(decision: Decision): readonly string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(decision)).filter((name) => {
    if (name === "constructor") return false;
    try {
      (decision as unknown as Readonly<Record<string, (value: unknown) => unknown>>)[name]?.(ARGUMENTS[name] ?? "text");
      return true;
    } catch (error) {
      if (error instanceof TypeError && error.message.includes("means nothing")) return false;
      throw error;
    }
  });
}

function kindTable(): string {
  const all = made();
  const rows = kinds().map((kind) => {
    const own = all.filter(({ decision }) => FAMILIES[kind].includes(constructors.fieldsOf(decision).family as Family));
    return [code(kind), own.map(({ name }) => code(name)).join(" ") || "observed only"];
  });
  return table(["kind", "a handler returns"], rows);
}

function decisionTable(): string {
  const all = made().map(({ name, decision }) => ({ name, decision, modifiers: modifiersOf(decision) }));
  const everywhere = (all[0]?.modifiers ?? []).filter((modifier) => all.every(({ modifiers }) => modifiers.includes(modifier)));
  const words = (modifiers: readonly string[]) => modifiers.map((modifier) => code(`.${modifier}`)).join(" ");
  const rows = all.map(({ name, decision, modifiers }) => [
    code(name),
    code(decision.kind),
    decision.blocks ? "blocks" : constructors.isNeutral(decision) ? "neutral" : "conclusive",
    words(modifiers.filter((modifier) => !everywhere.includes(modifier))),
  ]);
  return page(table(["constructor", "`decision.kind`", "effect", "modifiers"], rows), `All of them take ${words(everywhere)}.`).trimEnd();
}

function mostTable(): string {
  const rows = kinds()
    .filter((kind) => KIND_CAPABILITIES[kind].length > 0)
    .map((kind) => [code(kind), ...CAPABILITIES.map((one) => (KIND_CAPABILITIES[kind].includes(one) ? "●" : ""))]);
  return table(["kind", ...CAPABILITIES], rows);
}

/** The page that leads to all others. */
export function indexPage(providers: readonly ProviderTables[]): string {
  const cells = (tables: ProviderTables) => new Set(tables.measurements.map(({ event, capability }) => `${event} ${capability}`)).size;
  return page(
    "# Reference",
    "<!-- Made by `npm run docs` from agenthooks/registry and the library's own tables. Do not edit. -->",
    "Everything on these pages is data of `agenthooks/registry`, checked against what the lab measured on the real agents. A claim that no case reached is marked as documented.",
    "## Providers",
    table(
      ["provider", "id", "versions measured", "events", "gates", "cells measured", "quirks", "blind spots"],
      providers.map((one) => [
        `[${one.name}](${one.id}.md)`,
        code(one.id),
        one.versions.join(", "),
        String(one.events.length),
        String(one.events.filter(({ gate }) => gate).length),
        String(cells(one)),
        `${one.quirks.length}${one.quirks.some(({ loss }) => loss !== undefined) ? ` ${WARNING}` : ""}`,
        String(one.blindSpots.length),
      ]),
    ),
    `${WARNING}: some of them lose something that cannot be had back.`,
    "## Kinds and decisions",
    kindTable(),
    "Returning nothing is neutral on every kind. A native event without a kind is `other`; its gates are answered with `hooks.onNative`.",
    "## Decisions",
    "**neutral**: the handlers after it still run, and what it carries goes out with the final answer. **conclusive**: the walk ends. **blocks**: conclusive, and the action is prevented.",
    decisionTable(),
    "## Capabilities",
    'A capability belongs to one native event of one variant of one version: ask with `event.can(...)`, or `capabilities(...)` of the registry. What an event cannot express is dropped or replaced by the nearest decision and logged; `unsupported: "strict"` makes it an error of the handler.',
    table(
      ["capability", "needed by", "effect", "where it is missing"],
      CAPABILITIES.map((one) => [code(one), ...MEANING[one]]),
    ),
    "### What each kind can express at most",
    mostTable(),
    "Kinds that are not named can only be observed.",
    "## The same as data",
    '```ts\nimport { matrix } from "agenthooks/registry";\n\nfor (const row of matrix("claude-code", { variant: "print" }))\n  for (const cell of row.cells)\n    if (cell.claimed) console.log(row.native, cell.capability, cell.measured);\n```',
  );
}
