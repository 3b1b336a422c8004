/** The program of design section 4, as it stands there. */
import { acceptPrompt, askUser, createHooks, deny, main, matchCanonical, when } from "agenthooks";

declare function isDestructive(command: string): boolean;
declare function record(provider: string, name: string, text: string): number;
void askUser;

const hooks = createHooks({ name: "acme-guard", policy: { fail: "closed", askFallback: "deny" } });

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), (event) => {
    // matchCanonical narrows: event.tool.shell is present
    if (isDestructive(event.tool.shell.command)) return deny("blocked by policy");
    return undefined;
  }),
);
hooks.on("prompt.submitted", () => acceptPrompt().withContext("today is ..."));
hooks.onAny((event) => record(event.provider, event.nativeName, event.raw.text));

export default hooks;
await main(hooks);
