/** All wires that the model server speaks. */
import { anthropicMessages } from "./anthropic.js";
import type { Wire } from "./wire.js";

export const WIRES: readonly Wire[] = [anthropicMessages];
