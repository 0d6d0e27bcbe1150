import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Failure } from '../failure';
import { unlessItThrows } from '../lib/once';
import type { World } from '../world';
import { type Disk, wholeText } from './disk';

/** Identifies a process uniquely: process ids are reused, also after a restart. */
export interface ProcessMark {
  readonly processId: number;
  readonly bootId: string;
  /** The start of the process; text, only ever compared. */
  readonly started: string;
}

export interface Processes {
  own(): Promise<ProcessMark>;
  isAlive(mark: ProcessMark): Promise<boolean>;
}

export interface Lock {
  release(): Promise<void>;
}

export interface LockWait extends Pick<World['clock'], 'monotonic'> {
  readonly milliseconds: number;
  /** Rejects when the run is interrupted. */
  sleep(milliseconds: number): Promise<void>;
}

interface LockOptions {
  readonly disk: Disk;
  readonly processes: Processes;
  /** The failure if another process holds the lock to the end of the wait. */
  refusal(holder: ProcessMark): Failure;
  /** Without it, another process is not waited for. */
  readonly wait?: LockWait;
}

/** Milliseconds between looks at a lock. */
const pollInterval = 50;

/**
 * Takes the lock of this name for this process: the file `<path>.<n>`, which says who holds it. A run that
 * finds the holder gone takes over by creating the next number: a name is created only once, so one of
 * several succeeds. Throws the refusal if a holder is alive.
 */
export async function takeLock(path: string, options: LockOptions): Promise<Lock> {
  const { disk, processes, refusal, wait } = options;
  const deadline = wait && wait.monotonic() + wait.milliseconds;
  const own = await processes.own();
  const claim = await writeClaim(disk, path, own);
  try {
    for (;;) {
      const taken = await tryLock(path, claim, options);
      if ('release' in taken) return taken;
      const left = wait === undefined ? 0 : Number(deadline) - wait.monotonic();
      if (left <= 0) throw refusal(taken);
      await wait?.sleep(Math.min(pollInterval, left));
    }
  } finally {
    await disk.remove(claim);
  }
}

/** Writes the content that the lock will have, so that its name appears together with its content. */
async function writeClaim(disk: Disk, path: string, own: ProcessMark): Promise<string> {
  for (let number = 1; ; number++) {
    const claim = `${path}.${claimPrefix}${own.processId}-${number}`;
    const file = await unlessThere(disk.create(claim));
    if (file === undefined) continue;
    await file.write(JSON.stringify(own)).finally(() => file.close());
    return claim;
  }
}

/** Resolves with the lock, or with the process that holds it. */
async function tryLock(path: string, claim: string, { disk, processes }: LockOptions) {
  const markIn = async (end: string) => {
    const text = await wholeText(disk, `${path}.${end}`).catch((error) => {
      if (systemCode(error) !== 'ENOENT') throw error;
      return ''; // The lock has been released in the meantime.
    });
    return readMark(text);
  };
  const holderIn = async (ends: readonly string[]) => {
    for (const end of ends) {
      const mark = await markIn(end);
      if (mark !== undefined && (await processes.isAlive(mark))) return mark;
    }
    return undefined;
  };
  for (;;) {
    const before = (await endsOf(disk, path)).filter(isNumber);
    const holder = await holderIn(before);
    if (holder !== undefined) return holder;
    const number = Math.max(0, ...before.map(Number)) + 1;
    const name = `${path}.${number}`;
    if (!(await unlessThere(disk.link(claim, name).then(() => true)))) continue;
    // Others may have created several numbers since the first look.
    const ends = await endsOf(disk, path);
    const others = ends.filter((end) => isNumber(end) && Number(end) !== number);
    const isLast = others.every((end) => Number(end) < number);
    const rival = isLast ? await holderIn(others) : undefined;
    if (isLast && rival === undefined) {
      for (const end of others) await disk.remove(`${path}.${end}`);
      for (const end of ends.filter((one) => !isNumber(one))) {
        // Left by a run that was killed; one without content is being written.
        const mark = await markIn(end);
        const isLeft = mark !== undefined && !(await processes.isAlive(mark));
        if (isLeft) await disk.remove(`${path}.${end}`);
      }
      return { release: () => disk.remove(name) };
    }
    await disk.remove(name);
    if (rival !== undefined) return rival;
  }
}

const claimPrefix = 'claim-';
const isNumber = (end: string) => /^\d+$/.test(end);

/** The endings of the files of a lock: the 2 of `lock.2`, the `claim-371-1` of `lock.claim-371-1`. */
async function endsOf(disk: Disk, path: string): Promise<readonly string[]> {
  const prefix = `${basename(path)}.`;
  return (await disk.list(dirname(path)))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((end) => isNumber(end) || end.startsWith(claimPrefix));
}

function systemCode(failure: unknown): string | undefined {
  return ((failure as Error).cause as NodeJS.ErrnoException | undefined)?.code;
}

/** Undefined if the name is taken. */
function unlessThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (systemCode(error) === 'EEXIST') return undefined;
    throw error;
  });
}

/** Undefined for a text that a machine crash left empty or truncated. */
function readMark(text: string): ProcessMark | undefined {
  return unlessItThrows(() => {
    const { processId, bootId, started } = JSON.parse(text);
    return Number.isInteger(processId) ? { processId, bootId, started } : undefined;
  });
}

const textOfFile = (path: string) => readFile(path, 'utf8').catch(() => undefined);

/** Linux gives every boot an id; elsewhere the second of the boot must do. */
async function bootId(clock: World['clock']): Promise<string> {
  const id = await textOfFile('/proc/sys/kernel/random/boot_id');
  return id?.trim() ?? `${Math.round(clock.now() / 1000 - uptime())}`;
}

/** Seconds by which two readings of one boot time may differ, if the clock was set in between. */
const bootTolerance = 60;

const sameBoot = (one: string, other: string) =>
  one === other || Math.abs(Number(one) - Number(other)) < bootTolerance;

/**
 * The start of a process, in ticks since the boot: field 22 of proc(5) `stat`, after the name in parentheses,
 * which may contain anything. A process whose parent has not asked for it yet is `ended`. Empty where there
 * is no such file. It is read of the first thread: QEMU makes up the one of the process, but only for itself.
 */
async function startOf(processId: number): Promise<string> {
  const stat = await textOfFile(`/proc/${processId}/task/${processId}/stat`);
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return ['Z', 'X'].includes(state) ? 'ended' : (fields[18] ?? '');
}

export type LockWorld = Pick<World, 'clock' | 'processes' | 'sleep' | 'interruption'>;

/** Processes and the wait of a lock that waits this many milliseconds for another process. */
export function lockOn(world: LockWorld, milliseconds: number) {
  const sleep = (pause: number) => world.sleep(pause, world.interruption);
  const wait: LockWait = { milliseconds, monotonic: world.clock.monotonic, sleep };
  return { processes: machineProcesses(world), wait };
}

export function machineProcesses(world: Pick<World, 'clock' | 'processes'>): Processes {
  const { clock, processes } = world;
  const { own: processId, marks } = processes;
  if (marks !== undefined) {
    return {
      own: async () => ({ processId, bootId: '', started: await (await marks()).own(processId) }),
      isAlive: async (mark) =>
        processes.isAlive(mark.processId) && (await marks()).isAlive(mark.processId, mark.started),
    };
  }
  return {
    own: async () => ({
      processId,
      bootId: await bootId(clock),
      started: await startOf(processId),
    }),
    isAlive: async (mark) =>
      sameBoot(mark.bootId, await bootId(clock)) &&
      processes.isAlive(mark.processId) &&
      (await startOf(mark.processId)) === mark.started,
  };
}
