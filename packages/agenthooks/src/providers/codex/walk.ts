/**
 * How a committed entry names the launcher: Codex gives hooks no variable for the project, so the command looks for the launcher itself.
 *
 * The rule: upwards from the working folder of the session to the first folder with a `.git`, and no further; the launcher nearest to the
 * working folder is taken. What lies outside belongs to somebody else: Codex does not read hooks of a repository around a submodule
 * either. Where no folder has a `.git` only the working folder itself counts, as for Codex. In a worktree that has no launcher of its own
 * the main checkout's is taken, since Codex reads the entries there (facts/codex.md §0.25). A launcher that is not found ends with 127
 * and a line on standard error, which Codex shows nobody, and the action goes on.
 */

/** No single quote, backslash, exclamation mark or line end: every login shell hands such a text on as it is, fish and tcsh too. */
const FORBIDDEN = /['"\\!\r\n]/;

/**
 * The launcher as the first word of a command, for any login shell.
 * @param path of the launcher relative to the root of the project, with `/`.
 * @param name of the program; it stands in the list of processes.
 * @throws TypeError when one of them holds what a shell would read.
 */
export function walkWord(path: string, name: string): string {
  for (const part of [path, name]) {
    if (FORBIDDEN.test(part) || /[^\w./-]/.test(part)) throw new TypeError(`not a path of plain words: ${JSON.stringify(part)}`);
  }
  return `/bin/sh -c '${walkText(path)}' ${name}`;
}

function walkText(path: string): string {
  return [
    `d=\${PWD%/}; r=; g=`,
    `while :; do if [ -z "$r" ] && [ -f "$d/${path}" ]; then r=$d/${path}; fi`,
    `if [ -e "$d/.git" ]; then g=1; break; fi; if [ -z "$d" ]; then break; fi; d=\${d%/*}; done`,
    `if [ -z "$g" ]; then r=; if [ -f "$PWD/${path}" ]; then r=$PWD/${path}; fi; fi`,
    `if [ -z "$r" ] && [ -f "$d/.git" ]; then IFS= read -r l <"$d/.git"; l=\${l#"gitdir: "}; case $l in /*) ;; *) l=$d/$l ;; esac`,
    'if [ -f "$l/commondir" ]; then IFS= read -r c <"$l/commondir"; case $c in /*) ;; *) c=$l/$c ;; esac; c=$(cd "$c" && pwd -P)',
    `case $c in */.git) if [ -f "\${c%/.git}/${path}" ]; then r=\${c%/.git}/${path}; fi ;; esac; fi; fi`,
    'if [ -n "$r" ]; then exec "$r" "$@"; fi',
    `echo "${path} is not in this repository; from $PWD; install the program or take its hooks out" >&2; exit 127`,
  ].join("; ");
}
