import type { AnyEvent, Context, HandlerFunction, ToolDecision, ToolPreEvent } from "agenthooks";
import {
  all,
  allow,
  any,
  combine,
  createHooks,
  deny,
  matchCanonical,
  matchTools,
  noDecision,
  observed,
  replaceOutput,
  when,
} from "agenthooks";

const hooks = createHooks();
interface BashInput {
  command: string;
}
type BashAlias = { command: string };
declare const asInterface: BashInput;
declare const asAlias: BashAlias;
// @ts-expect-error an interface has no index signature: spread it
noDecision().withUpdatedInput(asInterface);
noDecision().withUpdatedInput({ ...asInterface });
noDecision().withUpdatedInput(asAlias);
// helpers written apart
const h: HandlerFunction<ToolPreEvent, ToolDecision> = async (event, context) => {
  context.log.info(event.tool.name);
  return allow();
};
hooks.on("tool.pre", h, any(h, when(matchTools("Bash"), h)), all(h, h));
function check(event: ToolPreEvent): ToolDecision | undefined {
  return event.tool.mcp?.server === "x" ? deny("x") : undefined;
}
hooks.on("tool.pre", check);
hooks.on("tool.pre", { providers: ["codex", "my-agent"], timeout: "1.5s" }, check);
const watch = (event: AnyEvent, context: Context): void => context.log.debug(event.nativeName);
hooks.on("session.end", watch);
hooks.on("file.edited", watch);
hooks.on(["compact.post", "session.end"], watch);
hooks.onAny(watch);
// @ts-expect-error a value that is no decision is not "nothing" for a typed handler
hooks.on("session.end", () => 1);
hooks.on(
  "tool.post",
  when(matchCanonical("file.read", "shell"), (event) => {
    if (event.tool.canonical === "shell") return event.tool.shell.command ? replaceOutput({ stdout: "x" }) : observed();
    return observed().withContext(String(event.tool.targets[0]?.path));
  }),
);
export default combine(hooks);
// a switch over kinds is exhaustive
export function label(event: AnyEvent): string {
  switch (event.kind) {
    case "tool.pre":
    case "tool.post":
    case "tool.error":
    case "permission.request":
      return event.tool.name;
    case "prompt.submitted":
      return event.prompt.origin;
    case "agent.stop":
    case "subagent.stop":
      return String(event.loopCount);
    default:
      return event.nativeName;
  }
}
