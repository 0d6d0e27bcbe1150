import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import type { World } from '../../world';

/** Identifies a process uniquely: process ids are reused, also after a restart. */
export interface ProcessMark {
  readonly processId: number;
  /** The machine's boot. */
  readonly bootId: string;
  /** When the process started; text, only ever compared. */
  readonly started: string;
}

/** What a lock needs to know of the machine's processes. */
export interface Processes {
  own(): Promise<ProcessMark>;
  /** Whether this very process is still running. */
  isAlive(mark: ProcessMark): Promise<boolean>;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Linux gives every boot an id; elsewhere the second of the boot must do. */
async function bootId(clock: World['clock']): Promise<string> {
  const id = await textOf('/proc/sys/kernel/random/boot_id');
  return id?.trim() ?? `${Math.round(clock.now() / 1000 - uptime())}`;
}

/** Seconds by which two readings of one boot time may differ, if the clock was set in between. */
const bootTolerance = 60;

function sameBoot(one: string, other: string): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < bootTolerance;
}

/**
 * When a process started, in ticks since the boot: field 22 of proc(5) `stat`, after the name in
 * parentheses, which may contain anything. A process that has ended keeps its entry until its parent
 * asks for it; `ended` then. Empty if the system has no such file. The entry is that of its first thread,
 * which started with it: QEMU makes up the one of the process, but only for the process itself.
 */
async function startOf(processId: number): Promise<string> {
  const stat = await textOf(`/proc/${processId}/task/${processId}/stat`);
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return ['Z', 'X'].includes(state) ? 'ended' : (fields[18] ?? '');
}

/** The processes of this machine. */
export function machineProcesses({
  clock,
  processes,
}: Pick<World, 'clock' | 'processes'>): Processes {
  const { own, marks } = processes;
  if (marks !== undefined) {
    return {
      own: async () => ({
        processId: own,
        bootId: '',
        started: await (await marks()).own(own),
      }),
      isAlive: async ({ processId, started }) =>
        processes.isAlive(processId) && (await marks()).isAlive(processId, started),
    };
  }
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
