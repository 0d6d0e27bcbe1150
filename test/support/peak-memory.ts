import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runOf, start } from './waybill';

/** What a process has used so far: its peak memory in MiB, and the seconds of all its threads. */
interface Usage {
  readonly peak: number;
  readonly seconds: number;
}

/** The kernel counts the time of processors in hundredths of a second. */
const ticks = 100;

/**
 * Undefined once the process exits, when its memory is gone first, and before it runs these words: until
 * then it has the memory of the process that started it.
 */
function usageOf(processId: number, words: readonly string[]): Usage | undefined {
  try {
    const line = readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    if (!line.endsWith(`${words.join('\0')}\0`)) return undefined;
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (kibibytes === undefined) return undefined;
    // The name of the program, which may have spaces, ends with the parenthesis.
    const [, ...counts] =
      readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, system = 0] = counts.slice(10, 12).map(Number);
    return { peak: Number(kibibytes) / 1024, seconds: (user + system) / ticks };
  } catch {
    return undefined;
  }
}

/** Runs the program to its end. Linux only. */
export async function measured(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start(words, { env });
  child.stdin?.end();
  const ended = runOf(child);
  let used: Usage = { peak: 0, seconds: 0 };
  let over = false;
  ended.finally(() => {
    over = true;
  });
  while (!over) {
    used = usageOf(child.pid ?? 0, words) ?? used;
    await delay(20);
  }
  return { ...(await ended), ...used };
}
