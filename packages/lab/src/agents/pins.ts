/** The agents that the lab can start: where they come from, which versions are pinned, where the runnable file lies. */

const PLATFORM = `${process.platform}-${process.arch}`;

/** How the platform packages of Codex name their folder: a Rust target (facts/codex.md §1). */
const CODEX_TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
  "win32-arm64": "aarch64-pc-windows-msvc",
};

interface Pin {
  /** Package on npm. */
  readonly npm: string;
  /** Newest first. Every one of them has a result file. */
  readonly versions: readonly [string, ...string[]];
  /** The runnable file, below `node_modules`. */
  readonly binary: string;
}

export const PINS = {
  /** 2.1.197 is the last version that npm resolves for Node 20 (facts/claude-code.md). */
  "claude-code": {
    npm: "@anthropic-ai/claude-code",
    versions: ["2.1.332", "2.1.197"],
    binary: `@anthropic-ai/claude-code-${PLATFORM}/claude`,
  },
  codex: {
    npm: "@openai/codex",
    versions: ["0.171.0"],
    binary: `@openai/codex-${PLATFORM}/vendor/${CODEX_TARGETS[PLATFORM] ?? PLATFORM}/bin/${process.platform === "win32" ? "codex.exe" : "codex"}`,
  },
} as const satisfies Record<string, Pin>;

export type LabProvider = keyof typeof PINS;

export const LAB_PROVIDERS = Object.keys(PINS) as readonly LabProvider[];

export const isLabProvider = (name: string): name is LabProvider => Object.hasOwn(PINS, name);

export const pinOf = (provider: LabProvider): Pin => PINS[provider];
