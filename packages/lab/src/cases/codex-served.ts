/**
 * The shared cases that run in `codex exec` once more where a client speaks the agent's protocol, as its terminal and the editors do: what
 * the agent tells of every hook is read there, so an answer that it drops fails the case.
 */
import type { CaseGroup, LabCase } from "../case.js";
import { contextCases } from "./context.js";
import { neutralCases } from "./control.js";
import { denyCases } from "./deny.js";
import { mergeCases } from "./merge.js";
import { flagCases, replaceCases } from "./output.js";
import { rewriteCases } from "./rewrite.js";
import { stopAgentCases, stopCases } from "./stop.js";
import { subagentCases } from "./subagent.js";

/** The files of the cases: part of the script's hash. */
export const SERVED_SOURCES = ["context", "control", "deny", "merge", "output", "rewrite", "stop", "subagent"].map((name) => `${name}.ts`);

const GROUPS = [
  contextCases,
  neutralCases,
  denyCases,
  mergeCases,
  flagCases,
  replaceCases,
  rewriteCases,
  stopAgentCases,
  stopCases,
  subagentCases,
];

const served = (labCase: LabCase): LabCase => ({
  ...labCase,
  name: `served.${labCase.name}`,
  smoke: false,
  run: (bench) => labCase.run({ ...bench, play: (options) => bench.play({ ...options, attended: true }) }),
});

const NAMES = [
  "context.session-start",
  "context.prompt",
  "context.tool-pre",
  "context.tool-post",
  "neutral",
  "deny.shell",
  "deny.write",
  "deny.mcp",
  "deny.with-context",
  "merge.deny-allow",
  "merge.deny-rewrite",
  "flag.shell",
  "replace.shell",
  "replace.mcp",
  "rewrite.shell",
  "stop-agent.prompt",
  "stop.continue-once",
  "stop.continue-capped",
  "subagent.start-context",
  "subagent.stop-continue-once",
];

export const codexServedCases: CaseGroup = (driver) =>
  GROUPS.flatMap((group) => group(driver))
    .filter(({ name }) => NAMES.includes(name))
    .map(served);
