/** The demo on a real agent. */
import type { Driver } from "../agents/driver.js";
import { programCommand } from "../bench.js";
import { readDecisions } from "../decision-log.js";
import type { Sandbox } from "../sandbox.js";
import { CALLS, describeCall } from "./scenario.js";
import { joinLog, type Played } from "./timeline.js";

/** Throws when the agent does not start or does not end in time. */
export async function playReal(sandbox: Sandbox, driver: Driver, version: string, launcher: string): Promise<Played> {
  const { toolPre, toolPost, toolError } = driver.events;
  const events = [toolPre, toolPost, ...(toolError === undefined ? [] : [toolError])];
  const entries = events.map((event) => ({ event, command: programCommand(driver, version, launcher, event) }));
  driver.placeHooks(sandbox, entries);
  const startedAt = Date.now();
  const script = [...CALLS.map((tool) => ({ tool: driver.tool(tool, sandbox) })), { text: "done" }];
  const run = await driver.run({ sandbox, version, script });
  if (run.timedOut) throw new Error(`${driver.id} ${version} did not end in time; ${run.ms} ms; ${run.stderr.trim()}`);
  const results = run.model.toolResults;
  const calls = CALLS.map((tool, at) => ({
    call: `${driver.tool(tool, sandbox).name} ${describeCall(tool)}`,
    modelSaw: results[at]?.text,
  }));
  return {
    entries: joinLog(readDecisions(sandbox.home), calls, startedAt),
    shown: run.model.requests.map((request) => request.source).join("\n"),
  };
}
