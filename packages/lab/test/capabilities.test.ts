/** What the library's tables claim about an agent, against what was measured on it: a lie fails. */
import type { Capability } from "agenthooks";
import { capabilities, eventMap, inRange, matrix, quirks } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { LAB_PROVIDERS, type LabProvider, PINS } from "../src/agents/pins.js";
import type { Measured } from "../src/case.js";
import { RESULTS } from "../src/paths.js";
import { type Result, readResults, resultFile } from "../src/results.js";
import { UNMEASURED } from "../src/unmeasured.js";

/** What the tables speak of; a case may measure other things too. */
const CAPABILITIES: ReadonlySet<string> = new Set(matrix("claude-code").flatMap((row) => row.cells.map((cell) => cell.capability)));

/** The variants that cases run. */
const VARIANTS = ["print", "cli"] as const;

/** One agent at one version. */
interface Agent {
  readonly provider: LabProvider;
  readonly version: string;
}

const agents: readonly Agent[] = LAB_PROVIDERS.flatMap((provider) => PINS[provider].versions.map((version) => ({ provider, version })));
const results = ({ provider, version }: Agent) => readResults(resultFile(RESULTS, provider, version));

const can = ({ provider, version }: Agent, variant: string, event: string, capability: Measured): boolean =>
  capabilities(provider, variant, { native: event }, version).has(capability as Capability);

/** Whether the table, with the quirks of this version, says that the event can express it. */
const claimed = (agent: Agent, { event, capability, variant }: Result): boolean => can(agent, variant, event, capability);

function excused({ provider, version }: Agent, { case: name, event, capability, variant }: Result): boolean {
  return quirks.some(
    (quirk) =>
      quirk.provider === provider &&
      quirk.event === event &&
      quirk.capability === capability &&
      inRange(quirk.versions, version) &&
      (quirk.variant === undefined || quirk.variant === variant) &&
      quirk.test === `lab: ${name}`,
  );
}

describe.each(agents)("$provider $version", (agent) => {
  const cells = results(agent).filter(({ capability }) => CAPABILITIES.has(capability));

  it("was measured", () => {
    expect(cells.length).toBeGreaterThan(50);
  });

  it("can do nothing that the table denies", () => {
    const lies = cells.filter((cell) => cell.outcome !== "no" && !claimed(agent, cell));
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("does everything that the table claims, or a quirk names the case", () => {
    const lies = cells.filter((cell) => cell.outcome !== "yes" && claimed(agent, cell) && !excused(agent, cell));
    expect(lies.map(({ case: name }) => name)).toEqual([]);
  });

  it("has a cell for every claim on every event, or a reason why there is none", () => {
    const missing = VARIANTS.flatMap((variant) =>
      native(agent).flatMap((event) =>
        [...capabilities(agent.provider, variant, { native: event }, agent.version)]
          .filter(
            (capability) => !measured(agent, variant, event, capability) && reasonFor(agent, variant, event, capability) === undefined,
          )
          .map((capability) => `${variant} ${event} ${capability}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("has every event of the table that can be provoked", () => {
    const seen = (event: string) => VARIANTS.some((variant) => measured(agent, variant, event, "observe"));
    const missing = native(agent).filter((event) => !seen(event) && reasonFor(agent, undefined, event, "observe") === undefined);
    expect(missing).toEqual([]);
  });

  it("decodes every event without a member that no view names", () => {
    const lies = results(agent).filter(({ case: name, outcome }) => name.startsWith("event.") && outcome !== "yes");
    expect(lies.map(({ case: name, evidence }) => `${name}: ${evidence}`)).toEqual([]);
  });
});

/** The native events that the table gives this version. */
function native({ provider, version }: Agent): readonly string[] {
  const rows = eventMap[provider] ?? [];
  return rows.filter(({ since }) => since === undefined || inRange(`>=${since}`, version)).map((row) => row.native);
}

const measured = (agent: Agent, variant: string, event: string, capability: Measured): boolean =>
  results(agent).some((cell) => cell.variant === variant && cell.event === event && cell.capability === capability);

const reasonFor = ({ provider, version }: Agent, variant: string | undefined, event: string, capability: Measured) =>
  UNMEASURED.find(
    (entry) =>
      entry.provider === provider &&
      entry.event === event &&
      entry.capabilities.includes(capability) &&
      (entry.variant === undefined || entry.variant === variant) &&
      (entry.versions?.includes(version) ?? true),
  )?.reason;

describe("what is listed as unmeasured", () => {
  const cells = UNMEASURED.flatMap(({ provider, event, capabilities: listed, variant, versions }) =>
    agents
      .filter((agent) => agent.provider === provider && (versions?.includes(agent.version) ?? true))
      .flatMap((agent) => listed.map((capability) => ({ agent, event, capability, variant }))),
  );

  it("was not measured, and the table claims it", () => {
    const stale = cells.filter(({ agent, event, capability, variant }) => {
      const variants = variant === undefined ? VARIANTS : [variant];
      const claims = capability === "observe" ? native(agent).includes(event) : variants.some((one) => can(agent, one, event, capability));
      return !claims || variants.some((one) => measured(agent, one, event, capability));
    });
    expect(stale).toEqual([]);
  });

  it("is of an agent and a version that the lab runs", () => {
    expect(cells.length).toBeGreaterThanOrEqual(UNMEASURED.length);
  });

  it("has a reason", () => {
    for (const { reason } of UNMEASURED) expect(reason.length).toBeGreaterThan(20);
  });
});

it("every quirk that names a lab case names one that was run, and every id is there once", () => {
  for (const quirk of quirks.filter(({ test }) => test.startsWith("lab: "))) {
    const names = agents.filter(({ provider }) => provider === quirk.provider).flatMap((agent) => results(agent).map((cell) => cell.case));
    expect(names, quirk.id).toContain(quirk.test.slice("lab: ".length));
    const known = quirk.event === undefined || (eventMap[quirk.provider]?.some((row) => row.native === quirk.event) ?? false);
    expect(known, quirk.id).toBe(true);
  }
  expect(new Set(quirks.map(({ id }) => id)).size).toBe(quirks.length);
});
