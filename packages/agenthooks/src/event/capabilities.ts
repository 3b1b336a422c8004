/** What each kind of event can express at most, on any provider. */
import type { Kind } from "./kinds.js";
import type { Capability } from "./provider.js";

export const KIND_CAPABILITIES: Readonly<Record<Kind, readonly Capability[]>> = {
  "session.start": ["add-context", "system-message"],
  "session.end": [],
  "prompt.submitted": ["deny", "update-input", "add-context", "stop-agent", "system-message"],
  "tool.pre": ["deny", "ask", "allow", "update-input", "add-context", "stop-agent", "system-message"],
  "permission.request": ["deny", "ask", "allow", "update-input", "add-context", "stop-agent", "system-message"],
  "tool.post": ["add-context", "replace-output", "stop-agent", "system-message"],
  "tool.error": ["add-context", "replace-output", "stop-agent", "system-message"],
  "agent.stop": ["continue-agent", "add-context", "stop-agent", "system-message"],
  "subagent.stop": ["continue-agent", "add-context", "stop-agent", "system-message"],
  "subagent.start": ["deny", "add-context", "system-message"],
  "compact.pre": ["deny", "add-context", "system-message"],
  "compact.post": [],
  notification: ["add-context", "system-message"],
  "file.edited": [],
  "model.request": [],
  "model.response": [],
  "mcp.inventory": [],
  other: [],
};
