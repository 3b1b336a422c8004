/** Names with `*` for any text and `?` for one character; in time linear in the name for a given pattern. */
export function wildcard(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let retry = 0;
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      retry = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at++;
      index++;
    } else if (star < 0) return false;
    else {
      at = star + 1;
      index = ++retry;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
