import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcpCall } from "../../src/event/project.js";
import type { ToolCall, ToolClass } from "../../src/event/tool.js";
import { matcherOf as claudeMatcher } from "../../src/providers/claude-code/matcher.js";
import { CLASSES as CLAUDE, tools as claudeTools } from "../../src/providers/claude-code/tools.js";
import { matcherOf as codexMatcher } from "../../src/providers/codex/dialect.js";
import { CLASSES as CODEX, tools as codexTools } from "../../src/providers/codex/tools.js";
import { type MatcherSpec, matchCanonical, matchMcp, matchTools } from "../../src/router/matchers.js";

const EVENT = "PreToolUse";

/** As the agents read a matcher (facts/claude-code.md §2, facts/codex.md §3); each list has the fewest signs that any version allows. */
function reads(matcher: string | undefined, name: string): boolean {
  if (matcher === undefined) return true;
  if (/^[\w|]+$/.test(matcher)) return matcher.split("|").includes(name);
  // Rust's switch for a group, written out: no version of Node that is supported has it
  const plain = matcher.replace(/\(\?i:((?:[^()\\]|\\.)*)\)/g, (_, inner: string) =>
    inner.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  return new RegExp(plain).test(name);
}

const AGENTS = [
  { id: "claude-code", matcherOf: claudeMatcher, tools: claudeTools, classes: CLAUDE },
  { id: "codex", matcherOf: codexMatcher, tools: codexTools, classes: CODEX },
];
const CLASS_NAMES: readonly ToolClass[] = ["shell", "file.read", "file.write", "file.edit", "search", "fetch", "task", "mcp", "other"];

const word = fc.stringMatching(/^[A-Za-z][\w-]{0,6}$/);
const glob = fc.stringMatching(/^[A-Za-z*?_. -]{1,6}(\/[A-Za-z*?_-]{1,5})?$/);
const anyName = (classes: object) =>
  fc.oneof(
    fc.constantFrom(...Object.keys(classes)),
    word,
    fc.tuple(word, word).map(([server, tool]) => `mcp__${server}__${tool}`),
    word.map((tool) => `mcp__${tool}`),
  );
const mixedCase = (name: fc.Arbitrary<string>) => fc.tuple(name, fc.boolean()).map(([one, upper]) => (upper ? one.toUpperCase() : one));

describe.each(AGENTS)("matchers of $id", ({ matcherOf, tools, classes }) => {
  const specs: fc.Arbitrary<MatcherSpec> = fc.oneof(
    fc.array(mixedCase(anyName(classes)), { minLength: 1, maxLength: 3 }).map((names) => ({ names })),
    fc.array(fc.constantFrom(...CLASS_NAMES), { minLength: 1, maxLength: 3 }).map((canonical) => ({ canonical })),
    fc.array(glob, { minLength: 1, maxLength: 2 }).map((mcp) => ({ mcp })),
  );
  const matches = ({ names = [], canonical = [], mcp = [] }: MatcherSpec, call: ToolCall): boolean => {
    const [name, ...names_] = names;
    const [one, ...more] = canonical;
    return (
      (name !== undefined && matchTools(name, ...names_).matches(call)) ||
      (one !== undefined && matchCanonical(one, ...more).matches(call)) ||
      (mcp.length > 0 && matchMcp(...mcp).matches(call))
    );
  };

  test("no call that the program wants falls through", () => {
    fc.assert(
      fc.property(
        fc.array(specs, { minLength: 1, maxLength: 3 }),
        anyName(classes),
        fc.constantFrom({}, { ws: "wss://example.invalid" }, { command: "ls" }),
        (wanted, name, input) => {
          const canonical = tools.classify(name, input);
          const call = { name, canonical, ...(canonical === "mcp" ? { mcp: mcpCall(name) } : {}) } as ToolCall;
          if (wanted.some((spec) => matches(spec, call))) expect(reads(matcherOf(EVENT, wanted), name)).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test("a server with letters that no tool name may have is not lost", () => {
    const wanted = [{ mcp: ["claude.ai Docs/search"] }];
    expect(reads(matcherOf(EVENT, wanted), "mcp__claude_ai_Docs__search")).toBe(true);
    expect(reads(matcherOf(EVENT, wanted), "mcp__other__delete")).toBe(false);
  });

  test("nothing asked, everything asked, or what no matcher can say: every call", () => {
    expect(matcherOf(EVENT, undefined)).toBeUndefined();
    expect(matcherOf(EVENT, [])).toBeUndefined();
    expect(matcherOf(EVENT, [{}])).toBeUndefined();
    expect(matcherOf(EVENT, [{ canonical: ["shell"] }, { canonical: ["other"] }])).toBeUndefined();
  });

  test("an event whose matcher means something else gets none", () => {
    for (const event of ["Stop", "SessionStart", "PreCompact", "SubagentStart"])
      expect(matcherOf(event, [{ canonical: ["shell"] }])).toBeUndefined();
  });
});

test("texts, as a person reads them", () => {
  const texts = (matcherOf: typeof claudeMatcher) =>
    [
      [{ canonical: ["shell"] as const }],
      [{ names: ["bash", "Edit"] }],
      [{ names: ["my-tool"] }],
      [{ mcp: ["github/*"] }],
      [{ mcp: ["github"] }, { canonical: ["file.edit"] as const }],
    ].map((wanted: readonly MatcherSpec[]) => matcherOf(EVENT, wanted));
  expect(texts(claudeMatcher)).toEqual([
    "Bash|PowerShell|Monitor|Shell",
    "Bash|Edit",
    "^(?:[mM][yY]-[tT][oO][oO][lL])$",
    "^(?:mcp__github__.*)$",
    "^(?:mcp__github__.*|Edit|MultiEdit|NotebookEdit)$",
  ]);
  expect(texts(codexMatcher)).toEqual([
    "Bash",
    "^(?:Bash|(?i:Edit))$",
    "^(?:(?i:my-tool))$",
    "^(?:mcp__github__.*)$",
    "^(?:mcp__github__.*|apply_patch)$",
  ]);
});
