import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownProcesses } from '../../test/support/processes';
import { MemoryDisk } from '../../test/upload/memory-disk';
import { Failure } from '../failure';
import { type Disk, reportingDisk } from './disk';
import { type LockWait, type Processes, type ProcessMark, takeLock } from './lock';
import { marksOn } from './process-marks';

const folder = '/job';
const path = `${folder}/lock`;

async function room() {
  const disk = reportingDisk(new MemoryDisk());
  await disk.makeFolder(folder);
  const alive = new Set<number>();
  /** A process that lives until it is removed from `alive`. */
  const process = (processId: number): Processes => {
    alive.add(processId);
    const mark: ProcessMark = { processId, bootId: 'boot', started: `${processId}` };
    return { own: async () => mark, isAlive: async (other) => alive.has(other.processId) };
  };
  return { disk, alive, process };
}

function take(disk: Disk, processes: Processes, wait?: LockWait) {
  const refusal = ({ processId }: ProcessMark) =>
    new Failure({ ending: 'locked', code: 'locked', message: `held by ${processId}` });
  return takeLock(path, { disk, processes, refusal, ...(wait && { wait }) });
}

test('refuses a second run with exit 12 while the first is running', async () => {
  const { disk, process } = await room();
  const lock = await take(disk, process(1));
  await expect(take(disk, process(2))).rejects.toMatchObject({ ending: 'locked' });
  await lock.release();
  const second = await take(disk, process(2));
  await second.release();
  expect(await disk.list(folder)).toEqual([]);
});

test('takes over the lock of a run that is gone, again and again', async () => {
  const { disk, alive, process } = await room();
  for (let run = 1; run <= 5; run++) {
    await take(disk, process(run));
    alive.delete(run);
  }
  expect(await disk.list(folder)).toEqual(['lock.5']);
});

test('takes over a lock that a machine crash left empty', async () => {
  const { disk, process } = await room();
  await disk.create(`${folder}/lock.1`);
  await take(disk, process(1));
  expect(await disk.list(folder)).toEqual(['lock.2']);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a process that was killed is gone, even while its parent has not asked for it',
  async () => {
    // The shell becomes a program that never asks for its child.
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const [id] = await once(parent.stdout, 'data');
      const stat = () =>
        readFileSync(`/proc/${Number(id)}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ');
      const mark = {
        ...(await ownProcesses.own()),
        processId: Number(id),
        started: stat()?.[19] ?? '',
      };
      expect(await ownProcesses.isAlive(mark)).toBe(true);
      const marks = marksOn('darwin');
      const started = await marks.own(Number(id));
      expect(started).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
      expect(await marks.isAlive(Number(id), started)).toBe(true);
      expect(await marks.isAlive(Number(id), 'Thu Jan  1 00:00:00 2026')).toBe(false);
      process.kill(Number(id), 'SIGKILL');
      while (stat()?.[0] !== 'Z') await setTimeout(5);
      expect(await ownProcesses.isAlive(mark)).toBe(false);
      expect(await marks.isAlive(Number(id), started)).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

test('lets exactly one of many concurrent runs get it, with or without a stale lock', async () => {
  for (const stale of [true, false]) {
    const { disk, alive, process } = await room();
    if (stale) {
      await take(disk, process(99));
      alive.delete(99);
    }
    const tries = Array.from({ length: 20 }, (_, index) =>
      take(disk, process(index + 1)).then(
        () => 'got it',
        (error) => error.ending,
      ),
    );
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === 'got it').length).toBe(1);
    expect(new Set(ends)).toEqual(new Set(['got it', 'locked']));
  }
});

test('waits for a holder until it is gone, or until the wait is over', async () => {
  const { disk, alive, process } = await room();
  let now = 0;
  let waits = 0;
  const wait = (milliseconds: number, over = Number.POSITIVE_INFINITY): LockWait => ({
    milliseconds,
    monotonic: () => now,
    sleep: async (pause) => {
      now += pause;
      if (++waits === over) alive.delete(1);
    },
  });
  await take(disk, process(1));
  await expect(take(disk, process(2), wait(120))).rejects.toThrow('held by 1');
  expect([now, waits]).toEqual([120, 3]);
  expect(await disk.list(folder)).toEqual(['lock.1']);
  const lock = await take(disk, process(2), wait(1000, 5));
  expect([now, waits]).toEqual([220, 5]);
  await lock.release();
  expect(await disk.list(folder)).toEqual([]);
});

test('one process may ask several times at once, and gets the lock once', async () => {
  const { disk, process } = await room();
  const own = process(1);
  const tries = await Promise.allSettled([take(disk, own), take(disk, own), take(disk, own)]);
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect((await disk.list(folder)).length).toBe(1);
});

test('removes what a run left that was killed while it took the lock, and nothing of a living one', async () => {
  const { disk, alive, process } = await room();
  const write = async (name: string, text: string) => {
    const file = await disk.create(`${path}.${name}`);
    await file.write(text);
    await file.close();
  };
  const mark = async (processId: number) => JSON.stringify(await process(processId).own());
  await write('claim-7-1', await mark(7));
  await write('claim-9-1', await mark(9));
  alive.delete(9);
  await write('claim-8-1', '');
  await write('notes', 'of somebody else');
  await (await take(disk, process(1))).release();
  expect(await disk.list(folder)).toEqual(['lock.claim-7-1', 'lock.claim-8-1', 'lock.notes']);
});
