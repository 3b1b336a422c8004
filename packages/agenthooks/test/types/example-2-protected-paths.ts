/** Protected paths, edits by patch included. */
import { any, createHooks, deny, main, matchCanonical, matchPaths, when } from "agenthooks";

const hooks = createHooks({ name: "protected-paths", policy: { fail: "closed" } });
hooks.on(
  "tool.pre",
  any(
    when(matchPaths("infra/**", "**/.env*"), (event) => {
      const hit = event.tool.targets.find((target) => target.op !== "read");
      return hit ? deny(`${hit.path} is protected`, { rule: "protected-paths" }) : undefined;
    }),
    when(matchCanonical("file.edit", "file.write"), (event) =>
      event.tool.targetsComplete ? undefined : deny("this edit does not say which files it touches"),
    ),
  ),
);
export default hooks;
await main(hooks);
