/** Where the library writes its own lines: a file of the state folder, never stdout or stderr. Fields are metadata, not payload. */
export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export type LogLevel = keyof Log;
const ORDER: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A log that hands each line of at least `level` to `take`; what cannot be written is dropped, never thrown. */
export function logTo(take: (line: LogLine) => void, level: LogLevel = "debug"): Log {
  const at = (own: LogLevel) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    if (ORDER.indexOf(own) < ORDER.indexOf(level)) return;
    try {
      take(fields === undefined ? { level: own, message } : { level: own, message, fields });
    } catch {
      // a full disk must not change a decision
    }
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** One line of text: NDJSON with the time first, in milliseconds since the epoch (a date's first text costs a hook start 0.3 ms). */
export function formatLine(line: LogLine, now: number): string {
  const head = { time: now, level: line.level, message: line.message };
  try {
    return JSON.stringify({ ...head, ...line.fields, ...head });
  } catch {
    return JSON.stringify(head);
  }
}
