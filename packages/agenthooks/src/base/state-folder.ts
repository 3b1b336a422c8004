/** Where a program keeps its state, its logs and its deferred work. */

/** `$XDG_STATE_HOME/agenthooks/<name>`, else below the home folder; `undefined` where there is neither. */
export function stateFolder(
  name: string | undefined,
  stateDir: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (stateDir !== undefined) return stateDir;
  const own = name ?? "unnamed";
  if (env.XDG_STATE_HOME) return `${env.XDG_STATE_HOME}/agenthooks/${own}`;
  if (process.platform === "win32" && env.LOCALAPPDATA) return `${env.LOCALAPPDATA}/agenthooks/${own}`;
  const home = env.HOME || env.USERPROFILE;
  return home ? `${home}/.local/state/agenthooks/${own}` : undefined;
}
