/** `agenthooks/testing`: test hook programs and adapters. */
export type { FakeProviderOptions, Fired } from "./fake-provider.js";
export { type Effect, FakeProvider } from "./fake-provider.js";
export type { Invoked, InvokeInput, InvokeState } from "./invoke.js";
export { invoke, invokeState } from "./invoke.js";
export { normalise } from "./normalise.js";
export type { Capture, It } from "./test-adapter.js";
export { testAdapter } from "./test-adapter.js";
