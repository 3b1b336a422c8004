/** Codex as the server of its own protocol: what a program that embeds it says, and what it tells (facts/codex.md §1). */
import { isObject, type JsonObject, objects, text } from "../json.js";
import type { ProtocolClient, RunOptions, RunResult } from "./driver.js";

export const PROMPT = "do the thing";

/** Exec asks nobody and shows nothing of hooks. */
export const needsServer = ({ permissions, session, attended = false }: RunOptions): boolean =>
  permissions === "default" || session !== undefined || attended;

/** What a thread is started with. */
const threadParams = ({ sandbox, permissions = "bypass" }: ThreadOptions): JsonObject => ({
  cwd: sandbox.work,
  ...(permissions === "bypass"
    ? { approvalPolicy: "never", sandbox: "danger-full-access" }
    : { approvalPolicy: "untrusted", sandbox: "danger-full-access" }),
});

type ThreadOptions = Pick<RunOptions, "sandbox" | "permissions">;

/** Says hello and starts a thread; resolves with its id. */
export async function openThread(client: ProtocolClient, options: ThreadOptions): Promise<string> {
  await client.request("initialize", { clientInfo: { name: "lab", title: "lab", version: "1.0.0" } });
  return startThread(client, options);
}

/** Resolves with the thread's id. */
export async function startThread(client: ProtocolClient, options: ThreadOptions, more: JsonObject = {}): Promise<string> {
  const { thread } = await client.request("thread/start", { ...threadParams(options), ...more });
  const id = isObject(thread) ? text(thread.id) : undefined;
  if (id === undefined) throw new Error("codex started no thread; see its output");
  return id;
}

/** Asks for a compaction as a person does; it is a turn of its own. */
export async function compactThread(client: ProtocolClient, threadId: string): Promise<void> {
  const ended = endedTurns(client);
  await client.request("thread/compact/start", { threadId });
  await client.until("the end of the compaction", () => endedTurns(client) > ended);
}

const endedTurns = ({ messages }: ProtocolClient): number => messages.filter((message) => endedTurn(message) !== undefined).length;

/** Cuts a turn off when its first command has started. */
export async function interruptedTurn(client: ProtocolClient, threadId: string, prompt: string): Promise<void> {
  const { turn } = await client.request("turn/start", { threadId, input: [{ type: "text", text: prompt }] });
  const turnId = isObject(turn) ? (text(turn.id) ?? "") : "";
  await client.until("the start of the command", ({ method, params }) => {
    const item = method === "item/started" && isObject(params) && isObject(params.item) ? params.item : {};
    return item.type === "commandExecution";
  });
  await client.request("turn/interrupt", { threadId, turnId });
  await client.until("the end of the turn", (message) => endedTurn(message) === turnId);
}

/** One prompt, to its end; resolves with the turn's id. */
export async function playTurn(client: ProtocolClient, threadId: string, prompt: string): Promise<string> {
  const { turn } = await client.request("turn/start", { threadId, input: [{ type: "text", text: prompt }] });
  const id = isObject(turn) ? text(turn.id) : undefined;
  await client.until("the end of the turn", (message) => endedTurn(message) === id);
  return id ?? "";
}

/** The id of the turn that a message tells the end of. */
function endedTurn({ method, params }: JsonObject): string | undefined {
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
    endReason: runs.some(({ status }) => status === "stopped")
      ? "stopped by a hook"
      : isObject(lastTurn)
        ? text(lastTurn.status)
        : undefined,
    notices: [
      ...runs.filter(({ status }) => status !== "failed").flatMap(said),
      ...told("warning").map((params) => text(params.message) ?? ""),
    ],
    complaints: runs.filter(({ status }) => status === "failed").map((run) => `${String(run.eventName)}: ${said(run).join(" ")}`),
  };
}

/** Every run of a hook that the app server told of, when it ended. */
const hookRuns = (lines: readonly JsonObject[]): readonly JsonObject[] =>
  lines
    .filter(({ method }) => method === "hook/completed")
    .flatMap(({ params }) => (isObject(params) && isObject(params.run) ? [params.run] : []));
