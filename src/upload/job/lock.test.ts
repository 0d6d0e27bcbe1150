import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryDisk } from '../../../test/upload/memory-disk';
import { marksOn } from '../../process-marks';
import { reportingDisk } from './disk';
import { takeLock } from './lock';
import { machineProcesses, type Processes, type ProcessMark } from './processes';

const folder = '/job';

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

test('refuses a second run with exit 12 while the first is running', async () => {
  const { disk, process } = await room();
  const lock = await takeLock(disk, folder, process(1));
  await expect(takeLock(disk, folder, process(2))).rejects.toMatchObject({ ending: 'locked' });
  await lock.release();
  const second = await takeLock(disk, folder, process(2));
  await second.release();
  expect(await disk.list(folder)).toEqual([]);
});

test('takes over the lock of a run that is gone, again and again', async () => {
  const { disk, alive, process } = await room();
  for (let run = 1; run <= 5; run++) {
    await takeLock(disk, folder, process(run));
    alive.delete(run);
  }
  expect(await disk.list(folder)).toEqual(['lock.5']);
});

test('takes over a lock that a machine crash left empty', async () => {
  const { disk, process } = await room();
  await disk.create(`${folder}/lock.1`);
  await takeLock(disk, folder, process(1));
  expect(await disk.list(folder)).toEqual(['lock.2']);
});

test.runIf(existsSync('/proc/self/stat'))(
  'a process that was killed is gone, even while its parent has not asked for it',
  async () => {
    const isAlive = (id: number) => process.kill(id, 0);
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    const processes = machineProcesses({
      clock,
      processes: { own: process.pid, isAlive, endGroup() {} },
    });
    // The shell becomes a program that never asks for its child.
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const [id] = await once(parent.stdout, 'data');
      const stat = () =>
        readFileSync(`/proc/${Number(id)}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ');
      const mark = {
        ...(await processes.own()),
        processId: Number(id),
        started: stat()?.[19] ?? '',
      };
      expect(await processes.isAlive(mark)).toBe(true);
      const marks = marksOn('darwin');
      const started = await marks.own(Number(id));
      expect(started).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
      expect(await marks.isAlive(Number(id), started)).toBe(true);
      expect(await marks.isAlive(Number(id), 'Thu Jan  1 00:00:00 2026')).toBe(false);
      process.kill(Number(id), 'SIGKILL');
      while (stat()?.[0] !== 'Z') await setTimeout(5);
      expect(await processes.isAlive(mark)).toBe(false);
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
      await takeLock(disk, folder, process(99));
      alive.delete(99);
    }
    const tries = Array.from({ length: 20 }, (_, index) =>
      takeLock(disk, folder, process(index + 1)).then(
        () => 'got it',
        (error) => error.ending,
      ),
    );
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === 'got it').length).toBe(1);
    expect(new Set(ends)).toEqual(new Set(['got it', 'locked']));
  }
});
