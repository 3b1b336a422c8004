/** A guard that breaks in the way that FAULT names. */
import { createHooks, deny, type Hooks } from "agenthooks";

const fault = process.env.FAULT;
const never = () => new Promise<undefined>(() => undefined);

if (fault === "print") {
  console.log("NOISE-import");
  process.stdout.write("NOISE-import\n");
}
if (fault === "top-throw") throw new Error("at import");
if (fault === "top-exit") process.exit(0);
if (fault === "top-reject") void Promise.reject(new Error("at import"));
if (fault === "top-never") await never();

export function faulty(fail: "open" | "closed"): Hooks {
  const limit = fault === "never-policy" ? { timeout: 300 } : {};
  const hooks = createHooks({
    name: `faulty-${fail}`,
    policy: { fail, ...limit, observerBudget: fault === "observer" ? "700ms" : "250ms" },
  });
  hooks.on(["tool.pre", "permission.request"], fault === "never" ? { timeout: 300 } : {}, async (event) => {
    switch (fault) {
      case "throw":
        throw new Error(`broken by ${event.tool.text().join()}`);
      case "throw-undefined":
        throw undefined;
      case "reject":
        return Promise.reject(new Error("bug"));
      case "exit-0":
        return process.exit(0);
      case "exit-1":
        return process.exit(1);
      case "exit-code":
        process.exitCode = 1;
        throw new Error("bug");
      case "exit-code-fine":
        process.exitCode = 1;
        return deny("no");
      case "kill-listeners":
        process.removeAllListeners("exit");
        throw new Error("bug");
      case "timer-throw":
        setTimeout(() => {
          throw new Error("later");
        }, 5);
        return never();
      case "timer-reject":
        setTimeout(() => void Promise.reject(new Error("later")), 5);
        return never();
      case "unref":
        return new Promise((resolve) => setTimeout(() => resolve(deny("no")), 100).unref());
      case "project-root":
        return deny(`no: ${event.session.projectRoot}`);
      case "never":
      case "never-policy":
        return never();
      case "print":
        console.log("NOISE-handler");
        console.error("NOISE-handler");
        process.stdout.write("NOISE-handler\n");
        process.stderr.write("NOISE-handler\n");
        return deny("no");
      default:
        return event.tool.shell?.command === "harmless" ? undefined : deny("no");
    }
  });
  if (fault === "observer") hooks.onAny(never);
  if (fault === "print") {
    hooks.onDecision(async () => {
      console.log("NOISE-after");
      process.stdout.write("NOISE-after\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
      console.log("NOISE-after");
    });
  }
  return hooks;
}
