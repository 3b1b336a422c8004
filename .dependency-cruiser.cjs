/**
 * The floors of packages/agenthooks/src: a folder imports its own floor or a lower one. Type imports count: a floor that names a type of
 * a higher one cannot be understood without it. `scripts/check-floors.test.ts` shows that each rule bites.
 */
const SRC = "^packages/agenthooks/src/";
const FLOORS = ["base", "event", "decision", "router", "providers", "runtime", "install", "cli"];
/** Faces of the package: they may import any floor, no floor imports them. */
const FACES = ["testing", "registry", "state", "policies", "transcript", "schemas"];
/** Floors that a starting hook loads. */
const RUN_PATH = FLOORS.slice(0, FLOORS.indexOf("install"));
/** The part of the lowest floor that only installers load. */
const EDITS = `${SRC}base/edit/`;

const inside = (folders) => `${SRC}(${folders.join("|")})/`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...FLOORS.slice(0, -1).map((floor, number) => ({
      name: `floor-${number}-${floor}`,
      comment: `${floor}/ is floor ${number}: move what both need down, or hand it in as an argument.`,
      severity: "error",
      from: { path: inside([floor]) },
      to: { path: inside(FLOORS.slice(number + 1)) },
    })),
    {
      name: "faces-are-not-imported",
      comment: "The root entry and the subpath faces collect floors for users; a floor imports the file it needs.",
      severity: "error",
      from: { path: inside(FLOORS) },
      to: { path: [inside(FACES), `${SRC}[^/]+\\.ts$`] },
    },
    {
      name: "the-command-line-is-on-top",
      comment: "cli/ is a process of its own: what it can do is a function of a lower floor, and the faces show that.",
      severity: "error",
      from: { path: SRC, pathNot: inside(["cli"]) },
      to: { path: inside(["cli"]) },
    },
    {
      name: "state-is-a-face-of-base",
      comment: "state/ is what a program imports outside a hook: it must not load the pipeline.",
      severity: "error",
      from: { path: `${SRC}state/` },
      to: {
        path: [inside(FLOORS.filter((floor) => !["base", "event"].includes(floor))), inside(FACES.filter((face) => face !== "state"))],
      },
    },
    {
      name: "every-folder-has-a-floor",
      comment: "A new folder gets its place in this file and in ARCHITECTURE.md.",
      severity: "error",
      from: { path: SRC, pathNot: [inside([...FLOORS, ...FACES]), `${SRC}index\\.ts$`] },
      to: {},
    },
    {
      name: "adapters-are-islands",
      comment: "What two adapters share is written once in a providers/_*-shape folder.",
      severity: "error",
      from: { path: `${SRC}providers/([^/]+)/` },
      to: { path: `${SRC}providers/[^/]+/`, pathNot: [`${SRC}providers/$1/`, `${SRC}providers/_[^/]+-shape/`] },
    },
    {
      name: "no-package-on-the-run-path",
      comment: "Floors 0 to 5 are what a hook starts with: Node's own modules only.",
      severity: "error",
      from: { path: inside(RUN_PATH), pathNot: EDITS },
      to: { pathNot: SRC, dependencyTypesNot: ["core"] },
    },
    {
      name: "edits-off-the-run-path",
      comment: "base/edit is for installers and loads parsers: a hook never does.",
      severity: "error",
      from: { path: [inside(RUN_PATH.filter((floor) => floor !== "providers")), `${SRC}providers/[^/]+/adapter\\.ts$`], pathNot: EDITS },
      to: { path: EDITS, reachable: true },
    },
    {
      name: "declared-dependencies-only",
      comment: "What the published code imports must be in `dependencies` of packages/agenthooks/package.json.",
      severity: "error",
      from: { path: SRC },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-cycle",
      comment: "Of two files that load each other neither can be first. Types may name each other: an event and its parts do.",
      severity: "error",
      from: { path: SRC },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-missing-file",
      severity: "error",
      from: { path: SRC },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ["import", "types", "node", "default"], exportsFields: ["exports"] },
  },
};
