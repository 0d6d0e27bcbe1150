import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/types';
import type { RequestCredentials } from '../../src/http/exchange';
import { Secret } from '../../src/secrets/secret';
import { type FaultyService, jsonResponse, startFaultyService } from '../support/faulty-service';
import { accountApi, all, networkTime, recordingReporter, sandboxPair } from './account-api';

let faulty: FaultyService;
const apis: Api[] = [];

beforeAll(async () => {
  faulty = await startFaultyService();
  await faulty.service.seed({ orders: 2000, giftcards: 0, cards: 0, seed: 1 });
});
afterAll(() => faulty.stop());
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
  faulty.requests.splice(0);
});

type Given = Partial<Parameters<typeof accountApi>[0]>;
function open(given: Given = {}): Api {
  const api = accountApi({ baseUrl: faulty.baseUrl, ...given });
  apis.push(api);
  return api;
}

const error = (code: string) => ({ error: { code, message: `it is ${code}` } });
const limited = (headers: Record<string, string> = {}) => ({
  instead: jsonResponse(429, error('rate_limited'), headers),
});
const responded = (status: number, code: string) => ({
  instead: jsonResponse(status, error(code)),
});

/** 1,000 rows in requests of 50, four at a time, until one of them fails, as in an upload. */
async function upload(api: Api): Promise<unknown> {
  const batches = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 50 }, (__, row) => ({
      retailer: 'Target',
      orderNumber: `n${batch}-${row}`,
      trackingNumber: `t${batch}-${row}`,
    })),
  );
  let failed: unknown;
  const worker = async () => {
    for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
      if (failed !== undefined) return;
      await api.addShipments(next).catch((thrown) => {
        failed ??= thrown;
      });
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return failed;
}

describe('a 429 is waited out', () => {
  const date = 'Fri, 21 Nov 2025 12:00:00 GMT';
  test.each<[string, Record<string, string>, number]>([
    ['without a header', {}, 5000],
    ['with seconds', { 'retry-after': '7' }, 7000],
    ['with a date', { date, 'retry-after': 'Fri, 21 Nov 2025 12:00:09 GMT' }, 9000],
    ['with a date past', { date, 'retry-after': 'Fri, 21 Nov 2025 11:59:00 GMT' }, 1000],
    ['with zero', { 'retry-after': '0' }, 1000],
    ['with a negative number', { 'retry-after': '-3' }, 5000],
    ['with garbage', { 'retry-after': 'a while' }, 5000],
    ['with 1e9', { 'retry-after': '1e9' }, 5000],
  ])('%s', async (_, headers, wait) => {
    const time = networkTime(() => 0);
    const reporter = recordingReporter('none');
    let refusals = 1;
    faulty.plan(() => (refusals-- > 0 ? limited(headers) : undefined));
    const { data } = await open({ time, reporter }).creditCards.page({ limit: 1, offset: 0 });
    expect(data).toHaveLength(1);
    expect(time.waits).toEqual([wait]);
    expect(reporter.notices).toEqual([`Rate limited by the service: retrying in ${wait / 1000} s`]);
  });

  test('creates too: nothing was created', async () => {
    let refusals = 3;
    faulty.plan(() => (refusals-- > 0 ? limited() : undefined));
    const { recovered } = await open().buyingGroupOrders.create({
      orderNumber: 'limited-1',
      orderDate: '2025-11-01',
      retailer: 'Target',
      buyingGroup: 'bfmr',
      orderLineItems: [{ description: 'x', unitPrice: 1, quantity: 1 }],
    });
    expect(recovered).toBe(false);
    expect(faulty.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
  });

  test('a wait of 1000000000 seconds: exit 9 after one request', async () => {
    const time = networkTime();
    faulty.plan(() => limited({ 'retry-after': '1000000000' }));
    await expect(open({ time }).creditCards.page({ limit: 1, offset: 0 })).rejects.toMatchObject({
      ending: 'rateLimited',
      code: 'rate_limited',
      status: 429,
      hint: expect.stringContaining('--max-wait'),
    });
    expect(faulty.requests).toHaveLength(1);
    expect(time.waits).toEqual([]);
  });

  test('four workers pause together, one goes first, and the pace recovers step by step', async () => {
    const time = networkTime(() => 0);
    const sideBySide: number[] = [];
    let underWay = 0;
    // The first page is requested alone; the four after it are refused all at once.
    const refused = [2, 3, 4, 5];
    faulty.plan(() => {
      underWay++;
      sideBySide.push(underWay);
      return {
        before: async () => {
          // Every request allowed through has arrived by then.
          for (let turn = 0; turn < 20; turn++) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          underWay--;
        },
        ...(refused.includes(sideBySide.length) ? limited() : {}),
      };
    });
    const orders = await all(open({ time }).buyingGroupOrders.each({ limit: 1500 }));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1500);
    // Each waits, at the same time.
    expect(new Set(time.waits)).toEqual(new Set([5000]));
    expect(time.clock.monotonic()).toBe(5000);
    expect(sideBySide.slice(0, 5)).toEqual([1, 1, 2, 3, 4]);
    const [probe, ...after] = sideBySide.slice(5);
    expect(probe).toBe(1);
    expect(after.slice(0, 2)).toEqual([1, 2]);
    expect(after.indexOf(3)).toBeLessThan(after.indexOf(4));
    expect(Math.max(...after)).toBe(4);
  });
});

describe('the service stays unavailable', () => {
  test('429 forever: 1,000 rows take at most 20 requests, and end in 9', async () => {
    faulty.plan(() => limited());
    expect(await upload(open({ time: networkTime(() => 0) }))).toMatchObject({
      ending: 'rateLimited',
    });
    expect(faulty.requests.length).toBeLessThanOrEqual(20);
    expect(faulty.requests.length).toBeGreaterThan(15);
  });

  test.each([
    [500, 'unknown'],
    [503, 'unavailable'],
  ])('%i forever: at most 20 requests, and %s', async (status, ending) => {
    faulty.plan(() => responded(status, 'internal_error'));
    const time = networkTime();
    expect(await upload(open({ time }))).toMatchObject({ ending, status });
    expect(faulty.requests.length).toBeLessThanOrEqual(20);
    expect(time.waits.length).toBe(10);
  });

  test('--retries 0 tries once', async () => {
    faulty.plan(() => responded(503, 'internal_error'));
    const read = open({ retries: 0 }).creditCards.page({ limit: 1, offset: 0 });
    await expect(read).rejects.toMatchObject({ ending: 'unavailable' });
    expect(faulty.requests).toHaveLength(1);
  });
});

describe('the account loses access', () => {
  /** Lets five responses through, then refuses. */
  function afterFive(status: number, code: string) {
    let responses = 0;
    faulty.plan(() => (responses++ < 5 ? undefined : responded(status, code)));
  }

  test.each([
    [401, 'unauthorized', 'unauthorized'],
    [403, 'plan_required', 'planRequired'],
  ])('%i %s during a run: no requests after those in progress', async (status, code, ending) => {
    afterFive(status, code);
    const api = open();
    await expect(all(api.buyingGroupOrders.each())).rejects.toMatchObject({ ending });
    expect(faulty.requests.length).toBeLessThanOrEqual(5 + 4);
    const before = faulty.requests.length;
    await expect(api.creditCards.page({ limit: 1, offset: 0 })).rejects.toMatchObject({ ending });
    expect(faulty.requests).toHaveLength(before);
  });

  test('403 for another reason ends one request, not the run', async () => {
    faulty.plan(({ path }) =>
      path.includes('credit-cards') ? responded(403, 'forbidden') : undefined,
    );
    const api = open();
    const read = api.creditCards.page({ limit: 1, offset: 0 });
    await expect(read).rejects.toMatchObject({ ending: 'refused' });
    expect((await api.buyingGroupOrders.page({ limit: 1, offset: 0 })).data).toHaveLength(1);
  });

  describe('the credentials are read again', () => {
    function source(fresh: typeof sandboxPair | undefined): RequestCredentials {
      let current = { ...sandboxPair, apiSecret: new Secret('sandbox_secret_stale') };
      return {
        current: async () => current,
        renewed: async (refused) => {
          current = fresh ?? current;
          return current !== refused;
        },
      };
    }

    test('rotated: the run continues, whichever of four workers noticed', async () => {
      faulty.plan(() => undefined);
      const credentials = source(sandboxPair);
      const api = open({ credentials });
      const pages = await Promise.all(
        [0, 1, 2, 3].map((offset) => api.buyingGroupOrders.page({ limit: 1, offset })),
      );
      expect(pages.flatMap(({ data }) => data)).toHaveLength(4);
    });

    test('not rotated: exit 4', async () => {
      faulty.plan(() => undefined);
      const credentials = source(undefined);
      const api = open({ credentials });
      const read = () => api.creditCards.page({ limit: 1, offset: 0 });
      await expect(read()).rejects.toMatchObject({ ending: 'unauthorized' });
      await expect(read()).rejects.toMatchObject({ ending: 'unauthorized' });
      expect(faulty.requests).toHaveLength(1);
    });

    test('rotated, and refused again: exit 4', async () => {
      faulty.plan(() => responded(401, 'unauthorized'));
      const credentials = source(sandboxPair);
      const read = open({ credentials }).creditCards.page({ limit: 1, offset: 0 });
      await expect(read).rejects.toMatchObject({ ending: 'unauthorized' });
      expect(faulty.requests).toHaveLength(2);
    });
  });
});

describe('an interruption', () => {
  test('ends a wait at once, with its own reason', async () => {
    faulty.plan(() => limited());
    const interruption = new AbortController();
    const time = networkTime();
    const sleep: typeof time.sleep = (milliseconds, signal) => {
      if (milliseconds < 10_000) interruption.abort(new Error('interrupted'));
      return time.sleep(milliseconds, signal);
    };
    const api = open({ time: { ...time, sleep }, interruption: interruption.signal });
    await expect(api.creditCards.page({ limit: 1, offset: 0 })).rejects.toThrow('interrupted');
    expect(faulty.requests).toHaveLength(1);
  });

  test('ends a read', async () => {
    const interruption = new AbortController();
    faulty.plan(() => ({ instead: () => interruption.abort(new Error('interrupted')) }));
    const api = open({ interruption: interruption.signal });
    await expect(api.creditCards.page({ limit: 1, offset: 0 })).rejects.toThrow('interrupted');
  });

  test('lets a write in progress finish, and no other start', async () => {
    const interruption = new AbortController();
    faulty.plan(({ method }) =>
      method === 'PATCH'
        ? { before: () => interruption.abort(new Error('interrupted')) }
        : undefined,
    );
    const api = open({ interruption: interruption.signal });
    const [order] = (await open().buyingGroupOrders.page({ limit: 1, offset: 0 })).data;
    const settled = await api.buyingGroupOrders.update(order?.id ?? '', { notes: 'settled' });
    expect(settled.data.notes).toBe('settled');
    const another = api.buyingGroupOrders.update(order?.id ?? '', { notes: 'never' });
    await expect(another).rejects.toThrow('interrupted');
  });

  test('stops a write that has not been sent yet', async () => {
    faulty.plan(() => undefined);
    const interruption = new AbortController();
    const api = open({ interruption: interruption.signal });
    const beforeTry = () => interruption.abort(new Error('interrupted'));
    const shipment = { retailer: 'x', orderNumber: 'y', trackingNumber: 'z' };
    await expect(api.addShipments([shipment], { beforeTry })).rejects.toThrow('interrupted');
    expect(faulty.requests).toEqual([]);
  });

  test('a write whose response is lost meanwhile has an unknown outcome', async () => {
    const interruption = new AbortController();
    faulty.plan(({ method }) => {
      if (method !== 'POST') return undefined;
      return {
        instead: (socket) => {
          interruption.abort(new Error('interrupted'));
          socket.resetAndDestroy();
        },
      };
    });
    const api = open({ interruption: interruption.signal });
    const shipment = { retailer: 'x', orderNumber: 'y', trackingNumber: 'z' };
    await expect(api.addShipments([shipment])).rejects.toMatchObject({ ending: 'unknown' });
  });
});
