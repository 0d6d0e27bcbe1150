import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCell } from './cells';
import { tableWriter } from './write';

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

test('any reader of csv gets the cells back', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: true });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
      const read = parse(write(rows), {
        record_delimiter: ['\r\n', '\n', '\r'],
      });
      expect(read).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test('the mark before a formula is taken off when the cell is read', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: false });
  fc.assert(
    fc.property(cell, (text) => {
      const trimmed = text.trim();
      fc.pre(!trimmed.startsWith('="') && !/^'[=+\-@\t\r＝＠]/.test(trimmed));
      const [[written = ''] = []] = parse(write([[trimmed, 'x']]), {
        record_delimiter: ['\r\n', '\n', '\r'],
      }) as string[][];
      expect(plainCell(written)).toBe(trimmed);
      if (/^[=+\-@＝＠]/.test(trimmed)) expect(written).toBe(`'${trimmed}`);
    }),
  );
});

test('a tsv is a line a record and a tab between two cells, whatever they hold', async () => {
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

test('one empty cell of a csv is a line that is not empty', async () => {
  const write = await tableWriter({ format: 'csv', rawCsv: false });
  expect(write([['a'], ['']])).toBe('a\r\n""\r\n');
});
