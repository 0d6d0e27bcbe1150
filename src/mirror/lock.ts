import { isBusy, lockedFailure, mirrorFault } from './faults';
import { connect } from './libsql';
import { prepareFile } from './open-to-write';

export interface SyncLock {
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another run, in milliseconds. */
  readonly wait?: number;
  readonly monotonic: () => number;
  /** Whose files may be made private; undefined on Windows. */
  readonly userId?: number | undefined;
  /** Rejects when the run is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const pollInterval = 200;

/**
 * Takes the lock that a sync holds from its first read to its last write. It is SQLite's lock on an
 * empty file next to the mirror, which the operating system releases when the process ends, however
 * it ends. Throws exit 12 if another run still holds the lock after the wait.
 */
export async function takeSyncLock(path: string, options: LockOptions): Promise<SyncLock> {
  const { wait = 0, monotonic, sleep, userId } = options;
  prepareFile(path, userId);
  const file = `${path}.lock`;
  const deadline = monotonic() + wait;
  for (;;) {
    const lock = tryLock(path, file, userId);
    if (lock !== undefined) return lock;
    const left = deadline - monotonic();
    if (left <= 0) throw lockedFailure(path);
    await sleep(Math.min(pollInterval, left));
  }
}

function tryLock(path: string, file: string, userId: number | undefined): SyncLock | undefined {
  try {
    prepareFile(file, userId);
    const database = connect(file);
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
      return { release: () => database.close() };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw mirrorFault(path, error);
  }
}
