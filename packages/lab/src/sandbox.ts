/** One case, one folder: a home, a working folder and a temp folder that nothing else uses. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Below `lab`: what the lab's MCP server was sent. */
export const MCP_LOG = "mcp.ndjson";

export interface Sandbox {
  readonly root: string;
  /** The agent's HOME. */
  readonly home: string;
  /** The agent's working folder. */
  readonly work: string;
  /** The agent's TMPDIR. */
  readonly tmp: string;
  /** Hook bundles, logs: what belongs to the case and not to the agent. */
  readonly lab: string;
  /** A path below `work`. */
  file(relative: string): string;
  /** Writes below `work` and returns the path. */
  write(relative: string, content: string): string;
  /** Reads below `work`; `undefined` when there is no such file. */
  read(relative: string): string | undefined;
  exists(relative: string): boolean;
  /** Every line that the lab's MCP server was sent, as it came. */
  mcpLog(): string;
  /** The text with every path of this machine replaced: evidence is committed. */
  scrub(text: string): string;
  /** Removes the folder. */
  dispose(): void;
}

export function createSandbox(prefix = "agenthooks-lab-"): Sandbox {
  const root = realpathSync(mkdtempSync(join(realpathSync(tmpdir()), prefix)));
  const home = join(root, "home");
  const work = join(root, "work");
  const tmp = join(root, "tmp");
  const lab = join(root, "lab");
  for (const folder of [home, work, tmp, lab]) mkdirSync(folder);
  const file = (relative: string): string => resolve(work, relative);
  const read = (relative: string): string | undefined => (existsSync(file(relative)) ? readFileSync(file(relative), "utf8") : undefined);
  return {
    root,
    home,
    work,
    tmp,
    lab,
    file,
    read,
    write(relative, content) {
      mkdirSync(dirname(file(relative)), { recursive: true });
      writeFileSync(file(relative), content);
      return file(relative);
    },
    exists: (relative) => existsSync(file(relative)),
    mcpLog: () => (existsSync(join(lab, MCP_LOG)) ? readFileSync(join(lab, MCP_LOG), "utf8") : ""),
    scrub: (text) => text.replaceAll(root, "$SANDBOX").replaceAll(process.execPath, "$NODE"),
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
