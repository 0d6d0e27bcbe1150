import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sqlText } from '../insight/formulas';
import { Libsql } from './libsql';

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '\0', "'", '~', 'é', '\u202e'), maxLength: 70 }),
  fc.string({ unit: 'binary' }),
);

test('a text comes back as it was written, bound or in the statement, whatever it holds', () => {
  const database = new Libsql(':memory:');
  const bound = database.prepare('SELECT ? AS text');
  const read = (row: unknown) => (row as { text: string }).text;
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(bound.get([text]))).toBe(text);
      expect(read(database.prepare(`SELECT ${sqlText(text)} AS text`).get([]))).toBe(text);
    }),
    { examples: [['a\0b'], ['\0'], [`${'a'.repeat(64)}\0`]] },
  );
  database.close();
});

test.each(['80', 'ff', '61ff', '00ff'])('the bytes %s are no text but damage', (hex) => {
  const database = new Libsql(':memory:');
  const read = () => database.prepare(`SELECT CAST(x'${hex}' AS TEXT) AS text`).all([]);
  expect(read).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }));
  database.close();
});
