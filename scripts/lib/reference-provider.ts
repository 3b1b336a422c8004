/** The page of one provider: `docs/reference/<id>.md`. Everything on it is data of the registry or of the lab's results. */
import {
  inRange,
  type Limit,
  type MatrixCell,
  type MatrixRow,
  type ProviderTables,
  type Quirk,
} from "../../packages/agenthooks/src/registry/index.js";
import { matrixOf } from "../../packages/agenthooks/src/registry/matrix.js";
import { anchor, code, count, duration, link, list, page, table, WARNING } from "./markdown.js";
import type { LabResult } from "./measured.js";

/** What has a table of capabilities of its own. */
interface Section {
  /** `undefined`: nothing was measured. */
  readonly version: string | undefined;
  readonly variant: string;
}

/** Headings that other pages and other parts of this one point at. */
const EVENTS = "Events";
const MARKS = "How to read the tables";
const QUIRKS = "Quirks";
const BLIND = "Blind spots";
const TOOLS = "Tool classes";
const LIMITS = "Limits";
const FAILED = "Cases that did not hold";

const variantName = (variant: string) => (variant === "" ? "any other variant" : `variant ${code(variant)}`);
const capabilitiesHeading = (tables: ProviderTables, { version, variant }: Section) =>
  `${tables.name}${version === undefined ? "" : ` ${version}`}, ${variant === "" ? "any other variant" : `variant ${variant}`}`;

/** `yes`, `no`, `partial`: measured. `doc`: claimed and not measured. `–`: not claimed and not measured. */
function cellText(cell: MatrixCell): string {
  const word = cell.measured !== "unmeasured" ? cell.measured : cell.claimed ? "doc" : cell.degraded ? "–" : "";
  return cell.degraded || cell.loss ? `${word} ${WARNING}` : word;
}

function eventTable(tables: ProviderTables): string {
  const rows = tables.events.map((row) => {
    const [first = "", ...versions] = seenOn(tables, row.native);
    return [
      code(row.native),
      code(row.kind),
      row.gate ? "gate" : "",
      row.guards === true ? "refuses" : "",
      row.observe === "safe" ? "" : `${row.observe} ${WARNING}`,
      duration(row.timeoutMs ?? tables.timeoutMs),
      [row.since === undefined ? "" : `since ${row.since}`, row.until === undefined ? "" : `until ${row.until}`].join(" ").trim(),
      [first, ...versions].join(", "),
    ];
  });
  return table(["event", "kind", "gate", "fail-closed", "observe", "timeout", "versions", "seen by the lab on"], rows);
}

/** The versions on which a case saw the event fire. */
function seenOn(tables: ProviderTables, native: string): readonly string[] {
  return tables.versions.filter((version) =>
    tables.variants.some((variant) => matrixOf(tables, { version, variant }).some((row) => row.native === native && row.fires === "yes")),
  );
}

function matrixTable(rows: readonly MatrixRow[]): string {
  const told = rows.filter((row) => row.cells.some((cell) => cellText(cell) !== ""));
  const head = rows[0]?.cells.map(({ capability }) => capability) ?? [];
  const body = told.map((row) =>
    row.fires === "no"
      ? [code(row.native), `does not fire ${WARNING}`, ...row.cells.slice(1).map(() => "")]
      : [code(row.native), ...row.cells.map(cellText)],
  );
  return table(["event", ...head], body);
}

const shortName = ({ version, variant }: Section) => [version ?? "", variant === "" ? "other" : code(variant)].join(" ").trim();

/** Each measured version and variant, and what holds for every other variant. */
function sections(tables: ProviderTables): readonly Section[] {
  if (tables.versions.length === 0) return tables.variants.map((variant) => ({ version: undefined, variant }));
  return tables.versions.flatMap((version) => {
    const measured = new Set(tables.measurements.filter((one) => one.version === version).map(({ variant }) => variant));
    return [...measured.add("")].map((variant) => ({ version, variant }));
  });
}

function matrices(tables: ProviderTables): string {
  const parts = sections(tables).flatMap((section) => {
    const { version, variant } = section;
    return [
      `### ${capabilitiesHeading(tables, section)}`,
      matrixTable(matrixOf(tables, version === undefined ? { variant } : { version, variant })),
    ];
  });
  return page(...parts).trimEnd();
}

/** Where a test that a quirk names can be read. */
function testLink(tables: ProviderTables, { test, versions }: Quirk): string {
  const name = /^lab: (.+)$/.exec(test)?.[1];
  const version = tables.versions.find(
    (one) => inRange(versions, one) && tables.measurements.some((row) => row.version === one && row.case === name),
  );
  const [, file, rule] = /^test: (\S+)(?: > (.+))?$/.exec(test) ?? [];
  if (file !== undefined) return rule === undefined ? code(file) : `${code(file)} "${rule}"`;
  return name === undefined || version === undefined ? code(test) : `[${code(name)}](${resultsLink(tables, version)})`;
}

const resultsLink = (tables: ProviderTables, version: string) => `../../lab/results/${tables.id}/${version}.json`;

function quirkText(tables: ProviderTables): string {
  const groups = new Map<string, Quirk[]>();
  for (const quirk of tables.quirks) {
    const { versions, variant, capability, behaviour, mitigation, loss } = quirk;
    const key = JSON.stringify([versions, variant, capability, behaviour, mitigation, loss]);
    groups.set(key, [...(groups.get(key) ?? []), quirk]);
  }
  return page(
    ...[...groups.values()].flatMap((group) => {
      const [quirk] = group as [Quirk];
      const where = [
        group.map(({ event }) => (event === undefined ? "every event" : code(event))).join(", "),
        quirk.capability === undefined ? "" : code(quirk.capability),
        quirk.versions === "*" ? "all versions" : code(quirk.versions),
        quirk.variant === undefined ? "" : variantName(quirk.variant),
      ].filter((part) => part !== "");
      return [
        `### ${quirk.loss === undefined ? "" : `${WARNING} `}${subject(group)}`,
        `${sentence(quirk.behaviour)}`,
        list([
          `where: ${where.join(" · ")}`,
          `the library: ${quirk.mitigation}`,
          ...(quirk.loss === undefined ? [] : [`lost: ${quirk.loss}`]),
          `shown by: ${group.map((one) => testLink(tables, one)).join(", ")}`,
          `id: ${idText(group)}`,
        ]),
      ];
    }),
  ).trimEnd();
}

/** What the ids of a group have in common, in words. */
function subject(group: readonly Quirk[]): string {
  const [first = ""] = group.map(({ id }) => id.split("/")[1] ?? id);
  return sentence(first.replaceAll("-", " ")).replace(/\.$/, "");
}

/** Quirks that differ by event only are named after it. */
function idText(group: readonly Quirk[]): string {
  const [first] = group as [Quirk];
  const stem = first.id.slice(0, first.id.lastIndexOf("/"));
  const byEvent = group.length > 1 && group.every(({ id, event }) => id === `${stem}/${event}`);
  return byEvent ? code(`${stem}/<event>`) : group.map(({ id }) => code(id)).join(", ");
}

/** With a full stop, and a capital letter where it begins with a word and not with a member's name. */
function sentence(text: string): string {
  const begin = /^[a-z]+(?= |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(text) ? begin : `${begin}.`;
}

function blindSpotTable(tables: ProviderTables): string {
  const rows = tables.blindSpots.map(({ what, variants, mark }) => [sentence(what), (variants ?? []).map(variantName).join(", "), mark]);
  return table(["what no hook is shown", "only on", "mark"], rows);
}

function toolTable(tables: ProviderTables): string {
  const classes = new Map<string, string[]>();
  for (const [name, one] of Object.entries(tables.tools)) classes.set(one, [...(classes.get(one) ?? []), code(name)]);
  const rows = [...classes].map(([one, names]) => [code(one), names.join(", ")]);
  return table(["class", "tools"], [...rows, [code("mcp"), `${code("mcp__<server>__<tool>")}`], [code("other"), "every other tool"]]);
}

const amount = ({ value, unit }: Limit) => (unit === "ms" ? duration(value) : `${count(value)} ${unit}`);

function limitTable(tables: ProviderTables): string {
  const rows = tables.limits.map((limit) => [
    limit.what,
    limit.event === undefined ? "all" : code(limit.event),
    amount(limit),
    limit.beyond,
    limit.mark,
  ]);
  return table(["limit", "event", "value", "beyond it", "mark"], rows);
}

/** The part of a case's evidence that did not hold. */
function failedPart(evidence: string): string {
  const parts = evidence.split("; ");
  const text = (parts.find((part) => part.startsWith("NOT: ")) ?? parts[0] ?? "").replace(/^NOT: /, "");
  return (text.length > 120 ? `${text.slice(0, 119)}…` : text).replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function failedTable(tables: ProviderTables, results: readonly LabResult[]): string {
  const rows = new Map<string, { readonly one: LabResult; readonly versions: string[] }>();
  for (const one of results.filter(({ outcome }) => outcome !== "yes")) {
    const key = JSON.stringify([one.case, one.variant, one.outcome, failedPart(one.evidence)]);
    const row = rows.get(key) ?? { one, versions: [] };
    row.versions.push(one.version);
    rows.set(key, row);
  }
  const body = [...rows.values()].map(({ one, versions }) => [
    code(one.case),
    code(one.event),
    one.capability,
    one.outcome,
    failedPart(one.evidence),
    versions.join(", "),
  ]);
  const whole = tables.versions.map((version) => `[${version}](${resultsLink(tables, version)})`).join(", ");
  return page(
    "What the lab expected and did not see. Some of it is a limit of the agent, some the library's own.",
    table(["case", "event", "measures", "outcome", "expected", "versions"], body),
    whole === "" ? "" : `All results with their evidence: ${whole}.`,
  ).trimEnd();
}

const VARIANTS: Readonly<Record<string, string>> = {
  cli: "interactive, in a terminal",
  print: "headless: one prompt, nobody to ask",
  ide: "inside an editor",
  cloud: "on the vendor's machines",
  cowork: "the desktop's shared sessions",
  remote: "driven from another machine",
};

function legend(tables: ProviderTables): string {
  return page(
    table(
      ["cell", "meaning"],
      [
        ["yes", "measured: every lab case of this capability held on the real agent"],
        ["partial", `measured: some cases held, some did not; see ${link("below", FAILED)}`],
        ["no", "measured: it does not hold"],
        ["doc", "the agent's documents or earlier observation say so; not measured here"],
        ["–", "no source says that it can; not measured"],
        ["(empty)", "no decision of this kind of event can carry it"],
        [
          WARNING,
          "something is lost: a decision that carries it is weakened and logged (`degraded` of `onDecision`), or a quirk loses a part",
        ],
      ],
    ),
    `Variants (where the agent runs): ${tables.variants
      .filter((one) => one !== "")
      .map((one) => `${code(one)} ${VARIANTS[one] ?? ""}`.trim())
      .join("; ")}. Whatever has no table of its own reads the one of any other variant.`,
  ).trimEnd();
}

/** The page of one provider. */
export function providerPage(tables: ProviderTables, results: readonly LabResult[]): string {
  const gates = tables.events.filter(({ gate }) => gate).length;
  const dates = results.map(({ date }) => date).sort();
  const [newest] = tables.versions;
  const gone = tables.versions.slice(1).map((version) => {
    const lacking = tables.events.filter((row) => row.since !== undefined && inRange(`<${row.since}`, version));
    return lacking.length === 0 ? "" : `${version} lacks ${lacking.map(({ native }) => code(native)).join(", ")}.`;
  });
  return page(
    `# ${tables.name}`,
    "<!-- Made by `npm run docs` from agenthooks/registry and lab/results. Do not edit. -->",
    `${code(tables.id)} · ${tables.events.length} events, ${gates} of them gates · ${dates.length === 0 ? "documented, not measured" : `measured on ${tables.versions.join(" and ")}, ${dates.at(-1)}`} · [all providers](README.md)`,
    list([
      link(MARKS, MARKS),
      link(EVENTS, EVENTS),
      `[Capabilities](#capabilities): ${sections(tables)
        .map((section) => `[${shortName(section)}](#${anchor(capabilitiesHeading(tables, section))})`)
        .join(", ")}`,
      link(QUIRKS, QUIRKS),
      link(BLIND, BLIND),
      link(TOOLS, TOOLS),
      link(LIMITS, LIMITS),
      link(FAILED, FAILED),
    ]),
    `## ${MARKS}`,
    legend(tables),
    `## ${EVENTS}`,
    `**gate**: an answer can change what happens. **fail-closed**: a program with ${code('fail: "closed"')} refuses here when it fails. **observe**: ${code("never")} means that subscribing alone changes the agent, ${code("opt-in")} that the event is loud or approximate. **timeout**: the agent's own, unless the hook's entry names one.`,
    eventTable(tables),
    [newest === undefined ? "" : `The table holds for ${newest}.`, ...gone].filter((text) => text !== "").join(" "),
    "## Capabilities",
    "What a decision can express on each event; `event.can(capability)` answers the same at run time. An event that is not in a table takes no decision of the library: it is observed, and answered with `hooks.onNative` where it is a gate.",
    matrices(tables),
    `## ${QUIRKS}`,
    quirkText(tables),
    `## ${BLIND}`,
    blindSpotTable(tables),
    `## ${TOOLS}`,
    `${code("event.tool.canonical")} by native tool name.`,
    toolTable(tables),
    `## ${LIMITS}`,
    limitTable(tables),
    `## ${FAILED}`,
    failedTable(tables, results),
  );
}
