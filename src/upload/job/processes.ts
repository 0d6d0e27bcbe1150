import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import type { World } from '../../world';
import type { Processes } from './lock';

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Linux gives every boot an id; elsewhere the second of the boot has to do. */
async function bootId(clock: World['clock']): Promise<string> {
  const id = await textOf('/proc/sys/kernel/random/boot_id');
  return id?.trim() ?? `${Math.round(clock.now() / 1000 - uptime())}`;
}

/** Seconds by which two readings of one boot may differ, the clock having been set between them. */
const bootTolerance = 60;

function sameBoot(one: string, other: string): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < bootTolerance;
}

/**
 * When a process started, in ticks since the boot: field 22 of proc(5) `stat`, behind the name in
 * brackets, which may hold anything. Empty where the system has no such file.
 */
async function startOf(processId: number): Promise<string> {
  const stat = await textOf(`/proc/${processId}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** The processes of this machine. */
export function machineProcesses({
  clock,
  processes,
}: Pick<World, 'clock' | 'processes'>): Processes {
  const { own } = processes;
  return {
    own: async () => ({
      processId: own,
      bootId: await bootId(clock),
      started: await startOf(own),
    }),
    async isAlive(mark) {
      if (!sameBoot(mark.bootId, await bootId(clock)) || !processes.isAlive(mark.processId))
        return false;
      return (await startOf(mark.processId)) === mark.started;
    },
  };
}
