import { describe, expect, test } from 'vitest';
import { fileFacts, momentCell, moneyCell, nestedDollars, unitOfRows } from './column';
import type { DateOrder } from './date';
import { readTable, type TableRow } from './rows';

const columns = [
  { field: 'price', names: ['Cost'], ...moneyCell('kept') },
  { field: 'day', names: [], ...momentCell() },
  { field: 'notes', names: [] },
];

async function rowsOf(lines: readonly string[]): Promise<readonly TableRow[]> {
  async function* chunks() {
    yield Buffer.from(lines.map((line) => `${line}\n`).join(''));
  }
  return (await readTable({ name: 'f.csv', chunks: chunks() }, { columns })).rows;
}

describe('the order of day and month', () => {
  const lines = (...days: readonly string[]) =>
    rowsOf(['day,notes', ...days.map((day) => `${day},x`)]);
  const read = async (days: readonly string[], dateOrder?: DateOrder) => {
    const rows = await lines(...days);
    const facts = fileFacts(rows, columns, { dateOrder, unit: 'dollars' });
    return rows.map((row) => {
      const cell = row.cell('day');
      const value = cell && momentCell().read(cell, facts);
      return value && ('message' in value ? value.message : value.value?.day);
    });
  };

  test('is that of the flag where nothing proves another', async () => {
    expect(await read(['05/01/2026', '2026-02-03'])).toEqual(['2026-05-01', '2026-02-03']);
    expect(await read(['05/01/2026'], 'dmy')).toEqual(['2026-01-05']);
  });

  test.each<[string, DateOrder, string]>([
    ['15/01/2026', 'mdy', 'dmy'],
    ['15-01-26', 'mdy', 'dmy'],
    ['01/15/2026', 'dmy', 'mdy'],
  ])('of all dates is in doubt beside %s', async (proof, order, other) => {
    const [doubtful, same, sure, impossible] = await read(
      ['05/01/2026', '03/03/2026', '2026-03-04', proof],
      order,
    );
    expect(doubtful).toContain('could be');
    expect(doubtful).toContain(`other dates in the column fit only --date-format ${other}`);
    expect([same, sure]).toEqual(['2026-03-03', '2026-03-04']);
    expect(impossible).toContain(`is not a date; try --date-format ${other}`);
  });

  test('is not proven by cells that may be in a wrong column', async () => {
    const rows = await rowsOf(['day,notes', '05/01/2026,x', '15/01/2026,x,y']);
    expect([...fileFacts(rows, columns, { unit: 'dollars' }).otherDates]).toEqual([]);
  });
});

describe('the unit of money', () => {
  const price = (...cells: readonly string[]) =>
    rowsOf(['Cost,notes', ...cells.map((cell) => `"${cell}",1.50`)]);
  const isMoney = (field: string) => field === 'price';

  test.each<
    [readonly string[], 'own' | 'other' | 'mixed', 'cents' | 'dollars' | undefined, string]
  >([
    [['11900', '0'], 'own', undefined, 'cents'],
    [['11900', '$0'], 'own', undefined, 'takes whole cents, but line 3 has $0'],
    [['119.00'], 'own', 'dollars', 'dollars'],
    [['119'], 'own', 'dollars', 'dollars'],
    [['119', '5.99'], 'other', undefined, 'dollars'],
    [['119', '$5'], 'other', undefined, 'dollars'],
    [['119', '5'], 'other', undefined, 'column "Cost" dollars or cents?'],
    [['119'], 'other', 'cents', 'cents'],
    [['119', '5.99'], 'other', 'cents', 'takes whole cents, but line 3 has 5.99'],
    [['119', '5.99'], 'mixed', undefined, 'dollars or cents?'],
    [['119'], 'mixed', 'cents', 'cents'],
    // A comma between thousands shows no cents.
    [['1,119'], 'other', undefined, 'dollars or cents?'],
    [[''], 'other', undefined, 'dollars'],
  ])('%j under %s names with --money %s: %s', async (cells, names, given, wanted) => {
    const rows = await price(...cells);
    const unit = () => unitOfRows(rows, { name: 'f.csv', names, given, isMoney });
    if (/^(?:cents|dollars)$/.test(wanted)) expect(unit()).toBe(wanted);
    else expect(unit).toThrow(wanted);
  });

  test.each([
    ['[{"unitPrice":119,"x":1.5}]', undefined],
    ['[{"unitPrice":119.00}]', '119.00'],
    ['[{"unitPrice" : -5.1}]', '-5.1'],
    ['no JSON', undefined],
  ])('among the members of %s: %s', (text, shown) => {
    expect(nestedDollars(text, ['unitPrice'])).toBe(shown);
  });
});
