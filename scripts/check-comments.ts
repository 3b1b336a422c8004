/** Every public export has a doc comment: what a user sees in the editor is written there. */
import { join, relative } from "node:path";
import { faces, optionsOf, undocumented } from "./lib/doc-comments.js";
import { library, root } from "./lib/repo.js";

const silent = undocumented([...faces(library).values()], optionsOf(join(library, "tsconfig.json")));
for (const one of silent) console.log(`no doc comment: ${relative(root, one)}`);
if (silent.length > 0) process.exitCode = 1;
