/** `node main.js <log>`: the lab's MCP server over stdio. Every line it is sent goes to the log as it came. */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { answerLine } from "./server.js";

const log = process.argv[2];
createInterface({ input: process.stdin }).on("line", (line) => {
  if (log !== undefined) appendFileSync(log, `${line}\n`);
  const answer = answerLine(line);
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
