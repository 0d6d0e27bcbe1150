import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCell } from './cells';
import { tableWriter } from './write';

const marks = ['a', 'é', ' ', '"', ',', ';', '\n', '\r', '=', '+', '-', '@', '\t', "'", '＝', '＠'];
const cell = fc.string({ unit: fc.constantFrom(...marks), maxLength: 6 });

test.each(['csv', 'tsv'] as const)('any reader of %s gets the cells back', async (format) => {
  const write = await tableWriter({ format, rawCsv: true });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
      const read = parse(write(rows), {
        delimiter: format === 'csv' ? ',' : '\t',
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

test('one empty cell is a line that is not empty', async () => {
  const write = await tableWriter({ format: 'tsv', rawCsv: false });
  expect(write([['a'], ['']])).toBe('a\n""\n');
});
