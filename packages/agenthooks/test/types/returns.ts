/** What "return nothing" looks like under `noImplicitReturns`. */
import { createHooks, deny, matchCanonical, when } from "agenthooks";

const hooks = createHooks();
// a bare `return;` is fine, the end of the function must say it too
hooks.on("tool.pre", (event) => {
  if (event.tool.name === "x") return deny("x");
  return;
});
hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (event) => {
    if (event.tool.shell.command === "x") return deny("x");
    return;
  }),
);
// @ts-expect-error TS7030: falling off the end after a `return value` (noImplicitReturns is the user's setting, not ours)
hooks.on("tool.pre", (event) => {
  if (event.tool.name === "x") return deny("x");
});
// @ts-expect-error TS7030
hooks.on("tool.pre", async (event) => {
  if (event.tool.name === "x") return deny("x");
});
