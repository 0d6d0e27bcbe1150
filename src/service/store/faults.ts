import { localFileFailure } from '../../failure';
import { codeOf, type Fault, faultOf, faultWords } from '../../native/faults';

const damage = [
  'is not a usable database',
  'Move it away and run the command again for a new sandbox account, or give waybill sandbox a different file with --db.',
] as const;

/** SQLite's words where another program changed the file; there is no code for it. */
const changedByOthers = /^no such (table|column)|has no column named|^malformed JSON/;

/** Faults of the file, in words that its owner understands, with advice. */
const faults: Readonly<Record<Fault, readonly [string, string]>> = {
  damaged: damage,
  locked: ['is in use by another process', 'Run the command again when the other waybill is done.'],
  unwritable: [
    faultWords.unwritable,
    'Check the permissions of the file and its folder, or give waybill sandbox a different file with --db.',
  ],
  full: [faultWords.full, 'Free some space and run the command again.'],
  unreadable: [
    faultWords.unreadable,
    'Check the disk, or give waybill sandbox a different file with --db.',
  ],
};

/** The failure (exit 14) for a file with content that waybill never writes; `what` describes it. */
export function damagedSandbox(path: string, what: string, cause?: unknown) {
  const [problem, hint] = damage;
  return localFileFailure(`The sandbox database ${path} ${problem} (${what})`, { hint, cause });
}

/** The failure (exit 14) for a fault of the database file; undefined if the error is a bug. */
export function fileFailure(path: string, error: unknown) {
  if (
    codeOf(error) === 'SQLITE_ERROR' &&
    error instanceof Error &&
    changedByOthers.test(error.message)
  ) {
    return damagedSandbox(path, error.message, error);
  }
  const fault = faultOf(error);
  if (fault === undefined) return undefined;
  const [problem, hint] = faults[fault];
  return localFileFailure(`The sandbox database ${path} ${problem}`, { hint, cause: error });
}
