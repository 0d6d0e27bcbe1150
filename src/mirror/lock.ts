import { realDisk } from '../disk/disk';
import { type Lock, type LockWait, type Processes, takeLock } from '../disk/lock';
import { lockedFailure } from './faults';
import type { Database } from './libsql';
import { prepareFile, writing } from './open';

export interface SyncLockOptions extends Omit<LockWait, 'milliseconds'> {
  readonly processes: Processes;
  /** Milliseconds to wait for another run. */
  readonly wait?: number | undefined;
  /** The user whose files may be made private; undefined on Windows. */
  readonly userId?: number | undefined;
}

/** Takes the lock that a sync holds from start to end. Throws exit 12 if another run keeps it. */
export function takeSyncLock(path: string, options: SyncLockOptions): Promise<Lock> {
  const { processes, wait = 0, monotonic, sleep, userId } = options;
  prepareFile(path, userId);
  return takeLock(`${path}.lock`, {
    disk: realDisk,
    processes,
    refusal: () => lockedFailure(path),
    wait: { milliseconds: wait, monotonic, sleep },
  });
}

/** Writes to the mirror while no sync runs. Throws exit 12 if one does. */
export async function writeLocked<T>(
  path: string,
  options: SyncLockOptions,
  work: (database: Database) => T,
): Promise<T> {
  const lock = await takeSyncLock(path, options);
  try {
    return writing(path, options.userId, work);
  } finally {
    await lock.release();
  }
}
