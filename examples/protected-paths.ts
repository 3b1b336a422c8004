/**
 * Protected paths. A call that writes, edits, moves or deletes a protected file is refused, also as one file of a patch; an edit that does
 * not say which files it touches is refused; a command or another tool that names a protected path asks the person, and is refused where
 * there is nobody to ask. Reading is free. (A command can reach a file without naming it: this stops accidents, it is no sandbox.)
 */
import { askUser, createHooks, deny, main, matchPaths } from "agenthooks";

const protectedFiles = matchPaths("infra/**", ".github/workflows/**");
const NAMED_IN_TEXT = /(?:^|[^\w.-])(?:infra|\.github\/workflows)(?=$|[^\w.-])/;

const hooks = createHooks({ name: "protected-paths", policy: { fail: "closed" } });

hooks.on("tool.pre", function protectedPaths({ tool }) {
  const written = protectedFiles.targets(tool).find(({ op }) => op !== "read");
  if (written) return deny(`${written.path} is protected`, { rule: "protected-path" });
  if (tool.targetsComplete) return undefined;

  // From here on the call may touch files that it does not name.
  switch (tool.canonical) {
    case "file.write":
    case "file.edit":
      return deny("this edit does not say which files it touches", { rule: "unknown-files" });
    case "file.read":
    case "search":
    case "task": // a subagent's own calls come here too
      return undefined;
    default:
      return tool.text().some((text) => NAMED_IN_TEXT.test(text))
        ? askUser(`${tool.name} names a protected path`, { fallback: "deny" })
        : undefined;
  }
});

export default hooks;
await main(hooks);
