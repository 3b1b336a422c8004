/**
 * Secret guard: a call that carries a secret or reads a secrets file is refused, and a secret in a tool's output is taken out before the
 * model reads it. (No agent lets a hook change the output of a tool that failed.) The demo runs this program.
 */
import { all, createHooks, deny, main, matchCanonical, matchPaths, replaceOutput, when } from "agenthooks";

const SECRET = /\b(?:AKIA[0-9A-Z]{16}|ghp_[0-9A-Za-z]{36}|sk-[0-9A-Za-z]{32,})\b/;
const SECRETS_FILE = /(?:^|[\s'"/=])\.env(?:\.\w+)?(?=$|[\s'";|&>])/;

const hooks = createHooks({ name: "secret-guard", policy: { fail: "closed" } });

hooks.on(
  ["tool.pre", "permission.request"],
  all(
    function secretInArguments(event) {
      return event.tool.text().some((text) => SECRET.test(text))
        ? deny("this call carries a secret", { rule: "secret-in-arguments" })
        : undefined;
    },
    when(matchPaths("/**/.env", "/**/.env.*"), function secretsFile(event) {
      return deny(`${event.tool.targets[0]?.path} holds secrets`, { rule: "secrets-file" });
    }),
    when(matchCanonical("shell"), function secretsFileByShell(event) {
      return SECRETS_FILE.test(event.tool.shell.command)
        ? deny("this command touches a secrets file", { rule: "secrets-file" })
        : undefined;
    }),
  ),
);

hooks.on("tool.post", function redact(event) {
  if (event.outputText === undefined || !SECRET.test(event.outputText)) return undefined;
  return replaceOutput(event.outputText.replace(new RegExp(SECRET, "g"), "[secret removed]"));
});

export default hooks;
await main(hooks);
