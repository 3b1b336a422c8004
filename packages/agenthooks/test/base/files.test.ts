import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { writeAtomic } from "../../src/base/files.js";

const folder = fs.mkdtempSync(path.join(tmpdir(), "agenthooks-files-"));
const { mkdirSync } = fs;
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("the folders of a file", () => {
  it("are made when they are missing, for their owner alone", () => {
    const file = path.join(folder, "a", "b", "c.txt");
    writeAtomic(file, "x");
    expect(fs.readFileSync(file, "utf8")).toBe("x");
    for (const one of ["a", "a/b"]) expect((fs.statSync(path.join(folder, one)).mode & 0o777).toString(8)).toBe("700");
  });

  it("may be made by another hook at the same time: nothing is lost", () => {
    // the system says that a parent is missing, and by the time we look the other hook has made it
    vi.spyOn(fs, "mkdirSync").mockImplementationOnce((wanted) => {
      mkdirSync(path.dirname(String(wanted)), { recursive: true });
      throw Object.assign(new Error("ENOENT: no such file or directory"), { code: "ENOENT" });
    });
    const file = path.join(folder, "state", "outbox", "entry.json");
    writeAtomic(file, "x");
    expect(fs.readFileSync(file, "utf8")).toBe("x");
  });

  it("that the system refuses although the parent is there are an error, not an endless loop", () => {
    mkdirSync(folder, { recursive: true });
    const refused = vi.spyOn(fs, "mkdirSync").mockImplementation(() => {
      throw Object.assign(new Error("ENOENT: no such file or directory"), { code: "ENOENT" });
    });
    expect(() => writeAtomic(path.join(folder, "a", "b.txt"), "x")).toThrow(/ENOENT/);
    expect(refused.mock.calls.length).toBe(2);
  });
});
