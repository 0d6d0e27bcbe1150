import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isExecutable } from '../support/project';
import { runOf, start, temporaryHome } from '../support/waybill';
import { serveCounted } from './counted-service';

/** The peak memory of a process so far, in MiB; undefined once it has exited. */
function peakOf(processId: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

async function measured(words: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start(words, { env });
  child.stdin?.end();
  const ended = runOf(child);
  let peak = 0;
  let over = false;
  ended.finally(() => {
    over = true;
  });
  while (!over) {
    peak = Math.max(peak, peakOf(child.pid ?? 0) ?? 0);
    await delay(20);
  }
  return { ...(await ended), peak };
}

async function write(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path);
  for (const line of lines) if (!stream.write(line)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

test.runIf(process.platform === 'linux')(
  'uploads 100,000 rows over HTTP in constant memory',
  async () => {
    const service = await serveCounted();
    const home = temporaryHome();
    const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const file = join(home, 'large.csv');
    const rows = 100_000;
    function* lines() {
      yield 'retailer,orderNumber,trackingNumber\n';
      for (let row = 0; row < rows; row++) {
        // Rows of one order are together, as in an export.
        const order = orders[Math.floor((row / rows) * orders.length)];
        yield `${order?.retailer},${order?.orderNumber},TBA${String(row).padStart(12, '0')}\n`;
      }
    }
    await write(file, lines());
    const words = ['shipments', 'add', '--csv', file, '--json', '-q'];
    const env = { ...service.env, WAYBILL_HOME: home };
    const { exitCode, stdout, peak } = await measured(words, env);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows, added: rows, requests: rows / 50 });
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(200);
    await service.close();
  },
  300_000,
);

// Both numbers of every row are remembered, to find them again further down. The executable's runtime
// takes two-thirds more for the same texts.
const mostForAMillion = isExecutable ? 450 : 250;

test.runIf(process.platform === 'linux')(
  `checks a million rows within ${mostForAMillion} MiB`,
  async () => {
    const home = temporaryHome();
    const file = join(home, 'million.csv');
    function* lines() {
      yield 'Store;Order #;Tracking\n';
      for (let row = 0; row < 1_000_000; row++) yield `Best Buy;BBY-${row};1Z999AA1${row}\n`;
    }
    await write(file, lines());
    const words = ['shipments', 'check', '--offline', '-q', file];
    const { exitCode, peak } = await measured(words, { WAYBILL_HOME: home });
    expect(exitCode).toBe(0);
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(mostForAMillion);
  },
  300_000,
);
