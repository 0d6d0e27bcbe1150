import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runOf, start } from './waybill';

/**
 * The peak memory of a process so far, in MiB; undefined once it has exited, and before it runs these
 * words: until then it has the memory of the process that started it.
 */
function peakOf(processId: number, words: readonly string[]): number | undefined {
  try {
    const line = readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    if (!line.endsWith(`${words.join('\0')}\0`)) return undefined;
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Runs the program to its end; `peak` is in MiB. Linux only. */
export async function measured(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start(words, { env });
  child.stdin?.end();
  const ended = runOf(child);
  let peak = 0;
  let over = false;
  ended.finally(() => {
    over = true;
  });
  while (!over) {
    peak = Math.max(peak, peakOf(child.pid ?? 0, words) ?? 0);
    await delay(20);
  }
  return { ...(await ended), peak };
}
