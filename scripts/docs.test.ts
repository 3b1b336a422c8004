/** The generated reference: what it marks, and what it refuses to print. */
import { matrix, providers } from "agenthooks/registry";
import { describe, expect, it } from "vitest";
import { contradiction, contradictions } from "./lib/contradictions.js";
import { anchor, count, table, WARNING } from "./lib/markdown.js";
import { labResults, measuredSource } from "./lib/measured.js";
import { providerPage } from "./lib/reference-provider.js";

const [claude] = providers as [(typeof providers)[number]];
const results = labResults("claude-code");
const text = providerPage(claude, results);
const lineOf = (page: string, heading: string, native: string) =>
  page
    .slice(page.indexOf(`### ${heading}`))
    .split("\n")
    .find((line) => line.startsWith(`| \`${native}\``));

describe("a table that the results deny", () => {
  const cell = matrix("claude-code", { variant: "print" }).flatMap(({ cells }) => cells)[0];
  const of = (claimed: boolean, measured: "yes" | "no" | "partial" | "unmeasured") => cell && contradiction({ ...cell, claimed, measured });

  it("is found in both directions", () => {
    expect(of(true, "no")).toMatch(/claims deny/);
    expect(of(false, "yes")).toMatch(/denies deny/);
    expect(of(false, "partial")).toMatch(/denies deny/);
  });

  it("is not one where they agree or the lab did not look", () => {
    expect([of(true, "yes"), of(true, "partial"), of(false, "no"), of(true, "unmeasured"), of(false, "unmeasured")]).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });

  it("is found in the tables of a provider, with the case that says so", () => {
    const meant = (one: { readonly event: string; readonly capability: string }) =>
      one.event === "SessionStart" && one.capability === "add-context";
    const lost = claude.measurements.map((one) => (meant(one) ? { ...one, outcome: "no" as const } : one));
    const found = contradictions({ ...claude, measurements: lost });
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toContain("SessionStart: the table claims add-context");
    expect(found.join()).toContain("context.session-start");
  });
});

describe("the page of a provider", () => {
  it("marks what is lost, and calls measured only what was", () => {
    const print = lineOf(text, "Claude Code 2.1.197, variant print", "PreToolUse");
    expect(print?.endsWith(`| no ${WARNING} |`)).toBe(true);
    expect(lineOf(text, "Claude Code 2.1.197, variant print", "PermissionRequest")).toContain("does not fire");
    const other = lineOf(text, "Claude Code 2.1.332, any other variant", "PreToolUse")?.split(" | ").slice(1, -1);
    expect(other?.filter((word) => /yes|no|partial/.test(word))).toEqual([]);
    for (const one of claude.quirks.filter(({ loss }) => loss !== undefined)) expect(text).toContain(`lost: ${one.loss}`);
  });

  it("names every event, quirk, blind spot, tool and case that did not hold", () => {
    for (const { native } of claude.events) expect(text).toContain(`| \`${native}\` |`);
    for (const { test } of claude.quirks) {
      const [, kind, name] = /^(lab|test): (.+)$/.exec(test) ?? [];
      expect(text).toContain(kind === "lab" ? `[\`${name}\`](../../lab/results/` : `${name?.split(" > ").at(-1)}`);
    }
    expect(text.split("\n").filter((line) => /\| (measured|documented) \|$/.test(line))).toHaveLength(
      claude.blindSpots.length + claude.limits.length,
    );
    for (const name of Object.keys(claude.tools)) expect(text).toContain(`\`${name}\``);
    for (const one of results.filter(({ outcome }) => outcome !== "yes")) expect(text).toContain(`| \`${one.case}\` |`);
  });

  it("has links that lead to headings of its own and lines that can be read", () => {
    const headings = text.match(/^#+ .*$/gm)?.map((line) => anchor(line.replace(/^#+ /, ""))) ?? [];
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !headings.includes(target ?? ""))).toEqual([]);
    expect(text.split("\n").filter((line) => line.length > 700)).toEqual([]);
  });

  it("says of an unmeasured provider that it is documented, without one yes", () => {
    const bare = providerPage({ ...claude, versions: [], measurements: [], quirks: [], blindSpots: [], silentEvents: [] }, []);
    expect(bare).toContain("documented, not measured");
    const tables = bare.slice(bare.indexOf("## Capabilities"));
    expect(tables).not.toMatch(/\| (yes|no|partial) /);
    expect(lineOf(bare, "Claude Code, any other variant", "PreToolUse")).toContain("| doc | doc | doc |");
  });
});

it("what the library carries is what the lab wrote, case by case", () => {
  expect(measuredSource("claude-code").match(/ case: /g)).toHaveLength(results.length);
  expect(claude.measurements).toHaveLength(results.length);
});

it("a table without rows is left out, a number is grouped", () => {
  expect(table(["a"], [])).toBe("");
  expect([count(5), count(9900), count(1234567)]).toEqual(["5", "9\u00a0900", "1\u00a0234\u00a0567"]);
});
