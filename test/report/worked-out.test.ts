import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

interface Section {
  readonly words: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The last line without its first cell; undefined if the report has no totals. */
  readonly total: readonly string[] | undefined;
}

/** The tables in `worked-out.md`, by the arguments of their reports. */
const sections: readonly Section[] = readFileSync(new URL('worked-out.md', import.meta.url), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const [words = ''] = text.split('\n');
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const cells = lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
    const [columns = [], , ...all] = cells;
    const last = all.at(-1)?.[0] === 'Total' ? all.at(-1) : undefined;
    return { words, columns, rows: last ? all.slice(0, -1) : all, total: last?.slice(1) };
  });

const money = new Set(
  `outstanding cost atRisk total expectedPayout paid buying moving waiting issue payout reward portal
   profit amount other difference realized expected 0-14 15-30 31-60 61-90 91+ 0-10 11-11 12-29 30-30 31-79 80+
   1-30 1-1 2-50 51+`.split(/\s+/),
).add('not due');

/** A cell of a column as people read it. */
function shown(cell: string, column: string): string {
  if (cell === '') return '-';
  const [name = ''] = column.split('.').slice(-1);
  if (name === 'share') return Number(cell).toFixed(1);
  if (name === 'marginPercent') return Number(cell).toFixed(2);
  if (/^(?:(age|overdue|oldest)Days|median|p90|min|max)$/.test(name)) return `${cell} d`;
  if (!money.has(name)) return cell;
  const amount = Math.abs(Number(cell) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return `${Number(cell) < 0 ? '-' : ''}$${amount}`;
}

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});

async function report({ words }: Section, ...more: readonly string[]): Promise<string> {
  const env = { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' };
  const line = ['report', ...words.split(' '), '--mirror', mirror, '--today', '2026-03-31', '-q'];
  const { stdout, stderr, exitCode } = await runProgram([...line, ...more], { env });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
}

/** A member by its dotted path, written as in the tables of `worked-out.md`. */
function member(row: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], row);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value ?? '');
}

test('every report is worked out', () => {
  const names = new Set(sections.map(({ words }) => words.split(' ')[0]));
  const all =
    'unpaid overdue aging exposure margin pnl rewards received turnaround trackings audit summary';
  expect([...names]).toEqual(all.split(' '));
});

describe.each(sections.map((section) => [section.words, section] as const))('%s', (_, section) => {
  const { words, columns, rows, total } = section;
  const fields = ['--fields', columns.join(',')];

  test('json, to the cent', async () => {
    const whole = JSON.parse(await report(section, '--json'));
    const found = words === 'summary' ? [whole.total] : whole.rows;
    expect(found.map((row: unknown) => columns.map((name) => member(row, name)))).toEqual(rows);
    if (total === undefined) return;
    expect(columns.slice(1).map((name) => member(whole.total, name))).toEqual(total);
  });

  test('csv, to the cent', async () => {
    const lines = (await report(section, '-o', 'csv', ...fields)).trimEnd().split('\r\n');
    const asCsv = (cell: string) => {
      const value = { yes: 'true', no: 'false' }[cell] ?? cell;
      return value.includes(',') ? `"${value}"` : value;
    };
    expect(lines).toEqual([columns, ...rows].map((row) => row.map(asCsv).join(',')));
  });

  test('the table, in dollars', async () => {
    const text = await report(section, '-o', 'table', ...fields);
    const lines = text.trimEnd().split('\n');
    const written = [...rows, ...(total === undefined ? [] : [['Total', ...total]])].map((row) =>
      row.map((cell, index) => shown(cell, columns[index] ?? '')),
    );
    if (words === 'summary') {
      const values = lines.map((line) => line.trim().split(/ {2,}/).at(-1));
      for (const cell of written[0] ?? []) expect(values).toContain(cell);
      return;
    }
    const found = lines.slice(1).map((line) => line.trim().split(/ {2,}/));
    expect(found.slice(0, written.length)).toEqual(written);
  });
});
