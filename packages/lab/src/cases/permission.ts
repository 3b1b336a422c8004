/** Allow, ask, and the event that fires when the agent would ask. */
import type { CaseGroup, LabCase } from "../case.js";
import { judge } from "../evidence.js";
import { call, lastResult } from "./support.js";
import { MARKER, REASON, WRITE_MARKER, WRITE_OLD } from "./words.js";

export const permissionCases: CaseGroup = ({ events }) => [
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
  {
    name: "allow.under-deny-rule",
    event: events.toolPre,
    capability: "allow",
    programs: ["allow"],
    async run(bench) {
      const run = await bench.play({
        hooks: [{ program: "allow", event: events.toolPre }],
        settings: { permissions: { deny: ["Bash(echo:*)"] } },
        script: [call(bench, WRITE_MARKER)],
      });
      return judge(bench.sandbox, {
        must: { "the agent's own deny rule wins over allow": !bench.sandbox.exists(MARKER) },
        seen: { "tool result": lastResult(run) },
      });
    },
  },
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

/** `PermissionRequest` fires in `-p` since 2.1.332 only (facts/claude-code.md §0.7). */
export const permissionRequestCases: CaseGroup = () => [requestAllow, requestDeny, requestRewrite, requestNeutral].map((make) => make());

const EVENT = "PermissionRequest";
const VERSIONS = ["2.1.332"];

const requestAllow = (): LabCase => ({
  name: "permission-request.allow",
  event: EVENT,
  capability: "allow",
  versions: VERSIONS,
  programs: ["allow"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow", event: EVENT }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the call that the agent would have asked about ran": bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const requestDeny = (): LabCase => ({
  name: "permission-request.deny",
  event: EVENT,
  capability: "deny",
  versions: VERSIONS,
  programs: ["deny"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "deny", event: EVENT }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the tool did not run": !bench.sandbox.exists(MARKER), "the model read the reason": run.model.saw(1, REASON) },
      seen: { "tool result": lastResult(run) },
    });
  },
});

const requestRewrite = (): LabCase => ({
  name: "permission-request.rewrite",
  event: EVENT,
  capability: "update-input",
  versions: VERSIONS,
  programs: ["allow-rewrite"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "allow-rewrite", event: EVENT }],
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

const requestNeutral = (): LabCase => ({
  name: "permission-request.neutral",
  event: EVENT,
  capability: "neutral",
  versions: VERSIONS,
  programs: ["neutral"],
  async run(bench) {
    const run = await bench.play({
      hooks: [{ program: "neutral", event: EVENT }],
      permissions: "default",
      script: [call(bench, WRITE_MARKER)],
    });
    return judge(bench.sandbox, {
      must: { "the agent's own rules refused the call": !bench.sandbox.exists(MARKER) },
      seen: { "tool result": lastResult(run) },
    });
  },
});
