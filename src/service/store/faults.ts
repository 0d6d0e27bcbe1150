import { localFileFailure } from '../../failure';

const damage = [
  'is not a usable database',
  'Move it away and run the command again for a new sandbox account, or use a different file with --db.',
] as const;

/** The service uses only its own tables and writes only JSON, so another program caused these. */
const changedByOthers = /^no such (table|column)|has no column named|^malformed JSON/;

/** SQLite's result codes (sqlite.org/rescode.html) in words that the file's owner understands. */
const faults: readonly (readonly [RegExp, string, string])[] = [
  [/^SQLITE_NOTADB|^SQLITE_CORRUPT/, ...damage],
  [
    /^SQLITE_READONLY|^SQLITE_CANTOPEN|^SQLITE_PERM|^SQLITE_AUTH/,
    "can't be opened for writing",
    'Check the permissions of the file and its folder, or use a different file with --db.',
  ],
  [
    /^SQLITE_FULL/,
    "can't be written: the disk is full",
    'Free some space and run the command again.',
  ],
  [
    /^SQLITE_IOERR|^SQLITE_NOLFS/,
    "can't be read or written",
    'Check the disk, or use a different file with --db.',
  ],
  [
    /^SQLITE_BUSY|^SQLITE_LOCKED/,
    'is in use by another process',
    'Run the command again when the other waybill is done.',
  ],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as { code?: unknown };
  // When libsql can't open a file, it gives no code; its message ends in SQLite's number.
  if (error.message.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  return typeof code === 'string' ? code : '';
}

/** The failure (exit 14) for a file with content that waybill never writes; `what` describes it. */
export function damaged(path: string, what: string, cause?: unknown) {
  const [problem, hint] = damage;
  return localFileFailure(`The sandbox database ${path} ${problem} (${what})`, { hint, cause });
}

/** The failure (exit 14) for a fault of the database file; undefined if the error is a bug. */
export function fileFailure(path: string, error: unknown) {
  const code = codeOf(error);
  if (code === 'SQLITE_ERROR' && error instanceof Error && changedByOthers.test(error.message)) {
    return damaged(path, error.message, error);
  }
  const known = faults.find(([pattern]) => pattern.test(code));
  if (known === undefined) return undefined;
  const [, problem, hint] = known;
  return localFileFailure(`The sandbox database ${path} ${problem}`, { hint, cause: error });
}
