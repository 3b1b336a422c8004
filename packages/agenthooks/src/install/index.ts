/** Building programs for agents. Loaded by tools, never by a hook. */
export type { ContentHash as CodexContentHash } from "../providers/codex/trust.js";
export {
  contentHashOf as codexContentHash,
  definitionHash as codexDefinitionHash,
  stateKey as codexStateKey,
} from "../providers/codex/trust.js";
export type { Manifest, ManifestHook } from "../router/manifest.js";
export { manifestOf } from "../router/manifest.js";
export type { Bundle, BundleOptions } from "./bundle.js";
export { bundleProgram } from "./bundle.js";
export { BundleError } from "./bundle-error.js";
export type { Damaged, Installed } from "./installed.js";
export { damaged, installed } from "./installed.js";
export { diff, install, recover, render, renderUninstall, status, uninstall, upgrade } from "./installs.js";
export type { Placed, PlaceOptions } from "./launch/place.js";
export { placeProgram } from "./launch/place.js";
export type {
  Extras,
  Finding,
  InstallOptions,
  InstallReport,
  Rendering,
  Scope,
  Selection,
  StatusEntry,
  StatusReport,
  Target,
} from "./types.js";
