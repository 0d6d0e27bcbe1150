import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/types';
import { Failure } from '../../src/failure';
import { type FaultyService, jsonResponse, startFaultyService } from '../support/faulty-service';
import { runs } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';
import { accountApi, all, askInProcess, sandboxPair } from './account-api';

let faulty: FaultyService;
let api: Api;
beforeAll(async () => {
  faulty = await startFaultyService();
  await faulty.service.seed({ orders: 400, giftcards: 120, cards: 5, seed: 3 });
  api = accountApi({ baseUrl: faulty.baseUrl });
});
afterAll(async () => {
  await api.close();
  await faulty.stop();
});
beforeEach(() => {
  faulty.plan(() => undefined);
  faulty.requests.splice(0);
});

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const readAll = async () => idsOf(await all(api.buyingGroupOrders.each()));

/** Every order as the service lists them now, bypassing the wire. */
async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const path = `/buying-group-orders?limit=100&offset=${ids.length}`;
    const { data, pagination } = await askInProcess(faulty.service, path);
    ids.push(...idsOf(data));
    if (ids.length >= pagination.totalCount) return ids;
  }
}

let made = 0;
function insert() {
  const body = {
    orderNumber: `paging-${made++}`,
    orderDate: '2025-11-01',
    retailer: 'Target',
    buyingGroup: 'bfmr',
    orderLineItems: [{ description: 'x', unitPrice: 1, quantity: 1 }],
  };
  return askInProcess(faulty.service, '/buying-group-orders', { method: 'POST', body });
}

describe('the list of the embedded service', () => {
  test('is read in order, from any offset, up to any limit', async () => {
    const ids = await listed();
    expect(await readAll()).toEqual(ids);
    const some = await all(api.buyingGroupOrders.each({ offset: 150, limit: 222 }));
    expect(idsOf(some)).toEqual(ids.slice(150, 372));
    expect(await all(api.buyingGroupOrders.each({ offset: 10_000 }))).toEqual([]);
  });

  test.each([1, 25, 100])('%i orders take one request', async (limit) => {
    expect(await all(api.buyingGroupOrders.each({ limit }))).toHaveLength(limit);
    expect(faulty.requests).toHaveLength(1);
  });

  test('finds orders by their numbers in one pass, which ends with the last of them', async () => {
    const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=20');
    const numbers = data.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
    const found = await api.buyingGroupOrders.findByNumbers([numbers[3], ` ${numbers[7]} `]);
    expect([...found].map(([number, { id }]) => [number, id])).toEqual([
      [numbers[3], data[3].id],
      [` ${numbers[7]} `, data[7].id],
    ]);
    expect(faulty.requests.length).toBeLessThan(5);
    expect(await api.buyingGroupOrders.findByNumbers(['nowhere'])).toEqual(new Map());
    expect(await api.buyingGroupOrders.findByNumbers([])).toEqual(new Map());
  });

  test('stops requesting when the caller stops reading', async () => {
    for await (const _ of api.buyingGroupOrders.each()) break;
    const asked = faulty.requests.length;
    await api.buyingGroupOrders.page({ limit: 1, offset: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(faulty.requests.length).toBe(asked + 1);
  });
});

describe('orders created while the list is read', () => {
  test('returns every order once, including new ones', async () => {
    const when = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(when, async (moments) => {
        let asked = 0;
        faulty.plan(() => (moments.includes(++asked) ? { before: insert } : undefined));
        const read = await readAll();
        faulty.plan(() => undefined);
        expect(new Set(read).size).toBe(read.length);
        expect(new Set(read)).toEqual(new Set(await listed()));
      }),
      { numRuns: runs(25) },
    );
  });

  test('created faster than it can be read: exit 13, after bounded requests', async () => {
    faulty.plan(() => ({ before: insert }));
    await expect(readAll()).rejects.toMatchObject({
      ending: 'unexpectedResponse',
      code: 'list_changed',
    });
    expect(faulty.requests.length).toBeLessThan(150);
  });
});

/** A list of ids only, since the service deletes nothing and keeps its order. */
function serve(rows: (request: number) => readonly string[]): void {
  let asked = 0;
  faulty.plan(({ path }) => {
    const query = new URL(path, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const present = rows(++asked);
    const data = present.slice(offset, offset + limit).map((id) => ({ id }));
    const pagination = { limit, offset, totalCount: present.length };
    return { instead: jsonResponse(200, { data, pagination }) };
  });
}

/** Faults in the count of a list, or in the pages that it promises. */
const wrongCounts = {
  'one too low': { count: (total: number) => total - 1 },
  'that of the first page only': { count: () => 100 },
  'one too high': { count: (total: number) => total + 1 },
  'a billion, with empty pages after the last': { count: () => 1e9 },
  'a billion, and the first page forever': { count: () => 1e9, offset: () => 0 },
  'a billion, and the last page forever': {
    count: () => 1e9,
    offset: (asked: number, total: number) => Math.min(asked, Math.max(0, total - 100)),
  },
  'right, with pages half empty': {
    keep: (rows: readonly unknown[]) => rows.slice(0, rows.length / 2),
  },
  'right, with the first row of a page in the place of its second': {
    keep: (rows: readonly unknown[]) => rows.map((row, at) => (at === 1 ? rows[0] : row)),
  },
} satisfies Record<string, WrongCount>;

interface WrongCount {
  readonly count?: (total: number) => number;
  readonly offset?: (asked: number, total: number) => number;
  readonly keep?: (rows: readonly unknown[]) => readonly unknown[];
}

/** Puts the fault on every list; `pages` counts the requests for each of them. */
function miscount({ count, offset, keep }: WrongCount): Map<string, number> {
  const pages = new Map<string, number>();
  const respond = async (path: string, socket: Socket) => {
    const url = new URL(path, 'http://x');
    const list = url.pathname.replace('/api/v1', '');
    pages.set(list, (pages.get(list) ?? 0) + 1);
    const ask = () => askInProcess(faulty.service, list + url.search);
    const total = (await ask()).pagination.totalCount;
    const asked = Number(url.searchParams.get('offset'));
    url.searchParams.set('offset', String(offset?.(asked, total) ?? asked));
    const { data, pagination } = await ask();
    const changed = { ...pagination, totalCount: count?.(total) ?? total };
    socket.write(jsonResponse(200, { data: keep?.(data) ?? data, pagination: changed }));
  };
  faulty.plan(({ path }) => ({ instead: (socket) => void respond(path, socket) }));
  return pages;
}

describe.each(Object.entries(wrongCounts))('a count that is %s', (_, fault: WrongCount) => {
  test.each(['buyingGroupOrders', 'creditCards', 'requestAll'] as const)(
    '%s: exit 13 after three passes, and everything that arrived was returned',
    async (list) => {
      const pages = miscount(fault);
      const rows =
        list === 'requestAll' ? api.requestAll('/buying-group-orders', {}) : api[list].each();
      const read: unknown[] = [];
      const reading = (async () => {
        for await (const row of rows) read.push(row);
      })();
      await expect(reading).rejects.toMatchObject({ exitCode: 13, code: 'list_changed' });
      expect(read.length).toBeGreaterThan(0);
      // A pass takes at most the list's five pages, and those requested ahead of the last one.
      for (const requests of pages.values()) expect(requests).toBeLessThanOrEqual(3 * (5 + 8));
    },
  );
});

const programEnvironment = () => ({
  WAYBILL_HOME: temporaryHome(),
  WAYBILL_BASE_URL: faulty.baseUrl,
  WAYBILL_API_KEY: sandboxPair.apiKey,
  WAYBILL_API_SECRET: sandboxPair.apiSecret.reveal(),
});

describe.each(['one too high', 'a billion, and the first page forever'] as const)(
  'the program, with lists whose count is %s',
  (name) => {
    const file = join(temporaryHome(), 'shipments.csv');
    writeFileSync(file, 'orderNumber,trackingNumber\nnowhere-1,1Z999AA10123456784\n');
    test.each([
      ['orders', 'list', '--all', '--json'],
      ['orders', 'get', 'nowhere-1', '--json'],
      ['orders', 'update', 'nowhere-1', '--status', 'delivered', '--yes', '--json'],
      ['shipments', 'list', '--json'],
      ['shipments', 'check', file, '--json'],
      ['cards', 'list', '--all', '--json'],
      ['api', 'GET', '/gift-card-orders', '--paginate', '--json'],
      ['sync', '--json'],
    ])('%s %s %s: exit 13, after bounded requests', async (...words) => {
      const pages = miscount(wrongCounts[name]);
      const run = await waybill(words, { env: programEnvironment() });
      expect(run.exitCode).toBe(13);
      expect(run.stderr).not.toContain('Warning');
      expect(JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '').error.message).toContain(
        'does not match its own count',
      );
      for (const requests of pages.values()) expect(requests).toBeLessThanOrEqual(3 * (5 + 8));
    });
  },
);

test.each([
  { words: ['-L', '5'], isAll: false },
  { words: ['--all', '--count', '--status', 'open'], isAll: true },
])(
  'orders list $words, with a row repeated on every page: exit 13 after three readings',
  async ({ words, isAll }) => {
    const total = (await listed()).length;
    const pages = isAll ? 1 + Math.ceil((total - 100) / 99) : 1;
    const wanted = isAll ? total : 5;
    const fault = wrongCounts['right, with the first row of a page in the place of its second'];
    miscount(fault);
    const env = programEnvironment();
    const run = await waybill(['orders', 'list', ...words, '--json', '-v'], { env });
    expect(run.exitCode).toBe(13);
    expect(JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '').error.message).toContain(
      `The service repeats rows in the list of buying group orders: got ${wanted - pages} of ${wanted},`,
    );
    // The server may still get requests that an earlier test has given up.
    expect(run.stderr.match(/^GET /gm)).toHaveLength(3 * pages);
  },
);

const names = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`);
const readGiftCards = async () => idsOf(await all(api.giftCardOrders.each()));

describe('orders removed while the list is read', () => {
  test('never skips an order that stays', async () => {
    const removal = fc.record({ at: fc.integer({ min: 1, max: 10 }), place: fc.nat(349) });
    await fc.assert(
      fc.asyncProperty(fc.array(removal, { maxLength: 5 }), async (removals) => {
        const present = names(350);
        serve((request) => {
          for (const { at, place } of removals) {
            if (at === request) present.splice(place % present.length, 1);
          }
          return [...present];
        });
        const read = await readGiftCards();
        expect(new Set(read).size).toBe(read.length);
        expect(present.filter((id) => !read.includes(id))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('an unstable order', () => {
  /** Ties in a different order at every request: rows of one block swap places at random. */
  function shuffled(block: number, chance: () => number): string[] {
    const rows = names(350);
    for (let from = 0; from < rows.length; from += block) {
      const part = rows.slice(from, from + block).sort(() => chance() - 0.5);
      rows.splice(from, part.length, ...part);
    }
    return rows;
  }

  test.each([2, 10, 60])('ties of %i: complete, or exit 13; never a silent gap', async (block) => {
    let complete = 0;
    for (let run = 0; run < 20; run++) {
      let seed = run + 1;
      const chance = () => {
        seed = Math.imul(seed, 48_271) % 0x7fffffff;
        return Math.abs(seed) / 0x7fffffff;
      };
      serve(() => shuffled(block, chance));
      const read = await readGiftCards().catch((error: unknown) => error);
      if (read instanceof Failure) {
        expect(read.ending).toBe('unexpectedResponse');
        continue;
      }
      complete++;
      expect(new Set(read as string[])).toEqual(new Set(names(350)));
      expect(read).toHaveLength(350);
    }
    expect(complete).toBeGreaterThan(10);
  });
});

test('requests four pages at once all the time, and returns the first rows after the first one', async () => {
  const rows = names(10_000);
  // The first page alone, then pages that share a row with the one before.
  const requests = 1 + Math.ceil((rows.length - 100) / 99);
  const waiting: (() => void)[] = [];
  let responded = 0;
  let trips = 0;
  faulty.plan(({ path }) => {
    const query = new URL(path, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const data = rows.slice(offset, offset + limit).map((id) => ({ id }));
    const body = { data, pagination: { limit, offset, totalCount: rows.length } };
    return {
      instead: (socket) => {
        waiting.push(() => socket.write(jsonResponse(200, body)));
        // Don't respond until as many requests as allowed have arrived: with fewer, this would wait
        // forever.
        if (waiting.length < (responded === 0 ? 1 : Math.min(4, requests - responded))) return;
        responded += waiting.length;
        trips++;
        for (const response of waiting.splice(0)) response();
      },
    };
  });
  let firstRow: number | undefined;
  for await (const _ of api.giftCardOrders.each()) firstRow ??= trips;
  expect(firstRow).toBe(1);
  expect(responded).toBe(requests);
  expect(trips).toBe(1 + Math.ceil((requests - 1) / 4));
});
