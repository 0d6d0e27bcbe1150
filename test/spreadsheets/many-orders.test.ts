import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { tableFile } from '../../src/tabular/write';
import { type ExportedOrders, exportedOrders, renumbered } from '../support/exported-orders';
import { measured } from '../support/peak-memory';
import { isFull } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const rows = 10_000;

/** A file with so many more orders that it has 10,000 rows. */
function many(file: ExportedOrders): readonly string[] {
  const lines = [...file.lines];
  for (let copy = 0; lines.length <= rows; copy++) lines.push(...renumbered(file, `${copy}9`));
  return lines;
}

async function written(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const file = await tableFile(path, { rawCsv: true, asCells: true });
  const cells: string[][] = parse(lines.join('\n'), { relax_column_count: true });
  const begun = file.add(cells);
  const end = await file.end();
  writeFileSync(path, typeof end === 'string' ? begun + end : end);
  return path;
}

/** What a start of Node takes of a processor here and now, so that a busy machine counts for both. */
function startOfNode(): number {
  const script = 'console.log(process.cpuUsage().user + process.cpuUsage().system)';
  // Without certificates to add, which would take as long again.
  const env = { PATH: process.env.PATH };
  const times = [1, 2, 3, 4, 5].map(() =>
    Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', env })),
  );
  return (times.toSorted((one, other) => one - other)[2] ?? 0) / 1e6;
}

/** About 80 to 160 of them are needed, the more the busier the machine is. */
const mostStarts = 220;

/** MiB. */
const mostMemory = 200;
const patience = 300_000;

const usable = Object.entries(exportedOrders).filter(([name]) => name !== 'Amazon, azad, orders');
const tried = usable.filter(([name]) => isFull || name === 'made by hand');

describe.each(['csv', 'xlsx'] as const)('10,000 rows of orders in %s', (form) => {
  test.each(tried)(
    '%s: planned within its memory and the time of a few starts',
    async (_, file) => {
      const env = { WAYBILL_HOME: temporaryHome() };
      await waybill(['--sandbox', 'sandbox', 'info'], { env });
      const path = await written(`${form}.${form}`, many(file));
      const words = ['--sandbox', 'orders', 'create', '--csv', path, '--group', 'bfmr', '-y'];
      const run = await measured([...words, ...(file.flags ?? []), '--dry-run'], env);
      expect(run.stdout).toMatch(/\d,\d{3} orders to create/);
      expect(run.peak).toBeGreaterThan(50);
      expect(run.peak).toBeLessThan(mostMemory);
      expect(run.seconds / startOfNode()).toBeLessThan(mostStarts);
    },
    patience,
  );
});
