import { realDisk } from '../disk/disk';
import { type Lock, type LockWorld, lockOn, takeLock } from '../disk/lock';
import type { World } from '../world';
import { lockedFailure } from './faults';
import type { Database } from './libsql';
import { prepareFile, writing } from './open';

export interface SyncLockOptions {
  readonly world: LockWorld & Pick<World, 'userId'>;
  /** Milliseconds to wait for another run. */
  readonly wait?: number | undefined;
}

/** Takes the lock that a sync holds from start to end. Throws exit 12 if another run keeps it. */
export function takeSyncLock(path: string, { world, wait = 0 }: SyncLockOptions): Promise<Lock> {
  prepareFile(path, world.userId);
  const refusal = () => lockedFailure(path);
  return takeLock(`${path}.lock`, { disk: realDisk, refusal, ...lockOn(world, wait) });
}

/** Writes to the mirror while no sync runs. Throws exit 12 if one does. */
export async function writeLocked<T>(
  path: string,
  options: SyncLockOptions,
  work: (database: Database) => T,
): Promise<T> {
  const lock = await takeSyncLock(path, options);
  try {
    return writing(path, options.world.userId, work);
  } finally {
    await lock.release();
  }
}
