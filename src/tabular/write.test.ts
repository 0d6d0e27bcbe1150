import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepMark, plainCell } from './cells';
import { recordsOf } from './table';
import { tableFile, tableWriter } from './write';

const marks = [
  'a',
  'é',
  ' ',
  '"',
  ',',
  ';',
  '\n',
  '\r',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\\',
  "'",
  '＝',
  '＠',
];
const cell = fc.string({ unit: fc.constantFrom(...marks), maxLength: 6 });

test('any csv reader gets the same cells back', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: true });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
      const read = parse(write(rows), { record_delimiter: ['\r\n', '\n', '\r'] });
      expect(read).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test('removes the mark before a formula when it reads the cell', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: false });
  fc.assert(
    fc.property(cell, (text) => {
      const trimmed = text.trim();
      fc.pre(!trimmed.startsWith('="'));
      const [[written = ''] = []] = parse(write([[keepMark(trimmed), 'x']]), {
        record_delimiter: ['\r\n', '\n', '\r'],
      }) as string[][];
      expect(plainCell(written)).toBe(trimmed);
      if (/^[=+\-@＝＠]/.test(trimmed)) expect(written).toBe(`'${trimmed}`);
    }),
  );
});

test('writes a tsv with one line per record and a tab between cells, whatever they hold', async () => {
  const write = await tableWriter({ format: 'tsv', rawCsv: true });
  const letters: Record<string, string> = { t: '\t', n: '\n', r: '\r' };
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 })), (rows) => {
      const lines = write(rows).split('\n');
      expect(lines.pop()).toBe('');
      const read = (text: string) => text.replace(/\\(.)/g, (_, one) => letters[one] ?? one);
      expect(lines.map((line) => line.split('\t').map(read))).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test('writes a single empty csv cell as a line that is not empty', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: false });
  expect(write([['a'], ['']])).toBe('a\r\n""\r\n');
});

test('for Excel, writes one byte order mark, and ="…" around what it would change', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: false, excel: true });
  const cells = ['986578788855', '0123', '12E5', '1.5E+21', '1Z999AA10123456784', '=A1', '0', '12'];
  expect(write([cells])).toBe(
    '\uFEFF"=""986578788855""","=""0123""","=""12E5""","=""1.5E+21""",1Z999AA10123456784,\'=A1,0,12\r\n',
  );
  expect(write([[123_456_789_012, 99, '2025-06-01']])).toBe(
    '"=""123456789012""",99,2025-06-01\r\n',
  );
  const tsv = await tableWriter({ format: 'tsv', rawCsv: false, excel: true });
  expect(tsv([['0123']])).toBe('0123\n');
});

test('reads a workbook of texts back unchanged', async () => {
  const file = await tableFile('rejects.XLSX', { rawCsv: false });
  const rows = [
    ['Store', 'Order', 'Tracking', '__proto__'],
    ['="0012"', '000123', '9400111202555842332669', '=1+1'],
    ['a\nb', '', '  <&">', '😀'],
  ];
  expect(file.add(rows.slice(0, 1)) + file.add(rows.slice(1))).toBe('');
  const bytes = Buffer.from(await file.end());
  async function* chunks() {
    yield bytes;
  }
  const read: (readonly string[])[] = [];
  for await (const records of recordsOf({ name: 'rejects.xlsx', chunks: chunks() }, {})) {
    read.push(...records.map(({ cells }) => cells));
  }
  expect(read).toEqual([
    rows[0],
    ['0012', '000123', '9400111202555842332669', '=1+1'],
    ['a\nb', '', '<&">', '😀'],
  ]);
});
