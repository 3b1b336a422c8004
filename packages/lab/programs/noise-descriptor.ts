/** Denies, and writes to file descriptor 1 behind Node's back: by itself and by a child that inherits it. */
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { createHooks, deny, main } from "agenthooks";

const hooks = createHooks({ name: "lab-noise-descriptor" });

hooks.on("tool.pre", () => {
  writeSync(1, "LAB-NOISE by descriptor\n");
  spawnSync("/bin/echo", ["LAB-NOISE by a child"], { stdio: ["ignore", "inherit", "inherit"] });
  return deny("LAB-REASON");
});

export default hooks;
await main(hooks);
