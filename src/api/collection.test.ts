import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { Failure } from '../failure';
import { type Range, readList } from './collection';
import type { ReadOptions } from './types';

interface Row {
  readonly id: string;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

/** A list that may change between requests: `rows` is called for each one. */
function listOf(rows: (request: number) => readonly Row[]) {
  const asked: Range[] = [];
  let underWay = 0;
  let most = 0;
  const fetchPage = async (range: Range) => {
    asked.push(range);
    const { limit, offset } = range;
    const present = rows(asked.length);
    underWay++;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    return {
      data: present.slice(offset, offset + limit),
      pagination: { limit, offset, totalCount: present.length },
    };
  };
  const read = (options: ReadOptions = {}, lookAhead = 4) =>
    readList({ fetchPage, lookAhead, rows: 'orders' }, options);
  return { asked, read, most: () => most };
}

async function idsOf(rows: AsyncIterable<Row>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('a list that stays as it is', () => {
  test.each<[ReadOptions, Range]>([
    [{ limit: 25 }, { limit: 25, offset: 0 }],
    [
      { limit: 100, offset: 30 },
      { limit: 100, offset: 30 },
    ],
    [
      { limit: 1, offset: 9999 },
      { limit: 1, offset: 9999 },
    ],
  ])('%j takes exactly one request', async (options, range) => {
    const rows = rowsOf(500);
    const { asked, read } = listOf(() => rows);
    const { offset = 0, limit = 0 } = options;
    expect(await idsOf(read(options))).toEqual(ids(rows.slice(offset, offset + limit)));
    expect(asked).toEqual([range]);
  });

  test('pages share one row, which shows that they fit together', async () => {
    const rows = rowsOf(250);
    const { asked, read } = listOf(() => rows);
    expect(await idsOf(read())).toEqual(ids(rows));
    expect(asked).toEqual([
      { offset: 0, limit: 100 },
      { offset: 99, limit: 100 },
      { offset: 198, limit: 100 },
    ]);
  });

  test('returns every row once, in order, whatever the range', async () => {
    const range = fc.record({ count: fc.nat(450), offset: fc.nat(450), limit: fc.nat(450) });
    await fc.assert(
      fc.asyncProperty(range, fc.integer({ min: 1, max: 8 }), async (asked, lookAhead) => {
        const { count, offset, limit } = asked;
        const rows = rowsOf(count);
        const { read } = listOf(() => rows);
        const options = limit === 0 ? { offset } : { offset, limit };
        const end = limit === 0 ? count : offset + limit;
        expect(await idsOf(read(options, lookAhead))).toEqual(ids(rows.slice(offset, end)));
      }),
    );
  });

  test('fetches pages at once, but no more than it may hold', async () => {
    const rows = rowsOf(5000);
    const { read, most } = listOf(() => rows);
    await idsOf(read({}, 8));
    expect(most()).toBe(8);
  });

  test('returns the first rows before it requests the last pages', async () => {
    const rows = rowsOf(5000);
    const { asked, read } = listOf(() => rows);
    for await (const _ of read({}, 4)) break;
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test('reads it twice with --verify', async () => {
    const rows = rowsOf(150);
    const { asked, read } = listOf(() => rows);
    expect(await idsOf(read({ verify: true }))).toEqual(ids(rows));
    expect(asked).toHaveLength(4);
  });

  test('reports progress', async () => {
    const rows = rowsOf(150);
    const { read } = listOf(() => rows);
    const reported: unknown[] = [];
    await idsOf(read({ limit: 120, onProgress: (progress) => reported.push(progress) }));
    expect(reported).toEqual([
      { read: 100, of: 120, total: 150 },
      { read: 120, of: 120, total: 150 },
    ]);
  });

  test('stops reading when a request fails', async () => {
    const { read } = listOf((request) => {
      if (request === 3) throw new Failure({ ending: 'unavailable', code: 'x', message: 'down' });
      return rowsOf(1000);
    });
    await expect(idsOf(read())).rejects.toThrow('down');
  });
});

describe('a list that shifts while it is read', () => {
  const before = rowsOf(300);
  const inserted = [{ id: 'new' }, ...before];

  test('a row inserted at the top: returns all rows, including the new one', async () => {
    const { read } = listOf((request) => (request === 1 ? before : inserted));
    const read_ = await idsOf(read());
    expect(new Set(read_)).toEqual(new Set(ids(inserted)));
    expect(read_).toHaveLength(inserted.length);
  });

  test('a row removed from the top: skips nothing', async () => {
    const { read } = listOf((request) => (request === 1 ? before : before.slice(1)));
    expect(new Set(await idsOf(read()))).toEqual(new Set(ids(before)));
  });

  test('two removed at the top and two added at the end, so that the length stays', async () => {
    const after = [...before.slice(2), { id: 'x' }, { id: 'y' }];
    const { read } = listOf((request) => (request === 1 ? before : after));
    expect(new Set(await idsOf(read()))).toEqual(new Set([...ids(before), 'x', 'y']));
  });

  test('rows that swap places across a page: none is lost or repeated', async () => {
    const swapped = [...before];
    [swapped[5], swapped[120]] = [before[120] as Row, before[5] as Row];
    const { read } = listOf((request) => (request === 1 ? before : swapped));
    const found = await idsOf(read());
    expect(found).toHaveLength(before.length);
    expect(new Set(found)).toEqual(new Set(ids(before)));
  });

  test('notices removed rows although another one moves down', async () => {
    // The first row moves down, the second is removed, and another is added at the end: one row
    // ends up where nothing reads it, on a page that repeats exactly one row.
    const [first, , ...rest] = before as [Row, Row, ...Row[]];
    const after = [...rest.slice(0, 148), first, ...rest.slice(148), { id: 'x' }];
    expect(after).toHaveLength(before.length);
    const { read } = listOf((request) => (request === 1 ? before : after));
    expect(new Set(await idsOf(read()))).toEqual(new Set([...ids(before), 'x']));
  });

  test('reads a list in changing order until it has as many rows as there are', async () => {
    const swapped = [...before];
    [swapped[50], swapped[150]] = [before[150] as Row, before[50] as Row];
    // A pass takes four requests, so each of them finds the two orders at different pages.
    const { read } = listOf((request) => (request % 3 === 1 ? before : swapped));
    const found = await idsOf(read());
    expect(found).toHaveLength(before.length);
    expect(new Set(found)).toEqual(new Set(ids(before)));
  });

  test("can't completely read a list that never stops changing", async () => {
    const { read, asked } = listOf((request) => rowsOf(300 + request));
    await expect(idsOf(read())).rejects.toMatchObject({
      ending: 'unexpectedResponse',
      code: 'list_changed',
    });
    expect(asked.length).toBeLessThan(60);
  });

  test("can't completely read pages that are shorter than their count", async () => {
    const rows = rowsOf(80);
    const read = readList(
      {
        fetchPage: async ({ limit, offset }) => ({
          data: rows.slice(offset, offset + 10),
          pagination: { limit, offset, totalCount: rows.length },
        }),
        lookAhead: 2,
        rows: 'orders',
      },
      {},
    );
    await expect(idsOf(read)).rejects.toMatchObject({ code: 'list_changed' });
  });

  describe('a list that repeats a row instead of another', () => {
    const repeats = (rows: readonly Row[]) =>
      rows.map((row, at) => (at === 1 ? rows[0] : row) as Row);

    test.each<[ReadOptions, string, number]>([
      [{}, 'got 299 of 300', 3 * 4],
      [{ limit: 5 }, 'got 4 of 5', 3],
      [{ limit: 150 }, 'got 149 of 150', 3 * 2],
    ])(
      'in the same way every time, %j: %s after three readings',
      async (options, got, requests) => {
        const { read, asked } = listOf(() => repeats(before));
        const reading = idsOf(read(options));
        await expect(reading).rejects.toMatchObject({ code: 'list_changed', exitCode: 13 });
        await expect(reading).rejects.toThrow(`repeats rows in the list of orders: ${got}`);
        expect(asked).toHaveLength(requests);
      },
    );

    test('but only at first: returns all rows', async () => {
      const { read } = listOf((request) => (request <= 8 ? repeats(before) : before));
      expect(new Set(await idsOf(read()))).toEqual(new Set(ids(before)));
    });

    test('and changes between the readings: ten readings, and not more rows than asked for', async () => {
      const { read, asked } = listOf((request) =>
        repeats([...before.slice(0, 4), { id: `x${request}` }]),
      );
      await expect(idsOf(read({ limit: 100 }))).rejects.toThrow('kept changing');
      expect(asked).toHaveLength(10);
      const some = listOf((request) => repeats([...before.slice(request)]));
      await expect(idsOf(some.read({ limit: 5 }))).rejects.toThrow('of 5, and some may be missing');
    });
  });

  test('keeps to a limit although the list is read twice', async () => {
    const { read } = listOf((request) => (request === 1 ? before : inserted));
    const found = await idsOf(read({ limit: 200 }));
    expect(found).toHaveLength(200);
    expect(new Set(found).size).toBe(200);
  });

  test('whatever is inserted and removed: no id twice, no lasting row missing, or a failure', async () => {
    const change = fc.record({
      at: fc.integer({ min: 1, max: 20 }),
      place: fc.nat(),
      insert: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 420 }),
        fc.array(change, { maxLength: 6 }),
        async (count, changes) => {
          const rows: Row[] = rowsOf(count);
          const lasting = new Set(ids(rows));
          const { read } = listOf((request) => {
            for (const [index, { at, place, insert }] of changes.entries()) {
              if (at !== request) continue;
              const position = place % (rows.length + 1);
              if (insert) rows.splice(position, 0, { id: `n${index}` });
              else for (const { id } of rows.splice(position, 1)) lasting.delete(id);
            }
            return [...rows];
          });
          const found = await idsOf(read());
          expect(new Set(found).size).toBe(found.length);
          const missing = [...lasting].filter((id) => !found.includes(id));
          expect(missing).toEqual([]);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
