/** What the state folder refuses changes no decision, except one to continue. */
import { continueWith, createHooks, deny, replaceOutput } from "agenthooks";
import { invoke } from "agenthooks/testing";
import { describe, expect, it } from "vitest";

const broken = {
  store: {
    cell: () => ({
      read: () => Promise.reject(new Error("disk")),
      update: () => Promise.reject(new Error("disk")),
    }),
  },
};
const SHELL = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };

describe.each(["open", "closed"] as const)("with a state folder that fails, fail %s", (fail) => {
  it("a deny is sent, with a context for later too", async () => {
    for (const decision of [deny("no"), deny("no").withContext("later", { when: "next" })]) {
      const hooks = createHooks({ policy: { fail } }).on("tool.pre", () => decision);
      const sent = await invoke(hooks, { provider: "claude-code", event: "PreToolUse", payload: SHELL, state: broken });
      expect(sent.decision?.kind).toBe("deny");
      expect(sent.answer).toMatchObject({ stdout: expect.stringContaining('"permissionDecisionReason":"no"') });
      expect(sent.log.some(({ level }) => level === "error")).toBe(true);
    }
  });

  it("a turn is not continued: nobody could count it", async () => {
    const hooks = createHooks({ policy: { fail } }).on("agent.stop", () => continueWith("more"));
    const sent = await invoke(hooks, { provider: "claude-code", event: "Stop", payload: {}, state: broken });
    expect(sent.answer).toMatchObject({ stdout: "{}" });
  });

  it("a context that was taken and can be neither sent nor put back is told in the log", async () => {
    const kept: unknown[] = [["from before"]];
    let full = false;
    const store = {
      cell: () => ({
        read: async () => kept[0],
        update: (change: (present: unknown) => unknown) => {
          if (full) return Promise.reject(new Error("disk"));
          kept[0] = change(kept[0]);
          full = true;
          return Promise.resolve(kept[0]);
        },
      }),
    } as never;
    const hooks = createHooks({ policy: { fail, unsupported: "strict" } }).on("tool.post", () => replaceOutput("x"));
    const payload = { tool_name: "NeverSeen", tool_input: {}, tool_response: "secret", tool_use_id: "t" };
    const sent = await invoke(hooks, { provider: "claude-code", event: "PostToolUse", payload, state: { store } });
    expect(full).toBe(true);
    expect(sent.log.map(({ message }) => message)).toEqual(
      expect.arrayContaining(["contexts for later cannot be kept", "the decision could not be sent"]),
    );
    expect(JSON.stringify(sent.log)).not.toContain("from before");
  });
});
