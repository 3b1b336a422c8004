/** Codex as the server of its own protocol: what a program that embeds it says, and what it tells (facts/codex.md §1). */
import { isObject, type JsonObject, objects, text } from "../json.js";
import type { ProtocolClient, RunOptions, RunResult } from "./driver.js";

export const PROMPT = "do the thing";

/** Exec asks nobody and shows nothing of hooks. */
export const needsServer = ({ permissions, session, attended = false }: RunOptions): boolean =>
  permissions === "default" || session !== undefined || attended;

/** What a thread is started with. */
const threadParams = ({ sandbox, permissions = "bypass" }: Pick<RunOptions, "sandbox" | "permissions">): JsonObject => ({
  cwd: sandbox.work,
  ...(permissions === "bypass"
    ? { approvalPolicy: "never", sandbox: "danger-full-access" }
    : { approvalPolicy: "untrusted", sandbox: "danger-full-access" }),
});

/** Says hello and starts a thread; resolves with its id. */
export async function openThread(client: ProtocolClient, options: Pick<RunOptions, "sandbox" | "permissions">): Promise<string> {
  await client.request("initialize", { clientInfo: { name: "lab", title: "lab", version: "1.0.0" } });
  const { thread } = await client.request("thread/start", threadParams(options));
  const id = isObject(thread) ? text(thread.id) : undefined;
  if (id === undefined) throw new Error("codex started no thread; see its output");
  return id;
}

/** One prompt, to its end; resolves with the turn's id. */
export async function playTurn(client: ProtocolClient, threadId: string, prompt: string): Promise<string> {
  const { turn } = await client.request("turn/start", { threadId, input: [{ type: "text", text: prompt }] });
  const id = isObject(turn) ? text(turn.id) : undefined;
  await client.until("the end of the turn", (message) => endedTurn(message) === id);
  return id ?? "";
}

/** The id of the turn that a message tells the end of. */
export function endedTurn({ method, params }: JsonObject): string | undefined {
  if (method !== "turn/completed" || !isObject(params) || !isObject(params.turn)) return undefined;
  return text(params.turn.id);
}

export const inOneThread =
  (options: RunOptions) =>
  async (client: ProtocolClient): Promise<void> => {
    const thread = await openThread(client, options);
    for (const step of options.session ?? [{ prompt: options.prompt ?? PROMPT }]) {
      if (!("prompt" in step)) throw new Error("the lab gives codex another model by a client only");
      await playTurn(client, thread, step.prompt);
    }
  };

/** What hooks said to the person is a notice; an answer that the agent could not read is a run that failed. */
export function readServer(lines: readonly JsonObject[]): Pick<RunResult, "finalText" | "endReason" | "notices" | "complaints"> {
  const told = (method: string) => lines.filter((line) => line.method === method).map((line) => (isObject(line.params) ? line.params : {}));
  const items = told("item/completed").map(({ item }) => (isObject(item) ? item : {}));
  const runs = hookRuns(lines);
  const said = (run: JsonObject): readonly string[] => objects(run.entries).map((entry) => text(entry.text) ?? "");
  const lastTurn = told("turn/completed").at(-1)?.turn;
  return {
    finalText: text(items.findLast((item) => item.type === "agentMessage")?.text),
    endReason: isObject(lastTurn) ? text(lastTurn.status) : undefined,
    notices: [
      ...runs.filter(({ status }) => status !== "failed").flatMap(said),
      ...told("warning").map((params) => text(params.message) ?? ""),
    ],
    complaints: runs.filter(({ status }) => status === "failed").map((run) => `${String(run.eventName)}: ${said(run).join(" ")}`),
  };
}

/** Every run of a hook that the app server told of, when it ended. */
export const hookRuns = (lines: readonly JsonObject[]): readonly JsonObject[] =>
  lines
    .filter(({ method }) => method === "hook/completed")
    .flatMap(({ params }) => (isObject(params) && isObject(params.run) ? [params.run] : []));
