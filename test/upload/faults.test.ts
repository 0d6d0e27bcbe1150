import { describe, expect, test } from 'vitest';
import type { Shipment } from '../../src/contract/bodies';
import { type Ending, exitCodes } from '../../src/exit-codes';
import { Failure } from '../../src/failure';
import { Interruption } from '../../src/world';
import { MemoryDisk } from './memory-disk';
import { SimulatedService } from './simulated-service';
import { machine, simulate } from './simulation';

const orders = [{ orderNumber: 'BBY-1', retailer: 'Best Buy' }];

/** 120 rows, the 61st of which matches no order. */
const shipments: readonly Shipment[] = Array.from({ length: 120 }, (_, row) => ({
  retailer: 'Best Buy',
  orderNumber: row === 60 ? 'BBY-2' : 'BBY-1',
  trackingNumber: `T${row}`,
}));

function fixture() {
  const disk = new MemoryDisk();
  const service = new SimulatedService(orders, 'bare');
  const { next } = machine();
  const run = (more: Partial<Parameters<typeof simulate>[0]> = {}) =>
    simulate({ disk, service, shipments, processes: next(), concurrency: 2, ...more });
  return { disk, service, run };
}

async function uninterrupted() {
  const { disk, service, run } = fixture();
  let changes = 0;
  disk.beforeChange = () => {
    changes++;
  };
  await run();
  return { changes, results: disk.text('/results.csv'), contents: service.contents() };
}

describe.each(['ENOSPC', 'EIO', 'EACCES'])('a disk that fails with %s', (code) => {
  test('exits with 14 wherever it fails, says what to do, sends nothing more, and can be resumed', async () => {
    const whole = await uninterrupted();
    expect(whole.changes).toBeGreaterThan(50);
    const wrong: string[] = [];
    for (let at = 1; at <= whole.changes; at++) {
      const { disk, service, run } = fixture();
      let change = 0;
      let failedAt: string | undefined;
      let sentBefore = 0;
      disk.beforeChange = (what, path) => {
        change++;
        if (change !== at) return;
        failedAt = `${what} ${path}`;
        // Earlier requests have arrived by the time they are counted.
        sentBefore = service.requests.length;
        throw Object.assign(new Error(code), { code });
      };
      const ended = await run().catch((error: Failure) => error);
      const sent = service.requests.length - sentBefore;
      // An upload that only could not write its results has a summary.
      const why = ended instanceof Failure ? ended : ended.stopped;
      const isLocal =
        why instanceof Failure && exitCodes[why.ending].code === 14 && why.hint !== undefined;
      disk.beforeChange = () => {};
      await run();
      const same =
        disk.text('/results.csv') === whole.results &&
        service.contents().join() === whole.contents.join();
      if (!isLocal || sent > 0 || !same)
        wrong.push(`${at} ${failedAt}: ${ended}, ${sent} sent, same: ${same}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What the service responds to one request, and how the run ends. */
const troubles: readonly (readonly [string, Failure, Ending])[] = (
  [
    ['401', 'unauthorized', 401],
    ['403 plan_required', 'planRequired', 403],
    ['403 with another code', 'refused', 403],
    ['429 that outlasts the waiting', 'rateLimited', 429],
    ['503 that outlasts the retries', 'unavailable', 503],
    ['a redirect', 'unexpectedResponse', 302],
  ] as const
).map(([name, ending, status]) => [
  name,
  new Failure({ ending, status, code: 'trouble', message: name }),
  ending,
]);

describe("a failure that is not a row's fault", () => {
  test.each(troubles)('%s stops the run and is blamed on no row', async (_, failure, ending) => {
    const { service, run } = fixture();
    let requests = 0;
    service.beforeRequest = () => {
      requests++;
      if (requests === 2) throw failure;
    };
    const stopped = await run({ concurrency: 1 });
    expect(stopped).toMatchObject({ stopped: failure, ending });
    expect(stopped.summary).toMatchObject({ added: 50, rejected: 0, unknown: 0, notSent: 70 });
    expect(requests).toBe(2);
    service.beforeRequest = () => {};
    const { summary } = await run();
    expect(summary).toMatchObject({ added: 119, rejected: 1, notSent: 0 });
  });

  test('an unreadable response to a reading says nothing about a request that was not sent', async () => {
    const { service, run } = fixture();
    service.addShipments = async () => {
      const parts = { code: 'shape', message: 'no orders', status: 200 };
      throw new Failure({ ending: 'unexpectedResponse', ...parts });
    };
    const stopped = await run({ concurrency: 1 });
    expect(stopped).toMatchObject({ ending: 'unexpectedResponse' });
    expect(stopped.summary).toMatchObject({ unknown: 0, notSent: 120, requests: 0 });
  });

  test('orders that cannot be read stop a run that began, and the next one resumes it', async () => {
    const { service, run } = fixture();
    const unread = new Failure({ ending: 'unavailable', code: 'down', message: 'no orders' });
    const lost = new Failure({ ending: 'unknown', code: 'lost', message: 'no answer' });
    service.afterRequest = () => {
      if (service.requests.length === 1) throw lost;
    };
    await run({ concurrency: 1 });
    service.afterRequest = () => {};
    const stopped = await run({ hindrance: () => unread });
    expect(stopped).toMatchObject({ stopped: unread, summary: { unknown: 50, notSent: 70 } });
    expect(service.requests).toHaveLength(1);
    expect((await run()).summary).toMatchObject({ added: 119, rejected: 1, unknown: 0 });
    // With nothing left to send, nothing is missing.
    expect(await run({ hindrance: () => unread })).toMatchObject({
      stopped: undefined,
      earlier: expect.stringContaining('at '),
    });
  });

  test('a lost response leaves its rows unknown, exit 11, and the next run sends them again', async () => {
    const { service, run } = fixture();
    const lost = new Failure({ ending: 'unknown', code: 'lost', message: 'no answer' });
    service.afterRequest = () => {
      if (service.requests.length === 1) throw lost;
    };
    const stopped = await run({ concurrency: 1 });
    expect(stopped).toMatchObject({ stopped: lost, ending: 'unknown' });
    expect(stopped.summary).toMatchObject({ unknown: 50, notSent: 70 });
    service.afterRequest = () => {};
    const { summary } = await run();
    expect(summary).toMatchObject({ added: 119, rejected: 1, unknown: 0 });
  });

  test('unknown rows are exit 11 even if the results could not be written either', async () => {
    const { disk, service, run } = fixture();
    service.afterRequest = () => {
      throw new Failure({ ending: 'unknown', code: 'lost', message: 'no answer' });
    };
    disk.beforeChange = (_, path) => {
      const isFull = service.requests.length > 0 && path.includes('results.csv');
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const { ending, stopped } = await run({ concurrency: 1 });
    expect({ ending, stopped }).toMatchObject({
      ending: 'unknown',
      stopped: { ending: 'unknown', message: expect.stringMatching(/50 rows/) },
    });
  });

  test('results that cannot be written at the end: exit 14, and the rows are summed up', async () => {
    const { disk, service, run } = fixture();
    disk.beforeChange = (_, path) => {
      const isHeld = service.requests.length > 0 && path.includes('results.csv');
      if (isHeld) throw Object.assign(new Error('held'), { code: 'EBUSY' });
    };
    const first = await run();
    expect(first).toMatchObject({
      ending: 'localFile',
      stopped: { message: expect.stringContaining('another program has it open') },
      summary: { rows: 120, added: 119, rejected: 1, resultsFile: null },
      reported: { refused: 1 },
    });
    const sent = service.requests.length;
    disk.beforeChange = () => {};
    const { summary } = await run();
    expect(summary).toMatchObject({ added: 119, rejected: 1, resultsFile: '/results.csv' });
    expect(service.requests).toHaveLength(sent);
  });

  test('a refusal after a lost response: what was added then was not there before', async () => {
    const { service, run } = fixture();
    const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 20);
    const matches = service.matches.bind(service);
    const api = service.api();
    let isFirst = true;
    service.api = () => ({
      ...api,
      addShipments: async (rows, options) => {
        if (!isFirst) return api.addShipments(rows, options);
        isFirst = false;
        // Carried out, but the response is lost; an order is changed before the same request again.
        await api.addShipments(rows, options);
        service.matches = (one) => one.trackingNumber !== 'T7' && matches(one);
        return api.addShipments(rows).catch((refusal: Failure) => {
          throw refusal.with({ afterLoss: true });
        });
      },
    });
    const { summary } = await run({ shipments: good });
    expect(summary).toMatchObject({ added: 19, alreadyPresent: 0, rejected: 1 });
  });

  test('a count beyond the rows sent is exit 13, and its rows are accepted', async () => {
    const { service, run } = fixture();
    const api = service.api();
    service.api = () => ({
      ...api,
      addShipments: async (rows, options) => {
        await api.addShipments(rows, options);
        return { addedCount: 51, repeated: false };
      },
    });
    const stopped = await run({ concurrency: 1 });
    expect(stopped.ending).toBe('unexpectedResponse');
    expect(stopped.summary).toMatchObject({ accepted: 50, notSent: 70 });
  });
});

test.each([0, 1, 50])(
  '--verify settles what a senseless count left open; %i were there',
  async (there) => {
    const { service, run } = fixture();
    const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 50);
    for (const one of good.slice(0, there)) service.put(one);
    const api = service.api();
    service.api = () => ({
      ...api,
      addShipments: async (rows, options) => {
        await api.addShipments(rows, options);
        return { addedCount: 999, repeated: false };
      },
    });
    const stopped = await run({ shipments: good, verify: true });
    expect(stopped.ending).toBe('unexpectedResponse');
    const sentBefore = service.requests.length;
    const again = await run({ shipments: good, verify: true });
    expect(again).toMatchObject({
      ending: 'done',
      summary: { accepted: 0, added: 50 - there, alreadyPresent: there },
    });
    expect(service.requests.length).toBe(sentBefore);
  },
);

test('stops and says why after eight rows refused one by one with none accepted', async () => {
  const { service, run } = fixture();
  service.matches = () => false;
  const stopped = await run({ concurrency: 1, shipments: shipments.slice(0, 50) });
  expect(stopped.ending).toBe('unexpectedResponse');
  expect(stopped).toMatchObject({ resumedBy: undefined, summary: { rejected: 8, notSent: 42 } });
  const before = service.requests.length;
  const again = await run({ concurrency: 1, shipments: shipments.slice(0, 50) });
  expect(again.ending).toBe('unexpectedResponse');
  expect(service.requests.length).toBe(before);
  service.matches = () => true;
  const restarted = await run({ concurrency: 1, shipments: shipments.slice(0, 50), restart: true });
  expect(restarted.summary).toMatchObject({ rejected: 0, added: 50 });
});

test('says so on every run if those are all the rows', async () => {
  const { service, run } = fixture();
  service.matches = () => false;
  for (let time = 1; time <= 3; time++) {
    const { ending, summary } = await run({ concurrency: 1, shipments: shipments.slice(0, 8) });
    expect({ ending, ...summary }).toMatchObject({ ending: 'unexpectedResponse', rejected: 8 });
  }
  expect(new Set(service.requests.map(({ rows }) => rows.join())).size).toBe(
    service.requests.length,
  );
});

describe('an interruption', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s settles requests in progress and sends no more',
    async (signal) => {
      const whole = await uninterrupted();
      for (let at = 1; at <= 4; at++) {
        const { disk, service, run } = fixture();
        const controller = new AbortController();
        service.afterRequest = () => {
          if (service.requests.length === at) controller.abort(new Interruption(signal));
        };
        const stopped = await run({ concurrency: 2, interruption: controller.signal });
        expect(stopped.ending).toBe(signal === 'SIGINT' ? 'interrupted' : 'terminated');
        expect(stopped.summary.unknown).toBe(0);
        // The other worker's request was already announced.
        expect(service.requests.length).toBeLessThanOrEqual(at + 1);
        service.afterRequest = () => {};
        await run();
        expect(disk.text('/results.csv')).toBe(whole.results);
      }
    },
  );
});

describe('all or nothing', () => {
  test('sends nothing if a row is invalid', async () => {
    const { service, run } = fixture();
    const broken = shipments.map((one, row) => (row === 3 ? { ...one, orderNumber: '' } : one));
    const done = await run({ shipments: broken, allOrNothing: true });
    expect(done).toMatchObject({ ending: 'usage', summary: { invalid: 1, notSent: 119 } });
    expect(service.requests).toEqual([]);
  });

  test('sends nothing if a row would match no order, and gives the reason', async () => {
    const { disk, service, run } = fixture();
    const done = await run({ allOrNothing: true });
    expect(done).toMatchObject({ ending: 'partly', summary: { rejected: 0, notSent: 120 } });
    expect(service.requests).toEqual([]);
    expect(disk.text('/rejects.csv')).toContain(
      '"BBY-2","T60","62","not_sent"'.replaceAll('"', ''),
    );
    expect(disk.text('/results.csv')).toContain('no_such_order');
  });

  test('stops at a refusal that reading did not foresee; the same command tries again', async () => {
    const { service, run } = fixture();
    const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 50);
    const matches = service.matches.bind(service);
    service.matches = ({ trackingNumber }) => trackingNumber !== 'T7';
    const refused = await run({ shipments: good, allOrNothing: true });
    expect(refused).toMatchObject({ ending: 'partly', summary: { notSent: 50, requests: 1 } });
    service.matches = matches;
    const done = await run({ shipments: good, allOrNothing: true });
    expect(done).toMatchObject({ ending: 'done', summary: { added: 50 } });
  });

  test('a row that an earlier run added stays added, although its order is gone by now', async () => {
    const { run } = fixture();
    const file = shipments.map((one, row) => (row < 50 ? one : { ...one, orderNumber: 'BBY-3' }));
    const later = { orderNumber: 'BBY-3', retailer: 'Best Buy' };
    const before = new SimulatedService([...orders, later], 'bare');
    before.beforeRequest = () => {
      const down = new Failure({ ending: 'unavailable', code: 'down', message: 'down' });
      if (before.requests.length === 1) throw down;
    };
    const begun = await run({ service: before, shipments: file, concurrency: 1 });
    expect(begun).toMatchObject({ ending: 'unavailable', summary: { added: 50, notSent: 70 } });
    const after = new SimulatedService([later], 'bare');
    const done = await run({ service: after, shipments: file, allOrNothing: true });
    expect(done).toMatchObject({ ending: 'done', summary: { added: 120 } });
    expect(after.requests).toHaveLength(2);
  });
});

test('keeps what was accepted if reading back fails, and the next run reads again', async () => {
  const { disk, service, run } = fixture();
  const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 20);
  service.put(good[3] as Shipment);
  let reads = 0;
  service.onRead = () => {
    reads++;
    if (reads === 2) throw new Failure({ ending: 'unavailable', code: 'down', message: 'down' });
  };
  // Known from the earlier reading, and yet open: the count does not match.
  const matches = service.put.bind(service);
  service.put = (one) => (one.trackingNumber === 'T7' ? !matches(one) : matches(one));
  const stopped = await run({ shipments: good, verify: true });
  expect(stopped).toMatchObject({ ending: 'unavailable', summary: { accepted: 19 } });
  const done = await run({ shipments: good, verify: true });
  expect(done).toMatchObject({
    ending: 'done',
    summary: { accepted: 0, alreadyPresent: 1, added: 19 },
  });
  expect(disk.text('/results.csv')).toContain(',T3,already_present,');
});

describe('a number on another order, which the service skips', () => {
  const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 20);

  /** The seventh row's number is on another order. */
  function skipping(others: number) {
    const { disk, run } = fixture();
    const more = Array.from({ length: others }, (_, index) => `OTHER-${index}`);
    const all = [...orders, ...more.map((orderNumber) => ({ orderNumber, retailer: 'Target' }))];
    const service = new SimulatedService(all, 'bare');
    const put = service.put.bind(service);
    put({ retailer: 'Target', orderNumber: 'OTHER-0', trackingNumber: 'T7' });
    service.put = (one) => (one.trackingNumber === 'T7' ? false : put(one));
    return { disk, run: (verify: boolean) => run({ service, shipments: good, verify }) };
  }

  test.each([false, true])('is rejected and the order named; --verify %s', async (verify) => {
    const { disk, run } = skipping(1);
    const { ending, summary } = await run(verify);
    expect({ ending, ...summary }).toMatchObject({ ending: 'partly', added: 19, rejected: 1 });
    expect(disk.text('/results.csv')).toContain(
      ',T7,rejected,on_other_order,"Already on order OTHER-0, not on this one"',
    );
  });

  test('leaves its request accepted until --verify if there are too many orders to read', async () => {
    const { run } = skipping(1001);
    expect((await run(false)).summary).toMatchObject({ accepted: 20, rejected: 0 });
    expect((await run(true)).summary).toMatchObject({ accepted: 0, added: 19, rejected: 1 });
  });
});

test.each([
  ['', false],
  [' with --verify', true],
])('a row that was accepted but is on no order is unknown, and sent again%s', async (_, verify) => {
  const { service, run } = fixture();
  const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 20);
  const put = service.put.bind(service);
  service.put = (one) => (one.trackingNumber === 'T7' ? false : put(one));
  const first = await run({ shipments: good, verify });
  expect(first).toMatchObject({ ending: 'unknown', summary: { added: 19, unknown: 1 } });
  service.put = put;
  const second = await run({ shipments: good });
  expect(second).toMatchObject({ ending: 'done', summary: { added: 20, unknown: 0 } });
  expect(service.requests.at(-1)?.rows).toEqual(['BBY-1 T7']);
});

test('an interruption while reading the orders leaves that to the next run', async () => {
  const { service, run } = fixture();
  const good = shipments.filter(({ orderNumber }) => orderNumber === 'BBY-1').slice(0, 20);
  const put = service.put.bind(service);
  put(good[3] as Shipment);
  // The count does not match what was read before.
  service.put = (one) => (one.trackingNumber === 'T7' ? !put(one) : put(one));
  let reads = 0;
  service.onRead = () => {
    if (++reads === 2) throw new Interruption('SIGINT');
  };
  expect(await run({ shipments: good })).toMatchObject({ ending: 'interrupted' });
  expect((await run({ shipments: good })).summary).toMatchObject({ accepted: 0, added: 19 });
});

test("detects results that can't be written before it sends anything", async () => {
  const { disk, service, run } = fixture();
  await disk.makeFolder('/results.csv');
  await expect(run()).rejects.toMatchObject({ ending: 'localFile' });
  await expect(run({ files: { results: '/nowhere/results.csv' } })).rejects.toMatchObject({
    ending: 'localFile',
  });
  expect(service.requests).toEqual([]);
});

test('a short order list shortens the search, and failing to read it does no harm', async () => {
  const read = fixture();
  const { summary } = await read.run({ concurrency: 1 });
  expect(summary.requests).toBe(5);
  const unread = fixture();
  unread.service.onRead = () => {
    throw new Failure({ ending: 'unavailable', code: 'down', message: 'down' });
  };
  const other = await unread.run({ concurrency: 1 });
  expect(other.summary).toMatchObject({ added: 119, rejected: 1 });
  expect(other.summary.requests).toBeGreaterThan(5);
});
