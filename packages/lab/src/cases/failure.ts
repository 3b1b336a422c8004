/** What becomes of the agent when a program breaks. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, lastResult } from "./support.js";
import { MARKER, WRITE_MARKER } from "./words.js";

const FAULTS = {
  throw: "a handler that throws",
  exit: "a handler that calls process.exit(0)",
  hang: "a handler that never answers",
  load: "a program that throws while it loads",
  loop: "a handler that never gives the process back",
  kill: "a handler that kills its process",
  "no-bundle": "a bundle that is not there",
  "no-runtime": "a runtime that is not there",
} as const;
type Fault = keyof typeof FAULTS;
/** What only a supervisor outside the process can answer for (design section 5.1): measured on the tool's gate alone. */
const SUPERVISED: readonly Fault[] = ["loop", "kill", "no-bundle", "no-runtime"];
/** The provider's own timeout, in seconds: far above the policy's second. */
const PATIENCE = 3;
const MODES = ["open", "closed"] as const;
type Mode = (typeof MODES)[number];

/** The three gates of a call: the tool, the prompt, the agent's own question. */
interface Gate {
  readonly detail: string;
  readonly event: string;
  readonly permissions?: "default";
  readonly versions?: readonly string[];
}

const isPrompt = (gate: Gate): boolean => gate.detail === "prompt";
const needsApproval = (gate: Gate): boolean => gate.permissions === "default";

/** What is missing breaks any program. */
const lossOf = (fault: Fault) => (fault === "no-bundle" ? LOST_BUNDLE : fault === "no-runtime" ? LOST_RUNTIME : {});
const LOST_BUNDLE = { missing: "bundle" } as const;
const LOST_RUNTIME = { missing: "runtime" } as const;
const programOf = (fault: Fault, mode: Mode): string => `${"missing" in lossOf(fault) ? "throw" : fault}-${mode}`;

const failureCase = (fault: Fault, mode: Mode, gate: Gate): LabCase => ({
  name: `fail-${mode}.${fault}.${gate.detail}`,
  event: gate.event,
  capability: mode === "open" ? "fail-open" : "fail-closed",
  programs: [programOf(fault, mode)],
  ...(gate.versions === undefined ? {} : { versions: gate.versions }),
  async run(bench) {
    if (fault === "load") bench.sandbox.write("break-the-program", "");
    const run = await bench.play({
      hooks: [{ program: programOf(fault, mode), event: gate.event, timeoutSeconds: fault === "loop" ? PATIENCE : 30, ...lossOf(fault) }],
      mayBreak: SUPERVISED.includes(fault),
      ...(gate.permissions === undefined ? {} : { permissions: gate.permissions }),
      script: [call(bench, WRITE_MARKER)],
    });
    const ran = bench.sandbox.exists(MARKER);
    const asked = run.model.turns.length;
    const held = needsApproval(gate) ? deniedByUs(lastResult(run)) : isPrompt(gate) ? asked === 0 : !ran;
    const claim = needsApproval(gate)
      ? { open: "the agent's own rules decided", closed: "the call was denied by the program" }
      : isPrompt(gate)
        ? { open: "the prompt reached the model", closed: "the prompt did not reach the model" }
        : { open: "the tool ran", closed: "the tool did not run" };
    return judge(bench.sandbox, {
      must: { [`under ${FAULTS[fault]} ${claim[mode]}`]: mode === "closed" ? held : !held },
      seen: { "tool result": lastResult(run), requests: asked, result: run.finalText },
    });
  },
});

/** The agent's own refusal says that approval is needed, that the path was blocked or that the user rejected it; a denial of ours does not. */
const deniedByUs = (result: string | undefined): boolean =>
  result !== undefined && !/needs approval|was blocked|rejected by user/.test(result);

export const failureCases: CaseGroup = ({ events }) => {
  const { permissionRequest: request } = events;
  const gates: readonly Gate[] = [
    { detail: "tool", event: events.toolPre },
    { detail: "prompt", event: events.prompt },
    ...(request === undefined
      ? []
      : [{ detail: "permission", event: request.name, permissions: "default", versions: request.versions } as const]),
  ];
  const faults = Object.keys(FAULTS) as readonly Fault[];
  return gates.flatMap((gate) =>
    faults
      .filter((fault) => gate.detail === "tool" || !SUPERVISED.includes(fault))
      .flatMap((fault) => MODES.map((mode) => failureCase(fault, mode, gate))),
  );
};
