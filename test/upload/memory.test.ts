import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measured } from '../support/peak-memory';
import { isExecutable } from '../support/project';
import { isFull } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { serveCounted } from './counted-service';

async function write(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path);
  for (const line of lines) if (!stream.write(line)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

const toUpload = isFull ? 100_000 : 10_000;

test.runIf(process.platform === 'linux')(
  `uploads ${toUpload} rows over HTTP in constant memory`,
  async () => {
    const service = await serveCounted();
    const home = temporaryHome();
    const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const file = join(home, 'large.csv');
    const rows = toUpload;
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
const toCheck = isFull ? 1_000_000 : 150_000;
const mostForAMillion = isExecutable ? 450 : 250;

test.runIf(process.platform === 'linux')(
  `checks ${toCheck} rows within ${mostForAMillion} MiB`,
  async () => {
    const home = temporaryHome();
    const file = join(home, 'million.csv');
    function* lines() {
      yield 'Store;Order #;Tracking\n';
      for (let row = 0; row < toCheck; row++) yield `Best Buy;BBY-${row};1Z999AA1${row}\n`;
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

test.runIf(process.platform === 'linux').each([
  [
    'in one cell',
    'csv',
    (numbers: readonly string[]) => [numbers.join(';'), ...numbers.map(() => '')],
  ],
  ['in a cell each', 'csv', (numbers: readonly string[]) => numbers],
])(
  'thousands of columns and thousands of numbers %s take little memory',
  async (_, name, cells) => {
    const home = temporaryHome();
    const file = join(home, `wide.${name}`);
    const numbers = Array.from({ length: 6_000 }, (_, index) => `TBA3${10_000_000_000 + index}`);
    const header = ['Retailer', 'Order', ...numbers.map((_, index) => `Tracking ${index + 1}`)];
    const few = numbers.slice(0, 15);
    const lines = [
      ['Best Buy', 'BBY-1', ...cells(numbers)],
      ...Array.from({ length: 40 }, (_, row) => ['Best Buy', `BBY-${row + 2}`, ...cells(few)]),
    ];
    await write(
      file,
      [header, ...lines].map((line) => `${line.join(',')}\n`),
    );
    const words = ['shipments', 'check', '--offline', '--json', file];
    const { exitCode, stdout, peak } = await measured(words, { WAYBILL_HOME: home });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('too_many_numbers');
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(250);
  },
  120_000,
);
