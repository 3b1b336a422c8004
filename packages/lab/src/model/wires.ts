/** All wires that the model server speaks. */
import { anthropicMessages } from "./anthropic.js";
import { openaiResponses } from "./openai-responses.js";
import type { Wire } from "./wire.js";

export const WIRES: readonly Wire[] = [anthropicMessages, openaiResponses];
