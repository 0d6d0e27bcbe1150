export type Fault = 'damaged' | 'locked' | 'unwritable' | 'full' | 'unreadable';

/** SQLite's result codes (sqlite.org/rescode.html). */
const codes: readonly (readonly [RegExp, Fault])[] = [
  [/^SQLITE_(NOTADB|CORRUPT)/, 'damaged'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/, 'unwritable'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_(IOERR|NOLFS|PROTOCOL)/, 'unreadable'],
];

/** In words that follow the file's name and that its owner understands. */
export const faultWords = {
  unwritable: "can't be opened for writing",
  full: "can't be written: the disk is full",
  unreadable: "can't be read or written",
} as const;

/** The result code of an error that libsql threw; empty for every other error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // libsql gives a failure to open no code; its message ends in SQLite's number.
  if (error.message.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  const { code } = error as { code?: unknown };
  if (code === 'UNKNOWN_SQLITE_ERROR_1544') return 'SQLITE_READONLY_DIRECTORY';
  return typeof code === 'string' ? code : '';
}

/** Said by waybill's own statements only of a damaged file; SQLite has no code of its own for it. */
const saysDamaged = /^(integer overflow|malformed JSON)/;

/** The fault of the file; undefined if the error has another cause. */
export function faultOf(error: unknown): Fault | undefined {
  // Stored JSON that can't be parsed.
  if (error instanceof SyntaxError) return 'damaged';
  const code = codeOf(error);
  if (code === 'SQLITE_ERROR' && saysDamaged.test((error as Error).message)) return 'damaged';
  return codes.find(([pattern]) => pattern.test(code))?.[1];
}
