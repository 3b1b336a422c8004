/** Locks between processes, and the state that they guard. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { StateError } from "agenthooks";
import { openState } from "agenthooks/state";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "../../src/base/lock.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agenthooks-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, "deep", "cell.json");
/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;
function leaveLock(content: string, ageMs = 0): string {
  const lock = `${file()}.lock`;
  mkdirSync(path.dirname(lock), { recursive: true });
  writeFileSync(lock, content);
  const time = (Date.now() - ageMs) / 1000;
  utimesSync(lock, time, time);
  return lock;
}

describe("withLock", () => {
  it("runs the work, makes the folder and leaves no lock behind", async () => {
    expect(await withLock(file(), 100, () => 42)).toBe(42);
    expect(readdirSync(path.dirname(file()))).toEqual([]);
  });

  it("leaves no lock behind when the work throws", async () => {
    await expect(
      withLock(file(), 100, () => {
        throw new Error("bug");
      }),
    ).rejects.toThrow("bug");
    expect(readdirSync(path.dirname(file()))).toEqual([]);
  });

  it("a lock whose owner is gone is taken over", async () => {
    leaveLock(`${deadPid()} token`);
    expect(await withLock(file(), 2000, () => "in")).toBe("in");
    expect(readdirSync(path.dirname(file()))).toEqual([]);
  });

  it("a lock that is older than any holder works is taken over, whatever is in it", async () => {
    for (const content of [`${process.pid} token`, "", "nonsense"]) {
      leaveLock(content, 60_000);
      expect(await withLock(file(), 2000, () => "in")).toBe("in");
    }
  });

  it("a lock of a living owner is respected, and the error says what to do", async () => {
    const lock = leaveLock(`${process.pid} token`);
    const error: unknown = await withLock(file(), 50, () => "in").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StateError);
    expect(String(error)).toMatch(/locked.*remove/s);
    expect(readFileSync(lock, "utf8")).toBe(`${process.pid} token`);
  });

  it("a breaker that was left behind does not lock for ever", async () => {
    const lock = leaveLock(`${deadPid()} token`);
    writeFileSync(`${lock}.break`, `${deadPid()}`);
    expect(await withLock(file(), 3000, () => "in")).toBe("in");
  });

  it("many at once do their work one after the other", async () => {
    let inside = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 30 }, () =>
        withLock(file(), 20_000, () => {
          inside++;
          most = Math.max(most, inside);
          done++;
          inside--;
        }),
      ),
    );
    expect([most, done]).toEqual([1, 30]);
  });
});

describe("state", () => {
  const open = (session?: string) => openState({ name: "prog", stateDir: folder, ...(session === undefined ? {} : { session }) });

  it("a cell starts with init, keeps what update returned, and init is never shared", async () => {
    const cell = open().program("list", { items: [] as string[] });
    (await cell.read()).items.push("not kept");
    expect(await cell.read()).toEqual({ items: [] });
    await cell.update((present) => ({ items: [...present.items, "a"] }));
    expect(
      await open()
        .program("list", { items: [] as string[] })
        .read(),
    ).toEqual({ items: ["a"] });
  });

  it("sessions do not mix, whatever their ids look like", async () => {
    const ids = ["a", "A", "../a", "a/b", "a.b", "", "11111111-2222-4333-8444-555555555555", "é", "a".repeat(300), "con", "none"];
    for (const [index, id] of ids.entries())
      await open(id)
        .session("n", -1)
        .update(() => index);
    await open()
      .session("n", -1)
      .update(() => 99);
    for (const [index, id] of ids.entries()) expect(await open(id).session("n", -1).read(), JSON.stringify(id)).toBe(index);
    expect(existsSync(path.join(folder, "a"))).toBe(false);
    expect(existsSync(path.join(folder, "..", "a"))).toBe(false);
  });

  it("keys do not mix, whatever they look like", async () => {
    const keys = ["a", "A b", "A_b", "../../x", "", ".", "..", "a/b", "a_b", "k".repeat(300), "é"];
    for (const [index, key] of keys.entries())
      await open()
        .program(key, -1)
        .update(() => index);
    for (const [index, key] of keys.entries()) expect(await open().program(key, -1).read(), JSON.stringify(key)).toBe(index);
  });

  it("files are 0600 and folders 0700", async () => {
    await open("s")
      .session("n", 0)
      .update((n) => n + 1);
    const look = (at: string): string[] =>
      readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
        const full = path.join(at, entry.name);
        const mode = (statSync(full).mode & 0o777).toString(8);
        return entry.isDirectory() ? [`folder ${mode}`, ...look(full)] : [`file ${mode}`];
      });
    expect(new Set(look(folder))).toEqual(new Set(["folder 700", "file 600"]));
  });

  it("a value of another version is kept aside, and init taken", async () => {
    await open()
      .program("n", { old: true })
      .update(() => ({ old: true }));
    expect(await open().program("n", 7, { version: 2 }).read()).toBe(7);
    const kept = readdirSync(path.join(folder, "state", "program"));
    expect(kept.some((name) => name.includes("version-1"))).toBe(true);
  });

  it.each(["{", "", "null", "[]", '"x"', '{"value":1}'])(
    "a damaged file %j is kept aside and reported, then the cell works again",
    async (text) => {
      await open()
        .program("n", 0)
        .update(() => 1);
      const where = path.join(folder, "state", "program");
      const [name = ""] = readdirSync(where);
      writeFileSync(path.join(where, name), text);
      await expect(open().program("n", 0).read()).rejects.toThrow(/damaged.*kept as/s);
      expect(readdirSync(where).some((one) => one !== name && readFileSync(path.join(where, one), "utf8") === text)).toBe(true);
      expect(
        await open()
          .program("n", 0)
          .update((n) => n + 1),
      ).toBe(1);
    },
  );

  it("an update that throws changes nothing and leaves the cell usable", async () => {
    const cell = open().program("n", 1);
    await cell.update(() => 5);
    await expect(
      cell.update(() => {
        throw new Error("bug");
      }),
    ).rejects.toThrow("bug");
    expect(await cell.update((n) => n + 1)).toBe(6);
  });

  it("no temporary file is left behind", async () => {
    const cell = open().program("n", 0);
    for (let i = 0; i < 5; i++) await cell.update((n) => n + 1);
    expect(readdirSync(path.join(folder, "state", "program"))).toHaveLength(1);
  });
});
