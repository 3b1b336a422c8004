/** Requires a rewrite of an MCP call, as deep as the call itself. */
import { createHooks, main, matchCanonical, noDecision, when } from "agenthooks";

const hooks = createHooks({ name: "lab-rewrite-deep" });

hooks.on(
  "tool.pre",
  when(matchCanonical("mcp"), (event) => noDecision().withUpdatedInput(event.tool.patch({ text: "LAB-NEW" }), { required: true })),
);

export default hooks;
await main(hooks);
