import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/tier';
import { writeDelimited } from '../../../output/delimited';
import type { Sink } from '../../../output/sink';
import { buyingGroupKind } from '../kinds';
import { orderView } from '../view';
import { readUpdateRows, type UpdateItem } from './update-rows';

const clearable = buyingGroupKind.fields.filter(({ field }) => field === 'notes');

async function read(text: string, { clear = false } = {}) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const rows = await readUpdateRows(
    { name: 'updates.csv', chunks: chunks() },
    {
      kind: buyingGroupKind,
      unit: 'cents',
      today: '2026-03-01',
      by: undefined,
      clear: clear ? clearable : [],
    },
  );
  const drafts = [];
  for await (const chunk of rows.drafts) drafts.push(...chunk);
  return { ...rows, drafts };
}

const items = async (text: string, options = {}): Promise<readonly UpdateItem[]> =>
  (await read(text, options)).drafts.map(({ item }) => item);

test('headers are service or flag names in any case, and empty cells are left out', async () => {
  expect(await items('Order,order-number,Earn Rate,TAX,orderDate\nA,B,1.5,,today\n')).toEqual([
    { order: 'A', body: { orderNumber: 'B', cardEarnRate: 1.5, orderDate: '2026-03-01' } },
  ]);
});

test('an empty cell clears the field if --clear names it', async () => {
  const text = 'order,notes,tax\nA,,5\nB,x,\n';
  expect(await items(text, { clear: true })).toEqual([
    { order: 'A', body: { notes: null, tax: 5 } },
    { order: 'B', body: { notes: 'x' } },
  ]);
});

test('columns that waybill added to a rejects file are ignored in the next input', async () => {
  const { header, drafts } = await read('order,notes,waybill_line,waybill_message\nA,x,2,why\n');
  expect(header).toEqual(['order', 'notes']);
  expect(drafts).toMatchObject([{ item: { body: { notes: 'x' } }, cells: ['A', 'x'] }]);
});

test('removes the mark that keeps a spreadsheet from running a cell', async () => {
  expect(await items("order,notes\nA,'=1+1\n")).toEqual([{ order: 'A', body: { notes: '=1+1' } }]);
});

test('a row of empty cells changes nothing, whatever other rows change', async () => {
  const { drafts } = await read('order,notes\nA,\nA,x\nB,\nA,\n');
  expect(drafts.map(({ item, invalid }) => [item.body, invalid])).toEqual([
    [{}, undefined],
    [{ notes: 'x' }, undefined],
    [{}, undefined],
    [{}, undefined],
  ]);
});

test('a tsv export is one whatever its cells look like', async () => {
  expect(await items('orderNumber\tnotes\nN0\t"\nN1\ta,b\nN2\tc,d\n')).toEqual([
    { order: 'N0', body: { notes: '"' } },
    { order: 'N1', body: { notes: 'a,b' } },
    { order: 'N2', body: { notes: 'c,d' } },
  ]);
});

test.each(['csv', 'tsv'] as const)('reads what a %s export contains', async (format) => {
  const marks = ["'", '"', '=', '-', '\\', '\t', '\n', '\r', 'n', 't', ',', 'é'];
  const notes = fc.string({ unit: fc.constantFrom(...marks), minLength: 1, maxLength: 6 });
  // The service ignores spaces around a text, and doubled quotes are taken for a spreadsheet's.
  const isKept = (text: string) => text.trim() === text && !/^".*"".*"$/s.test(text);
  const view = orderView(buyingGroupKind);
  await fc.assert(
    fc.asyncProperty(fc.array(notes.filter(isKept)), async (texts) => {
      const written: string[] = [];
      const sink = { write: async (text: string) => void written.push(text), closed: false };
      async function* orders() {
        yield* texts.map((text, index) => ({ orderNumber: `N${index}`, notes: text }));
      }
      await writeDelimited(sink as unknown as Sink, orders() as never, view, {
        ...{ format, fields: ['orderNumber', 'notes'], money: 'cents', rawCsv: false },
        ...{ header: true, safe: (text: string) => text },
      });
      if (texts.length === 0) return;
      expect(await items(written.join(''))).toEqual(
        texts.map((text, index) => ({ order: `N${index}`, body: { notes: text } })),
      );
    }),
    { numRuns: runs(500) },
  );
});

test('refuses two rows that change one order differently, but accepts the same row twice', async () => {
  const { drafts } = await read('order,notes\nA,x\nB,x\nA,x\nA,y\n');
  expect(drafts.map(({ invalid }) => invalid?.message)).toEqual([
    undefined,
    undefined,
    undefined,
    'line 2 changes the same order: put both in one row',
  ]);
});

test('an id in upper case is the same order', async () => {
  const id = '0d9c3a52-4a7b-4c11-9a55-2f60e7c4b1de';
  const { drafts } = await read(`id,notes\n${id},first\n${id.toUpperCase()},second\n`);
  expect(drafts.map(({ item }) => item.order)).toEqual([id, id]);
  expect(drafts[1]?.invalid?.message).toContain('changes the same order');
});

test('a row sends its filled cells and nothing else', async () => {
  const cell = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined });
  const row = fc.record({ shipping: cell, tax: cell, discount: cell });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const lines = rows.map(
        ({ shipping = '', tax = '', discount = '' }, index) =>
          `${index},${shipping},${tax},${discount}`,
      );
      const { drafts } = await read(`order,shipping,tax,discount\n${lines.join('\n')}\n`);
      expect(drafts).toHaveLength(rows.length);
      for (const [index, { item, invalid }] of drafts.entries()) {
        const expected = Object.fromEntries(
          Object.entries(rows[index] ?? {}).filter(([, value]) => value !== undefined),
        );
        expect(item.body).toEqual(expected);
        expect(invalid).toBeUndefined();
      }
    }),
    { numRuns: runs(300) },
  );
});
