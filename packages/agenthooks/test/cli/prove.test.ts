/** prove: loaded when it is asked for, told what was asked, ends as the proof did. */
import { describe, expect, it } from "vitest";
import type { ProveOptions, Prover } from "../../src/cli/deps.js";
import { cli, entry, installs } from "./helper.js";

interface Report {
  readonly exitCode: 0 | 1 | 2;
  readonly outcome: string;
}

function lab(report: Report | Error, asked: ProveOptions[] = []): () => Promise<Prover> {
  const prover: Prover<Report> = {
    prove: async (options) => {
      asked.push(options);
      options.onRow?.({ name: "deny" }, "codex");
      if (report instanceof Error) throw report;
      return report;
    },
    proveJson: (one) => one,
    proveText: ({ outcome }, { color, width, home }) => `${outcome} ${color} ${width} ${home}`,
  };
  return async () => prover;
}

const held: Report = { exitCode: 0, outcome: "held" };

describe("prove", () => {
  it("without the lab it says what to install, and that it could not run", async () => {
    const { code, stderr } = await cli(["prove", "--provider", "codex"]);
    expect(code).toBe(2);
    expect(stderr).toContain("npm install -D @agenthooks/lab");
  });

  it("a lab that is there and breaks is not taken for one that is missing", async () => {
    const lacking = Object.assign(new Error("Cannot find package 'ws'"), { code: "ERR_MODULE_NOT_FOUND" });
    for (const error of [new SyntaxError("no module"), lacking]) {
      const { stderr } = await cli(["prove"], { prover: () => Promise.reject(error) });
      expect(stderr).toBe(`error ${error.message}\n`);
    }
  });

  it.each([0, 1, 2] as const)("ends with the exit code of the proof: %i", async (exitCode) => {
    const report = { exitCode, outcome: "as it was" };
    expect(await cli(["prove"], { prover: lab(report) })).toMatchObject({ code: exitCode, stdout: "as it was false 100 /home/ada\n" });
    const { code, stdout } = await cli(["prove", "--json"], { prover: lab(report) });
    expect([code, JSON.parse(stdout)]).toEqual([exitCode, report]);
  });

  it("proves on every agent that the program is installed for, unless some are named", async () => {
    const asked: ProveOptions[] = [];
    const entries = [entry(), entry({ provider: "codex" }), entry({ provider: "codex", scope: "local" })];
    const overrides = { prover: lab(held, asked), installs: async () => installs({ status: async () => ({ entries, findings: [] }) }) };
    await cli(["prove"], overrides);
    await cli(["prove", "--exclude", "claude-code"], overrides);
    expect(asked.map(({ providers }) => providers)).toEqual([["claude-code", "codex"], ["codex"]]);
  });

  it("nothing installed is a proof that could not run", async () => {
    const none = { prover: lab(held), installs: async () => installs({ status: async () => ({ entries: [], findings: [] }) }) };
    expect(await cli(["prove"], none)).toMatchObject({ code: 2, stderr: expect.stringContaining("agenthooks install") });
  });

  it("hands on what it was told", async () => {
    const asked: ProveOptions[] = [];
    const flags = ["--provider", "codex", "--scope", "project", "--dir", "..", "--deny", "rm -rf x", "--allow", "ls", "--timeout", "90"];
    await cli(["prove", "acme-guard", ...flags, "--agent", "codex=bin/codex"], { prover: lab(held, asked) });
    expect(asked).toMatchObject([
      {
        name: "acme-guard",
        providers: ["codex"],
        scope: "project",
        dir: "/home/ada",
        deny: "rm -rf x",
        allow: "ls",
        timeoutMs: 90_000,
        agents: { codex: "/home/ada/repo/bin/codex" },
        home: "/home/ada",
      },
    ]);
  });

  it.each([
    [["--agent", "codex"], "--agent codex=<path>"],
    [["--agent", "codx=/x"], "did you mean codex?"],
    [["--timeout", "soon"], "--timeout 60"],
    [["--timeout", "0"], "--timeout 60"],
  ])("%j is wrong usage", async (flags, message) => {
    expect(await cli(["prove", "--provider", "codex", ...flags], { prover: lab(held) })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });

  it("what keeps it from starting is exit code 2, what Ctrl-C stops is 130", async () => {
    const prover = lab(new Error("several programs could be meant"));
    expect(await cli(["prove"], { prover })).toMatchObject({ code: 2, stderr: "error several programs could be meant\n" });
    expect(await cli(["prove"], { prover, signal: AbortSignal.abort() })).toMatchObject({ code: 130 });
  });

  it("shows on a terminal what is being proven, and takes it away", async () => {
    const shown: string[] = [];
    await cli(["prove"], { prover: lab(held), progress: (text) => shown.push(text) });
    expect(shown).toEqual(["codex: deny", ""]);
  });
});
