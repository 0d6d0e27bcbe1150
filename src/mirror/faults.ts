import { Failure, localFileFailure } from '../failure';
import { quotedWord } from '../lib/words';
import { codeOf, type Fault, faultOf, faultWords } from '../native/faults';

const details = 'For details, run waybill mirror check';
/** Advice about a damaged mirror: no sync would replace a file that `--mirror` names. */
export const damageHints = {
  own: 'To start over, move the file away and run waybill sync; recorded payments are only in the old file.',
  named: 'Use a different file, or make a new backup with waybill mirror backup <file>.',
} as const;

/** Faults of the file, in words that its owner understands, each with advice. */
const faults: Readonly<Record<Exclude<Fault, 'locked'>, readonly [string, string]>> = {
  damaged: ['is damaged or is not a mirror', `${details}. ${damageHints.own}`],
  unwritable: [faultWords.unwritable, 'Check the permissions of the file and its folder.'],
  full: [faultWords.full, 'Free some space and run the command again.'],
  unreadable: [faultWords.unreadable, 'Check the disk.'],
};

export function lockedFailure(path: string): Failure {
  return new Failure({
    ending: 'locked',
    code: 'locked',
    message: `Another run of waybill is writing to the mirror ${path}`,
    hint: 'Run the command again when the other run is done. waybill sync --wait 60 waits up to 60 seconds.',
  });
}

/** Waybill's own statements fit its own tables: if SQLite rejects one, the schema is not waybill's. */
function faultOfOwn(error: unknown): Fault | undefined {
  return faultOf(error) ?? (codeOf(error) === 'SQLITE_ERROR' ? 'damaged' : undefined);
}

/** A stored body that is not what waybill stores. A check looks at no bodies, and a sync brings them again. */
export class DamagedBody extends Error {
  readonly code = 'SQLITE_CORRUPT';
}
const bodyHint =
  'To read the orders and cards again, run waybill mirror reset, which keeps changes and payments, then waybill sync.';

/** Turns a fault of the file into a failure (exit 14 or 12); returns other errors unchanged. */
export function mirrorFault(path: string, error: unknown): unknown {
  const fault = faultOfOwn(error);
  if (fault === undefined) return error;
  if (fault === 'locked') return lockedFailure(path);
  const [problem, hint] = faults[fault];
  return localFileFailure(`The mirror ${path} ${problem}`, {
    hint: error instanceof DamagedBody ? bodyHint : hint,
    cause: error,
  });
}

export function isDamaged(error: Failure): boolean {
  return faultOfOwn(error.cause) === 'damaged';
}

/** The same failure, with a hint for a file that `--mirror` names. */
export function faultOfNamed(file: string | undefined, error: unknown): unknown {
  if (file === undefined) return error;
  if (!(error instanceof Failure && isDamaged(error))) return error;
  const look = `${details} --mirror ${quotedWord(file)}.`;
  return error.with({ hint: error.cause instanceof DamagedBody ? damageHints.named : look });
}

export function guardFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw mirrorFault(path, error);
  }
}
