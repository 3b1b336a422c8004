/** Where things of the lab lie, from the sources and from the build alike: both are one folder below the package. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const below = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const PROGRAMS = below("../programs/");
export const CASE_SOURCES = below("../src/cases/");
export const REPOSITORY_ROOT = below("../../../");
export const RESULTS = below("../../../lab/results/");

/** The source of a program that a case names: `examples/<name>` is one of the repository's examples, all others are the lab's own. */
export const programFile = (name: string): string => join(name.startsWith("examples/") ? REPOSITORY_ROOT : PROGRAMS, `${name}.ts`);

/** The command of the lab's MCP server. Needs the build: agents start it as a program of its own. */
export const mcpServerCommand = (logFile: string): readonly [string, ...string[]] => [
  process.execPath,
  below("../dist/mcp/main.js"),
  logFile,
];
