/** Nothing that a handler sees is `any`. */
import { all, any, createHooks, matchCanonical, matchMcp, when } from "agenthooks";

type IsAny<T> = 0 extends 1 & T ? true : false;
const no = <T>(value: T, isAny: IsAny<T>): void => {
  void value;
  void isAny;
};
const hooks = createHooks();
hooks.on("tool.pre", (e, c) => {
  no(e, false);
  no(c, false);
  no(e.tool.input, false);
  no(e.tool, false);
});
hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (e, c) => {
    no(e, false);
    no(c, false);
    no(e.tool.shell, false);
    no(e.kind, false);
    const k: "tool.pre" = e.kind;
    void k;
  }),
);
hooks.on(
  "tool.post",
  any(
    all(
      when(matchMcp(), (e) => {
        no(e.tool.mcp, false);
        const k: "tool.post" = e.kind;
        void k;
      }),
    ),
  ),
);
hooks.on(
  "agent.stop",
  any((e) => {
    const k: "agent.stop" = e.kind;
    void k;
  }),
);
hooks.on(["agent.stop", "subagent.stop"], (e) => {
  no(e, false);
});
hooks.onAny((e, c) => {
  no(e, false);
  no(c, false);
});
hooks.onDecision((o) => {
  no(o, false);
});
hooks.use((e, next, c) => {
  no(e, false);
  no(c, false);
  return next();
});
