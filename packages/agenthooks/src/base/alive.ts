/** Whether a process is at work. */
import { builtin } from "./builtin.js";
import { errorCode } from "./files.js";

/** One that has ended but was not collected by its parent (usual in containers) still has its number, and is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(builtin("fs").readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true; // no /proc here
  }
}
