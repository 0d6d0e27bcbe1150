import { join } from 'node:path';
import { Failure } from '../../failure';
import type { Disk } from './disk';
import type { Processes, ProcessMark } from './processes';

export interface Lock {
  release(): Promise<void>;
}

const namePattern = /^lock\.(\d+)$/;

/**
 * Locks a folder for this process. The lock is a file `lock.<n>` that names its holder. A run that
 * finds the holder gone takes over by creating the next number: a name is created only once, so of
 * several that try at the same moment one succeeds. Throws exit 12 if a holder is alive.
 */
export async function takeLock(disk: Disk, folder: string, processes: Processes): Promise<Lock> {
  const own = await processes.own();
  const claim = join(folder, `claim-${own.processId}-${own.started}`);
  await disk.remove(claim);
  try {
    const file = await disk.create(claim);
    await file.write(JSON.stringify(own));
    await file.close();
    for (;;) {
      const before = await locksIn(disk, folder);
      for (const number of before) await refuseIfAlive(disk, folder, number, processes);
      const number = Math.max(0, ...before) + 1;
      // The name appears together with its content.
      if (!(await linked(disk, claim, lockFile(folder, number)))) continue;
      const release = () => disk.remove(lockFile(folder, number));
      if (await isOnly(disk, folder, number, processes, release)) return { release };
      await release();
    }
  } finally {
    await disk.remove(claim);
  }
}

function lockFile(folder: string, number: number): string {
  return join(folder, `lock.${number}`);
}

async function locksIn(disk: Disk, folder: string): Promise<readonly number[]> {
  return (await disk.list(folder)).flatMap((name) => {
    const number = namePattern.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function systemCode(failure: unknown): string | undefined {
  return ((failure as Error).cause as NodeJS.ErrnoException | undefined)?.code;
}

async function linked(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await disk.link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Checks again after creating the lock, since others may have created several numbers after the
 * first check. Removes the lower ones.
 */
async function isOnly(
  disk: Disk,
  folder: string,
  own: number,
  processes: Processes,
  release: () => Promise<void>,
): Promise<boolean> {
  for (const number of await locksIn(disk, folder)) {
    if (number === own) continue;
    if (number > own) return false;
    try {
      await refuseIfAlive(disk, folder, number, processes);
    } catch (error) {
      await release();
      throw error;
    }
    await disk.remove(lockFile(folder, number));
  }
  return true;
}

async function refuseIfAlive(
  disk: Disk,
  folder: string,
  number: number,
  processes: Processes,
): Promise<void> {
  const holder = readMark(await textIfThere(disk, lockFile(folder, number)));
  if (holder === undefined || !(await processes.isAlive(holder))) return;
  throw new Failure({
    ending: 'locked',
    code: 'locked',
    message: `Another run is working on the same job (process ${holder.processId})`,
    hint: 'Wait for it to finish, then run the command again if anything is left.',
  });
}

/** Empty if the lock has been released in the meantime. */
async function textIfThere(disk: Disk, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of disk.read(path)) chunks.push(chunk);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined for a text that a machine crash left empty or truncated. */
function readMark(text: string): ProcessMark | undefined {
  try {
    const { processId, bootId, started } = JSON.parse(text);
    return Number.isInteger(processId) ? { processId, bootId, started } : undefined;
  } catch {
    return undefined;
  }
}
