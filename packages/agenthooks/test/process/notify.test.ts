/** Codex's older `notify`: the payload is the last argument, nothing comes on stdin, and nobody reads an answer (facts/codex.md §3). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundled, scratch, start } from "./helpers.js";

const { folder, remove } = scratch();
const written = path.join(folder, "notified.txt");
let file: string;
beforeAll(async () => {
  file = await bundled("notified", folder, "codex");
});
afterAll(remove);

it("a turn that has ended is told, though stdin stays open", async () => {
  const payload = {
    type: "agent-turn-complete",
    "thread-id": "t",
    "turn-id": "u",
    cwd: "/",
    "input-messages": ["a b"],
    "last-assistant-message": "all  done",
  };
  const started = start(file, ["agenthooks", "notify", "--provider=codex", JSON.stringify(payload)], { NOTIFIED: written });
  expect(await started.ended).toMatchObject({ stdout: "", stderr: "", code: 0 });
  expect(readFileSync(written, "utf8")).toBe("agent-turn-complete: all  done\n");
});
