/** Whether a generated entry runs the program: its own call of `main` is then a no-op. Shared by all copies of the library. */
const KEY = Symbol.for("agenthooks.generated-entry");

interface Shared {
  [KEY]?: boolean;
}

export const generatedEntry = {
  get running(): boolean {
    return (globalThis as Shared)[KEY] === true;
  },
  start(): void {
    (globalThis as Shared)[KEY] = true;
  },
};
