/** The question: who answers, and who does not. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { asker, progressOn } from "../../src/cli/terminal.js";

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const control = new AbortController();
  const ask = asker({ input, output, signal: control.signal, interrupt: () => control.abort() });
  return { input, output, control, ask };
}

describe("the question", () => {
  it.each([
    ["y\n", true],
    ["YES \n", true],
    ["\n", false],
    ["n\n", false],
    ["yesterday\n", false],
  ])("%j is %s", async (typed, answer) => {
    const { input, output, ask } = terminal();
    const answered = ask("Write this?");
    input.write(typed);
    expect(await answered).toBe(answer);
    expect(String(output.read())).toContain("Write this? [y/N] ");
  });

  it("the end of the input is no", async () => {
    const { input, ask } = terminal();
    const answered = ask("Write this?");
    input.end();
    expect(await answered).toBe(false);
  });

  it("Ctrl-C rejects it", async () => {
    const { control, ask } = terminal();
    const answered = ask("Write this?");
    control.abort();
    await expect(answered).rejects.toMatchObject({ name: "AbortError" });
  });
});

it("a line of progress replaces the one before", () => {
  const output = new PassThrough();
  const progress = progressOn(output);
  progress("one");
  progress("");
  expect(String(output.read())).toBe("\r\u001b[Kone\r\u001b[K");
});
