import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

const library = new URL("./packages/agenthooks/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", library), "utf8")) as Manifest;

/** Every published subpath, pointed at its source, so that tests need no build and coverage counts source lines. */
const alias = Object.entries(exports).flatMap(([subpath, target]) => {
  if (typeof target === "string") return [];
  const source = target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts");
  return [{ find: new RegExp(`^agenthooks${subpath.slice(1)}$`), replacement: new URL(source, library).pathname }];
});

/**
 * Branches of the floors that a hook runs through, in percent. Processes that tests start are not counted, so `runtime/hosts` is left to
 * `test/process`.
 */
const FLOORS = ["base", "event", "decision", "router", "providers", "runtime/core"];
const thresholds = Object.fromEntries(FLOORS.map((floor) => [`packages/agenthooks/src/${floor}/**`, { branches: 95 }]));

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 30_000,
    coverage: { include: ["packages/*/src/**/*.ts"], exclude: ["**/*.test.ts"], reporter: ["text"], thresholds },
  },
});
