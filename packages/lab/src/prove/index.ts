/** `@agenthooks/lab/prove`: shows on the real agents that what an installed program decides is what happens. */
export { proveJson } from "./outcome.js";
export { prove } from "./prove.js";
export type { ProveTextOptions } from "./text.js";
export { proveText } from "./text.js";
export type { Proof, ProvenProgram, ProveOptions, ProveOutcome, ProveReport, ProveRow, ProveScope, RowOutcome } from "./types.js";
export { ProveError } from "./types.js";
