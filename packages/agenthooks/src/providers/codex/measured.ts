/** What the lab measured: made by `npm run docs` from lab/results/codex/, never edited. */
import type { Measurement } from "../quirk.js";

export const MEASURED: readonly Measurement[] = [];
