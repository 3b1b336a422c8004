/** Runs one command and ends itself by SIGKILL before its n-th change to the file system. */
import fs from "node:fs";
import { installWith, uninstallWith } from "../../src/install/commands.js";
import { Home, testDeps } from "./agent.js";
import { CHANGES, onEachCall } from "./faults.js";

const [command, base, at] = process.argv.slice(2);
if (command === undefined || base === undefined || at === undefined) throw new Error("command, folder, number of the call");
const home = new Home(base);
let calls = 0;
onEachCall(fs, CHANGES, () => {
  if (++calls === Number(at)) process.kill(process.pid, "SIGKILL");
});
const program = { version: command === "upgrade" ? "2" : "1", events: command === "upgrade" ? ["after", "stop"] : ["before", "after"] };
if (command === "uninstall") await uninstallWith(testDeps(), home.target());
else await installWith(testDeps(program), home.options(), command === "upgrade");
process.stdout.write(String(calls));
