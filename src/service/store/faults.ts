import { localFileFailure } from '../../failure';

const damage = [
  'is not a usable database',
  'Move it away and run the command again for a new sandbox account, or name another file with --db.',
] as const;

/** The service asks for its own tables only, and writes JSON only: somebody else changed these. */
const changedByOthers = /^no such (table|column)|has no column named|^malformed JSON/;

/** What SQLite's result codes mean to the file's owner (sqlite.org/rescode.html). */
const faults: readonly (readonly [RegExp, string, string])[] = [
  [/^SQLITE_NOTADB|^SQLITE_CORRUPT/, ...damage],
  [
    /^SQLITE_READONLY|^SQLITE_CANTOPEN|^SQLITE_PERM|^SQLITE_AUTH/,
    'cannot be opened for writing',
    'Check the permissions of the file and its folder, or name another file with --db.',
  ],
  [
    /^SQLITE_FULL/,
    'cannot be written: the disk is full',
    'Free some space and run the command again.',
  ],
  [
    /^SQLITE_IOERR|^SQLITE_NOLFS/,
    'cannot be read or written',
    'Check the disk, or name another file with --db.',
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
  // libsql gives no code where opening fails; its message ends in SQLite's number.
  if (error.message.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  return typeof code === 'string' ? code : '';
}

/** The failure (exit 14) for a file that holds something else than a waybill wrote; `what` says so. */
export function damaged(path: string, what: string, cause?: unknown) {
  const [problem, hint] = damage;
  return localFileFailure(`The sandbox database ${path} ${problem} (${what})`, { hint, cause });
}

/** The failure (exit 14) that a fault of the database file amounts to, or undefined: then it is a bug. */
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
