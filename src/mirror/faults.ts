import { Failure, localFileFailure } from '../failure';
import { quotedWord } from '../lib/words';

const damage = /^SQLITE_(NOTADB|CORRUPT)/;

/** SQLite's result codes (sqlite.org/rescode.html) in words that the file's owner understands. */
const faults: readonly (readonly [RegExp, string, string])[] = [
  [
    damage,
    'is damaged or is not a mirror',
    'For details, run waybill mirror check. To start over, move the file away and run waybill sync; recorded payments are only in the old file.',
  ],
  [
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/,
    "can't be opened for writing",
    'Check the permissions of the file and its folder.',
  ],
  [
    /^SQLITE_FULL/,
    "can't be written: the disk is full",
    'Free some space and run the command again.',
  ],
  [/^SQLITE_(IOERR|NOLFS|PROTOCOL)/, "can't be read or written", 'Check the disk.'],
];

/** The result code of an error that libsql threw; empty for every other error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // A failure to open has no code; its message ends in SQLite's number.
  if (error.message.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  const { code } = error as { code?: unknown };
  if (code === 'UNKNOWN_SQLITE_ERROR_1544') return 'SQLITE_READONLY_DIRECTORY';
  return typeof code === 'string' ? code : '';
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

export function lockedFailure(path: string): Failure {
  return new Failure({
    ending: 'locked',
    code: 'locked',
    message: `Another run of waybill is writing to the mirror ${path}`,
    hint: 'Run the command again when the other run is done. waybill sync --wait 60 waits up to 60 seconds.',
  });
}

/** Turns a fault of the file into a failure (exit 14 or 12); returns other errors unchanged. */
export function mirrorFault(path: string, error: unknown): unknown {
  if (isBusy(error)) return lockedFailure(path);
  const code = codeOf(error);
  const known = faults.find(([pattern]) => pattern.test(code));
  if (known === undefined) return error;
  const [, problem, hint] = known;
  return localFileFailure(`The mirror ${path} ${problem}`, { hint, cause: error });
}

/** The same failure, with a hint for a file that `--mirror` names: no sync would replace that one. */
export function faultOfNamed(file: string | undefined, error: unknown): unknown {
  if (file === undefined) return error;
  if (!(error instanceof Failure && damage.test(codeOf(error.cause)))) return error;
  return error.with({
    hint: `For details, run waybill mirror check --mirror ${quotedWord(file)}.`,
  });
}

/** Runs the work and throws a fault of the file as a failure. */
export function guardFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw mirrorFault(path, error);
  }
}
