/** What the state folder refuses changes no decision, except one to continue. */
import { continueWith, createHooks, deny } from "agenthooks";
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
});
