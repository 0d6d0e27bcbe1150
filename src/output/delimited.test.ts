import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dollars, dollarsForPeople } from '../lib/words';
import { type DelimitedOptions, writeDelimited } from './delimited';
import { Sink } from './sink';
import { visibleLines } from './text';
import type { View } from './view';

const view: View<unknown> = {
  one: 'order',
  fields: {
    notes: 'text',
    total: 'money',
    cashback: 'object',
    'cashback.rewardAmount': {
      kind: 'number',
      kindIn: ({ rewardType }) => (rewardType === 'cashback' ? 'money' : 'number'),
    },
    orderLineItems: 'list',
    'orderLineItems.unitPrice': 'money',
  },
};

async function written(rows: readonly unknown[], options: Partial<DelimitedOptions> = {}) {
  const stream = new PassThrough();
  const all = text(stream);
  const sink = new Sink(stream);
  await writeDelimited(sink, toAsync(rows), view, {
    format: 'csv',
    fields: ['notes'],
    money: 'cents',
    rawCsv: false,
    excel: false,
    header: true,
    safe: (value) => value,
    ...options,
  });
  await sink.flush();
  stream.end();
  return all;
}

async function* toAsync<T>(rows: readonly T[]) {
  yield* rows;
}

const unescaped: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

/** Parses like the most easily confused reader: any kind of line break ends a record. */
function cells(output: string, delimiter = ','): string[][] {
  if (delimiter === ',') return parse(output, { record_delimiter: ['\r\n', '\n', '\r'] });
  const lines = output.split(/[\r\n]/).slice(0, -1);
  const value = (text: string) => text.replace(/\\(.)/g, (_, letter) => unescaped[letter] ?? '?');
  return lines.map((line) => line.split('\t').map(value));
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '－1'];

test('a tsv keeps its own escapes where controls are made visible', async () => {
  const rows = [{ notes: 'a\rb\r\nc\td\u001be' }];
  const shown = await written(rows, { format: 'tsv', header: false, safe: visibleLines });
  expect(shown).toBe('a\\rb\\r\\nc\\td\\x1be\n');
});

describe.each([
  ['csv', ','],
  ['tsv', '\t'],
] as const)('%s', (format, delimiter) => {
  test.each(formulas)('%j is no longer a formula', async (notes) => {
    // tsv writes a tab or carriage return with a backslash, which doesn't start a formula.
    const isEscaped = format === 'tsv' && /^[\t\r]/.test(notes);
    expect(cells(await written([{ notes }], { format }), delimiter)).toEqual([
      ['notes'],
      [isEscaped ? notes : `'${notes}`],
    ]);
    expect(cells(await written([{ notes }], { format, rawCsv: true }), delimiter)).toEqual([
      ['notes'],
      [notes],
    ]);
  });

  test('every text reads back as it was written', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\r\n', '\n,\t', ''),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1 }), async (texts) => {
        const rows = texts.map((notes) => ({ notes, total: 1 }));
        const output = await written(rows, { format, rawCsv: true, fields: ['notes', 'total'] });
        expect(cells(output, delimiter)).toEqual([
          ['notes', 'total'],
          ...texts.map((one) => [one, '1']),
        ]);
      }),
    );
  });

  test('no text starts a formula, and nothing else is changed', async () => {
    const anyText = fc
      .tuple(fc.constantFrom('', ...'=+-@\t\r'), fc.string())
      .map((two) => two.join(''));
    await fc.assert(
      fc.asyncProperty(anyText, async (notes) => {
        const [, [cell = ''] = []] = cells(
          await written([{ notes, total: 1 }], { format, fields: ['notes', 'total'] }),
          delimiter,
        );
        expect(cell).not.toMatch(format === 'csv' ? /^[=+\-@\t\r]/ : /^[=+\-@]/);
        expect([notes, `'${notes}`]).toContain(cell);
      }),
    );
  });
});

test('writes tsv as one line per record, without quotes', async () => {
  const notes = 'a\tb\nc\rd\\e "f"';
  const output = await written([{ notes, total: 1 }], {
    format: 'tsv',
    fields: ['notes', 'total'],
  });
  expect(output).toBe('notes\ttotal\na\\tb\\nc\\rd\\\\e "f"\t1\n');
});

test('can omit the header', async () => {
  expect(await written([{ notes: 'a' }], { header: false })).toBe('a\r\n');
});

test('does not treat numbers as formulas, even negative numbers and negative dollars', async () => {
  const row = { notes: -5, total: -5, cashback: { rewardAmount: -100, rewardType: 'cashback' } };
  const fields = ['notes', 'total', 'cashback.rewardAmount'];
  expect(cells(await written([row], { fields }))[1]).toEqual(['-5', '-5', '-100']);
  expect(cells(await written([row], { fields, money: 'dollars' }))[1]).toEqual([
    '-5',
    '-0.05',
    '-1.00',
  ]);
});

test('converts only money to dollars', async () => {
  const row = {
    notes: 1234,
    total: 1234,
    cashback: { rewardAmount: 1234, rewardType: 'points_miles' },
    orderLineItems: [{ unitPrice: 100 }, { unitPrice: null }, { unitPrice: 2550 }],
  };
  const fields = [
    'notes',
    'total',
    'cashback.rewardAmount',
    'orderLineItems.unitPrice',
    'orderLineItems.2.unitPrice',
    'orderLineItems',
  ];
  expect(cells(await written([row], { fields, money: 'dollars' }))[1]).toEqual([
    '1234',
    '12.34',
    '1234',
    '1.00;;25.50',
    '25.50',
    '[{"unitPrice":1.00},{"unitPrice":null},{"unitPrice":25.50}]',
  ]);
});

test('leaves the cell of an absent value empty, and invalid money as sent', async () => {
  const rows = [{ total: null }, {}, { total: 12.5 }, { total: 'free' }, { total: 2 ** 60 }];
  expect(cells(await written(rows, { fields: ['total'], money: 'dollars' })).flat()).toEqual([
    'total',
    '',
    '',
    '12.5',
    'free',
    String(2 ** 60),
  ]);
});

test('writes the header of an empty list too, and ends lines as in RFC 4180', async () => {
  expect(await written([])).toBe('notes\r\n');
  expect(await written([], { format: 'tsv' })).toBe('notes\n');
});

test('writes any number of cents as the same amount in dollars', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = dollars(cents);
      expect(text).toMatch(/^-?\d+\.\d\d$/);
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(cents));
      expect(dollarsForPeople(cents).replace(/[$,]/g, '')).toBe(text);
      expect(dollarsForPeople(cents)).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d\d$/);
    }),
  );
});
