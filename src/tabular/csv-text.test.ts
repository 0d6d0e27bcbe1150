import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { csvText } from './csv-text';
import { plainCell } from './plain-cell';

const marks = ['a', 'é', ' ', '"', ',', ';', '\n', '\r', '=', '+', '-', '@', '\t', "'", '＝', '＠'];
const cell = fc.string({ unit: fc.constantFrom(...marks), maxLength: 6 });

test('writes what csv-stringify writes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2 })), fc.boolean(), (lines, rawCsv) => {
      const expected = stringify(lines, {
        record_delimiter: '\r\n',
        escape_formulas: !rawCsv,
        quoted_match: /[\r\n]/,
      });
      expect(csvText(lines, rawCsv)).toBe(expected);
    }),
    { numRuns: runs(2000) },
  );
});

test('what stands before a formula is taken off when the cell is read', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const trimmed = text.trim();
      fc.pre(!trimmed.startsWith('="') && !/^'[=+\-@\t\r＝＠]/.test(trimmed));
      const [written = ''] = csvText([[trimmed]], false).split('\r\n');
      fc.pre(!written.startsWith('"'));
      expect(plainCell(written)).toBe(trimmed);
    }),
  );
});
