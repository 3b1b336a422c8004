/** Decisions of the wrong family do not get through combinators, and what can be read off one has the right type. */
import type { Decision, Json, Outcome, PathMatcher, ProceedDecision, ToolDecision } from "agenthooks";
import {
  acceptPrompt,
  all,
  allow,
  any,
  cancel,
  combine,
  continueSession,
  continueWith,
  createHooks,
  deny,
  finish,
  flagOutput,
  matchCanonical,
  matchPaths,
  matchTools,
  noDecision,
  observed,
  proceed,
  replaceOutput,
  when,
} from "agenthooks";

const hooks = createHooks({ name: "types" });
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(yes: Same<A, B>): void => void yes;

// --- a family does not get through a combinator ---
hooks.on(
  "tool.post",
  all(
    () => observed(),
    // @ts-expect-error
    () => deny("x"),
  ),
);
hooks.on(
  "agent.stop",
  any(
    () => finish(),
    // @ts-expect-error
    () => observed(),
  ),
);
hooks.on(
  "tool.pre",
  // @ts-expect-error
  any(all(when(matchTools("Bash"), () => flagOutput("x")))),
);
hooks.on(
  "tool.error",
  // @ts-expect-error
  when(matchCanonical("mcp"), async () => allow()),
);
// @ts-expect-error
hooks.on("subagent.stop", async () => proceed());
// @ts-expect-error
hooks.on("compact.pre", () => continueWith("x"));
// @ts-expect-error
hooks.on("compact.post", () => proceed());
// @ts-expect-error
hooks.on("file.edited", () => observed());
// @ts-expect-error
hooks.on("model.request", () => noDecision());
// @ts-expect-error
hooks.on("other", () => deny("x"));
// @ts-expect-error
hooks.on("prompt.submitted", () => deny("x"));
// @ts-expect-error
hooks.on(["tool.pre", "permission.request"], () => acceptPrompt());
// @ts-expect-error
hooks.on(["agent.stop", "session.end"], () => finish());

// --- what is allowed everywhere it means something ---
hooks.on(["tool.pre", "permission.request"], () => allow().withUpdatedInput({ a: 1 }, { required: true }));
hooks.on(["tool.post", "tool.error"], () => replaceOutput(null).withContext("x", { when: "next" }).stopAgent("y"));
hooks.on(["session.start", "notification", "compact.pre", "subagent.start"], () => continueSession().withSystemMessage("x"));
hooks.on(["subagent.start", "compact.pre"], (event) => (event.kind === "compact.pre" ? cancel("x") : proceed()));

// --- modifiers keep the family ---
same<ReturnType<typeof deny>, ToolDecision>(true);
const chained = deny("x").withContext("a").stopAgent("b").withBlockReason(undefined, "c").withSystemMessage("d");
same<typeof chained, ToolDecision>(true);
// @ts-expect-error
replaceOutput(undefined);
// @ts-expect-error
observed().withContext("x", { when: "later" });
// @ts-expect-error
deny();
// @ts-expect-error
deny("x", { fallback: "deny" });
// @ts-expect-error
noDecision().reason = "x";
// @ts-expect-error
noDecision().contexts.push("x");
declare const lookalike: Pick<ProceedDecision, Exclude<keyof ProceedDecision, symbol>>;
// @ts-expect-error sealed: an object of the same members is no decision
hooks.on("session.start", () => lookalike);

// --- decide: the decision of the event's kind ---
const decided = await hooks.decide({} as never as import("agenthooks").ToolPreEvent);
same<typeof decided, ToolDecision | undefined>(true);

// --- outcomes ---
hooks.onDecision((outcome) => {
  same<typeof outcome, Outcome>(true);
  same<typeof outcome.decision, Decision | undefined>(true);
  same<typeof outcome.failure, "none" | "error" | "timeout" | "crash">(true);
  same<typeof outcome.handler, string | undefined>(true);
  for (const { capability, to, why } of outcome.degraded) {
    // @ts-expect-error no such capability
    void (capability === "block");
    void (to === "dropped" || to === "observed");
    void why.length;
  }
  if (outcome.sent.via === "process") void outcome.sent.stdout.length;
  // @ts-expect-error only a process has a stdout
  void outcome.sent.stdout;
  // @ts-expect-error an outcome is told, it is not asked
  outcome.handler = "x";
});
hooks.onDecision(({ failure }, context) => context.defer("send", failure));

// --- workers: what a program defers is what its worker is typed for ---
hooks.worker("send", (payload) => {
  same<typeof payload, Json>(true);
});
hooks.worker("typed", async ({ event, count }: { readonly event: string; readonly count: number | null }, context) => {
  context.log.info(event, { count });
});
// @ts-expect-error only JSON is kept
hooks.worker("date", (payload: { readonly at: Date }) => void payload.at);
// @ts-expect-error only JSON is kept
hooks.onAny((event, context) => context.defer("send", { at: event.time }));

// --- paths ---
same<ReturnType<typeof matchPaths>, PathMatcher>(true);
hooks.on(
  "tool.pre",
  when(matchPaths("infra/**"), (event) =>
    matchPaths("infra/**")
      .targets(event.tool)
      .some(({ op }) => op !== "read")
      ? deny("x")
      : undefined,
  ),
);

// --- combine and include take programs only ---
same<ReturnType<typeof combine>, import("agenthooks").Hooks>(true);
combine(hooks, createHooks(), createHooks({ name: "third" })).include(hooks);
// @ts-expect-error
combine();
// @ts-expect-error
combine(hooks, { name: "x" });
// @ts-expect-error
hooks.include(() => undefined);
