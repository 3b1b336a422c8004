/** All cases of an agent, and the source file of each: a result names the script that it was measured with. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Driver } from "../agents/driver.js";
import type { LabProvider } from "../agents/pins.js";
import type { CaseGroup, LabCase } from "../case.js";
import { CASE_SOURCES, programFile } from "../paths.js";
import { claudeDenyCases, claudeReplaceCases } from "./claude-code.js";
import { eventCases } from "./claude-code-events.js";
import { gateCases } from "./claude-code-gates.js";
import { terminalCases } from "./claude-code-terminal.js";
import { codexDenyCases, codexOutputCases } from "./codex.js";
import { codexEventCases } from "./codex-events.js";
import { codexGateCases } from "./codex-gates.js";
import { codexSchemaCases } from "./codex-schemas.js";
import { codexServedCases, SERVED_SOURCES } from "./codex-served.js";
import { codexTrustCases } from "./codex-trust.js";
import { contextCases } from "./context.js";
import { controlCases, neutralCases } from "./control.js";
import { denyCases } from "./deny.js";
import { exampleCases } from "./examples.js";
import { failureCases } from "./failure.js";
import { HOME_SOURCES, installCases } from "./install.js";
import { installLifeCases } from "./install-life.js";
import { installPluginCases } from "./install-plugin.js";
import { mergeCases } from "./merge.js";
import { flagCases, replaceCases } from "./output.js";
import { permissionCases, permissionRequestCases } from "./permission.js";
import { promptCases } from "./prompt.js";
import { proveCases } from "./prove.js";
import { rewriteCases } from "./rewrite.js";
import { messageCases, sessionCases } from "./session.js";
import { stopAgentCases, stopAgentRequestCases, stopCases, stopMergeCases } from "./stop.js";
import { subagentCases } from "./subagent.js";

interface Source {
  /** Below `src/cases`. */
  readonly file: string;
  /** Files that hold what these cases do, beside it. */
  readonly with?: readonly string[];
  readonly groups: readonly CaseGroup[];
  /** The agents that these cases are about; default all. */
  readonly providers?: readonly LabProvider[];
}

const SOURCES: readonly Source[] = [
  { file: "control.ts", groups: [controlCases, neutralCases] },
  { file: "deny.ts", groups: [denyCases] },
  { file: "permission.ts", groups: [permissionCases, permissionRequestCases] },
  { file: "rewrite.ts", groups: [rewriteCases] },
  { file: "context.ts", groups: [contextCases] },
  { file: "prompt.ts", groups: [promptCases] },
  { file: "stop.ts", groups: [stopCases, stopAgentCases, stopAgentRequestCases, stopMergeCases] },
  { file: "output.ts", groups: [flagCases, replaceCases] },
  { file: "failure.ts", groups: [failureCases] },
  { file: "subagent.ts", groups: [subagentCases] },
  { file: "session.ts", groups: [messageCases, sessionCases] },
  { file: "merge.ts", groups: [mergeCases] },
  { file: "install.ts", with: HOME_SOURCES, groups: [installCases] },
  { file: "install-life.ts", groups: [installLifeCases] },
  { file: "install-plugin.ts", groups: [installPluginCases] },
  { file: "prove.ts", groups: [proveCases] },
  { file: "examples.ts", groups: [exampleCases] },
  { file: "claude-code.ts", groups: [claudeDenyCases, claudeReplaceCases], providers: ["claude-code"] },
  { file: "claude-code-terminal.ts", groups: [terminalCases], providers: ["claude-code"] },
  { file: "claude-code-gates.ts", groups: [gateCases], providers: ["claude-code"] },
  { file: "claude-code-events.ts", groups: [eventCases], providers: ["claude-code"] },
  { file: "codex.ts", groups: [codexDenyCases, codexOutputCases], providers: ["codex"] },
  { file: "codex-gates.ts", groups: [codexGateCases], providers: ["codex"] },
  { file: "codex-schemas.ts", groups: [codexSchemaCases], providers: ["codex"] },
  { file: "codex-served.ts", with: SERVED_SOURCES, groups: [codexServedCases], providers: ["codex"] },
  { file: "codex-trust.ts", groups: [codexTrustCases], providers: ["codex"] },
  { file: "codex-events.ts", groups: [codexEventCases], providers: ["codex"] },
];

export interface CatalogEntry {
  readonly labCase: LabCase;
  /** Hex, over the case's source files and the programs that it installs. */
  readonly scriptSha256: string;
}

/** The cases of one agent at one version, in a fixed order. */
export function casesOf(driver: Driver, version: string): readonly CatalogEntry[] {
  return SOURCES.filter(({ providers }) => providers?.includes(driver.id) ?? true).flatMap(({ file, with: more = [], groups }) =>
    groups
      .flatMap((group) => group(driver))
      .filter(({ versions }) => versions?.includes(version) ?? true)
      .map((labCase) => ({ labCase, scriptSha256: scriptSha256([file, ...more], labCase.programs) })),
  );
}

function scriptSha256(files: readonly string[], programs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(CASE_SOURCES, file)));
  for (const program of programs) hash.update(readFileSync(programFile(program)));
  return hash.digest("hex");
}
