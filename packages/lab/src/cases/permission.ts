/** Allow, ask, and the event that fires when the agent would ask. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import type { JsonObject } from "../json.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, WRITE_MARKER, WRITE_OLD } from "./words.js";

export const permissionCases: CaseGroup = ({ events, denyRule }) => [
  {
    name: "allow.default-permissions",
    event: events.toolPre,
    capability: "allow",
    programs: ["allow"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "allow", event: events.toolPre }],
        permissions: "default",
        script: [call(bench, WRITE_MARKER)],
      });
      return judge(bench.sandbox, {
        must: { "a call that needs approval ran without a question": bench.sandbox.exists(MARKER) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
  ...(denyRule === undefined ? [] : [underDenyRule(events.toolPre, denyRule("echo"))]),
  {
    name: "ask.headless",
    event: events.toolPre,
    capability: "ask",
    programs: ["ask"],
    async run(bench) {
      const run = await bench.play({ hooks: [{ program: "ask", event: events.toolPre }], script: [call(bench, WRITE_MARKER)] });
      return judge(bench.sandbox, {
        must: { "with nobody to ask the tool did not run": !bench.sandbox.exists(MARKER) },
        should: { "the model read the reason": run.model.saw(1, REASON) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
];

/** The agent's own rule against an allow. */
const underDenyRule = (event: string, rule: JsonObject): LabCase => ({
  name: "allow.under-deny-rule",
  event: event,
  capability: "allow",
  programs: ["allow"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow", event: event }],
      settings: rule,
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the agent's own deny rule wins over allow": !bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

/** Where the agent would ask. */
export const permissionRequestCases: CaseGroup = ({ events: { permissionRequest } }) =>
  permissionRequest === undefined
    ? []
    : [requestAllow, requestAsk, requestDeny, requestRewrite, requestNeutral].map((make) => ({
        ...make(permissionRequest.name),
        versions: permissionRequest.versions,
      }));

const requestAllow = (event: string): LabCase => ({
  name: "permission-request.allow",
  event,
  capability: "allow",
  programs: ["allow"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow", event }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the call that the agent would have asked about ran": bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

/** The agent is about to ask: an ask leaves that question to it, and nothing is granted. */
const requestAsk = (event: string): LabCase => ({
  name: "permission-request.ask",
  event,
  capability: "ask",
  programs: ["ask"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "ask", event }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "with nobody to ask the tool did not run": !bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const requestDeny = (event: string): LabCase => ({
  name: "permission-request.deny",
  event,
  capability: "deny",
  programs: ["deny"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "deny", event }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the tool did not run": !bench.sandbox.exists(MARKER), "the model read the reason": run.model.saw(1, REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const requestRewrite = (event: string): LabCase => ({
  name: "permission-request.rewrite",
  event,
  capability: "update-input",
  programs: ["allow-rewrite"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow-rewrite", event }],
      permissions: "default",
      script: [call(bench, WRITE_OLD)],
    });
    return judge(bench.sandbox, {
      must: {
        "the new command ran": bench.sandbox.exists("new.txt"),
        "the old command did not run": !bench.sandbox.exists("old.txt"),
      },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const requestNeutral = (event: string): LabCase => ({
  name: "permission-request.neutral",
  event,
  capability: "neutral",
  programs: ["neutral"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "neutral", event }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the agent's own rules refused the call": !bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});
