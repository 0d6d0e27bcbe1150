import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { once } from '../../lib/once';
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
 * asks for it; `ended` then.
 */
async function startOf(processId: number): Promise<string> {
  const stat = await textOf(`/proc/${processId}/stat`);
  if (stat === undefined) return startFromPs(processId);
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(state) ? 'ended' : (fields[18] ?? '');
}

/** The same for systems without that file, to the second. Empty if there is no such process. */
export async function startFromPs(processId: number): Promise<string> {
  const { execFile } = await import('node:child_process');
  const words = ['-o', 'stat=', '-o', 'lstart=', '-p', `${processId}`];
  return new Promise((resolve) => {
    execFile('/bin/ps', words, { env: { LC_ALL: 'C', TZ: 'UTC' } }, (_, printed) => {
      const [state = '', start = ''] = printed.trim().split(/ (.*)/);
      resolve(state.startsWith('Z') ? 'ended' : start.trim());
    });
  });
}

/** A name that no other process can have or keep: Windows removes a pipe with its process. */
const pipeNamed = (name: string) => `\\\\.\\pipe\\waybill-${name}`;

/**
 * The processes of a Windows machine, which has no file that says when a process started: each opens
 * a pipe with a random name, which takes the place of the time.
 */
function windowsProcesses(processId: number): Processes {
  const openPipe = once(async () => {
    const [{ createServer }, { randomUUID }] = await Promise.all([
      import('node:net'),
      import('node:crypto'),
    ]);
    const name = randomUUID();
    await new Promise<void>((resolve, reject) => {
      const server = createServer((connection) => connection.destroy());
      server.on('error', reject).listen(pipeNamed(name), () => resolve(void server.unref()));
    });
    return name;
  });
  return {
    own: async () => ({ processId, bootId: '', started: await openPipe() }),
    async isAlive({ started }) {
      const { connect } = await import('node:net');
      return new Promise((resolve) => {
        const pipe = connect(pipeNamed(started), () => {
          pipe.destroy();
          resolve(true);
        });
        pipe.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ENOENT'));
      });
    },
  };
}

/** The processes of this machine. */
export function machineProcesses({
  clock,
  processes,
  platform,
}: Pick<World, 'clock' | 'processes' | 'platform'>): Processes {
  const { own } = processes;
  if (platform === 'win32') return windowsProcesses(own);
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
