import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { measured } from '../support/peak-memory';
import { shell } from '../support/shell';
import { isFull } from '../support/tier';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';

/** An account whose json is many times what a pipe holds: about 700 bytes an order. */
const orders = isFull ? 6000 : 3000;
const most = orders * 700;
const home = temporaryHome();
const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
const everything = ['orders', 'list', '--all'];
let total = 0;

beforeAll(async () => {
  const seeded = await waybill(['sandbox', 'seed', '--orders', String(orders), '--json'], { env });
  total = JSON.parse(seeded.stdout).counts.orders;
});

describe('a reader slower than waybill gets everything', () => {
  /** Reads 64 KiB at a time, slowly. */
  async function slowly(format: string): Promise<string> {
    const child = start([...everything, '-o', format], { env });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout ?? []) {
      chunks.push(chunk);
      await delay(2);
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    return Buffer.concat(chunks).toString('utf8');
  }

  test('as json', async () => {
    const text = await slowly('json');
    expect(text.length).toBeGreaterThan(most);
    expect(JSON.parse(text)).toHaveLength(total);
  });

  test.each([
    ['ndjson', 0],
    ['csv', 1],
    ['table', 1],
  ])('as %s', async (format, headers) => {
    const lines = (await slowly(format)).trimEnd().split('\n');
    expect(lines).toHaveLength(total + headers);
  });
});

describe.each(['json', 'ndjson', 'csv', 'tsv', 'table'])('as %s', (format) => {
  test('a reader that takes only one line ends it quietly and early', async () => {
    const line = `waybill orders list --all -v -o ${format} 2>"$HOME/trace" | head -1; echo "exit \${PIPESTATUS[0]}"`;
    const run = await shell(line, { ...env, HOME: home });
    expect(run.stdout.split('\n').slice(1)).toEqual(['exit 0', '']);
    const { stdout: trace } = await shell('cat "$HOME/trace"', { HOME: home });
    const requests = trace.split('\n').filter((one) => one.includes('GET '));
    expect(trace.split('\n').filter((one) => !one.includes('GET '))).toEqual(['']);
    // A table is read completely before its first line, since its columns fit the widest cell.
    if (format !== 'table') expect(requests.length).toBeLessThan(total / 100 / 2);
  });

  test('a full disk ends it: exit 14', async () => {
    const run = await shell(`waybill orders list --all -o ${format} >/dev/full`, env);
    expect(run.exitCode).toBe(14);
    expect(run.stderr.match(/no space left on device/g)).toHaveLength(1);
  });
});

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exitCode) => {
  test('while a list is written: whole lines, an error on stderr, and its exit code', async () => {
    const whole = (await waybill([...everything, '-o', 'ndjson'], { env })).stdout;
    for (const bytes of [1, 100_000, most / 4, most / 2]) {
      const child = start([...everything, '-o', 'ndjson'], { env });
      let seen = 0;
      child.stdout?.on('data', (chunk: Buffer) => {
        const reached = seen < bytes && seen + chunk.length >= bytes;
        seen += chunk.length;
        if (reached) child.kill(signal);
      });
      const run = await runOf(child);
      expect(run.exitCode).toBe(exitCode);
      expect(whole.startsWith(run.stdout)).toBe(true);
      expect(run.stdout.endsWith('\n')).toBe(true);
      expect(run.stdout.length).toBeLessThan(whole.length);
      expect(JSON.parse(run.stderr).error).toMatchObject({ exitCode, hint: expect.any(String) });
    }
  });

  test('ends the run even while no one reads', async () => {
    const child = start([...everything, '--json'], { env });
    await once(child.stdout as NodeJS.ReadableStream, 'readable');
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(exitCode);
  });
});

/** 60 MB either way: many rows, or a tenth of them, which take a tenth of the time. */
const [rows, bytes] = isFull ? [300_000, 100] : [30_000, 1_000];

test.runIf(process.platform === 'linux')(
  'the rows of a query are printed as they are read',
  async () => {
    const sql = `with recursive n(x) as (select 1 union all select x + 1 from n limit ${rows}) select x, hex(zeroblob(${bytes})) from n`;
    const { exitCode, stdout, peak } = await measured(['query', sql, '-o', 'ndjson'], env);
    expect(exitCode).toBe(0);
    expect(stdout.match(/\n/g)).toHaveLength(rows);
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(200);
  },
);
