/**
 * Secret guard. Reading a secrets file asks the person, and is refused where there is nobody to ask; writing or copying one, or putting a
 * secret into a call, is refused; a secret in a tool's output is taken out before the model reads it. (No agent lets a hook change the
 * output of a tool that failed.) `npm run demo` runs this program.
 */
import { askUser, createHooks, deny, main, matchCanonical, matchPaths, replaceOutput, when } from "agenthooks";

const SECRET = /\b(?:AKIA[0-9A-Z]{16}|ghp_[0-9A-Za-z]{36}|sk-[0-9A-Za-z]{32,})\b/g;
const redacted = (text: string) => text.replaceAll(SECRET, "[secret removed]");

const secretsFiles = matchPaths("/**/.env", "/**/.env.*");
const SECRETS_FILE_IN_COMMAND = /(?:^|[\s'"/=<])\.env(?:\.\w+)?(?=$|[\s'";|&>)])/;

const hooks = createHooks({ name: "secret-guard", policy: { fail: "closed" } });

hooks.on("tool.pre", function secretInCall(event) {
  const leaks = event.tool.text().some((text) => redacted(text) !== text);
  return leaks ? deny("this call carries a secret", { rule: "secret-in-call" }) : undefined;
});

hooks.on(
  "tool.pre",
  when(secretsFiles, function secretsFile(event) {
    const path = secretsFiles.targets(event.tool)[0]?.path;
    return event.tool.canonical === "file.read"
      ? askUser(`reading ${path} needs a person's consent`, { fallback: "deny" })
      : deny(`${path} holds secrets`, { rule: "secrets-file" });
  }),
);

hooks.on(
  "tool.pre",
  when(matchCanonical("shell"), function secretsFileInCommand(event) {
    const touches = SECRETS_FILE_IN_COMMAND.test(event.tool.shell.command);
    return touches ? deny("this command touches a secrets file", { rule: "secrets-file" }) : undefined;
  }),
);

hooks.on("tool.post", function secretInOutput(event) {
  const text = event.outputText ?? JSON.stringify(event.output ?? "");
  return redacted(text) === text ? undefined : replaceOutput(redacted(text));
});

export default hooks;
await main(hooks);
