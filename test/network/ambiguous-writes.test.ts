import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { settlingTime } from '../../src/api/settle-create';
import type { Settled } from '../../src/api/types';
import type { BuyingGroupOrder } from '../../src/contract/responses';
import { Failure } from '../../src/failure';
import {
  type Fault,
  firstTime,
  jsonResponse,
  startFaultyService,
  wireResponse,
} from '../support/faulty-service';
import { runs } from '../support/tier';
import { accountApi, askInProcess, networkTime } from './account-api';

const faulty = await startFaultyService();
afterAll(() => faulty.stop());
beforeEach(() => {
  faulty.service.reset();
});

const trials = runs(200);
let made = 0;

function newBody(retailer = 'Target') {
  return {
    orderNumber: `settle-${made++}`,
    orderDate: '2025-11-01',
    orderTime: '09:30',
    retailer,
    buyingGroup: 'bfmr',
    status: 'purchased' as const,
    cardEarnRate: 1.2345,
    notes: ' kept ',
    orderLineItems: [
      { description: 'A', unitPrice: 100, quantity: 2 },
      { description: 'A', unitPrice: 100, quantity: 1, model: 'M' },
    ],
  };
}
type Body = ReturnType<typeof newBody>;

/** Every order of either kind with the number: they are among the newest. */
async function ordersWith(orderNumber: string): Promise<readonly { id: string }[]> {
  const lists = await Promise.all(
    ['/buying-group-orders', '/gift-card-orders'].map((path) =>
      askInProcess(faulty.service, `${path}?limit=5`),
    ),
  );
  return lists.flatMap(({ data }) =>
    data.filter((order: { orderNumber: string }) => order.orderNumber === orderNumber),
  );
}

/** Creates an order over the faulty wire: the result, and the orders that exist then. */
async function create(body: Body) {
  const time = networkTime();
  const api = accountApi({ baseUrl: faulty.baseUrl, time });
  const result = await api.buyingGroupOrders
    .create(body)
    .catch((error: Failure) => error)
    .finally(() => api.close());
  return { result, orders: await ordersWith(body.orderNumber), waits: time.waits };
}

const isPost = ({ method }: { readonly method: string }) => method === 'POST';
const lostResponse: Fault = { cutResponse: 0 };
const lostRequest: Fault = { instead: (socket) => socket.resetAndDestroy() };
const unreadable: Fault = { cutResponse: 300, cutBy: 'end' };
const html: Fault = {
  instead: wireResponse(200, { 'content-type': 'text/html', 'content-length': '2' }, 'hi'),
};
/** Complete JSON from something in between, after it passed the request on or without doing so. */
const passedOn: Fault = { instead: jsonResponse(200, { data: {} }), carriedOut: true };
const keptBack: Fault = { instead: jsonResponse(200, { data: {} }) };

function expectMade({ result, orders }: Awaited<ReturnType<typeof create>>) {
  expect(result).not.toBeInstanceOf(Failure);
  const { data, recovered } = result as Settled<BuyingGroupOrder>;
  expect(orders.map(({ id }) => id)).toEqual([data.id]);
  return recovered;
}

describe('a create makes exactly one order', () => {
  test.each<[string, Fault]>([
    ['its response is lost', lostResponse],
    ['its response is cut off', unreadable],
    ['its response has the wrong shape', passedOn],
  ])('if %s: the order is found', async (_, fault) => {
    for (let run = 0; run < trials; run++) {
      if (run % 40 === 0) faulty.service.reset();
      faulty.plan(firstTime(fault, isPost));
      const outcome = await create(newBody());
      expect(expectMade(outcome)).toBe(true);
      expect(outcome.waits).toEqual([]);
    }
  });

  test.each<[string, Fault]>([
    ['it never arrives', lostRequest],
    ['something in between responds', html],
    ['something in between responds with JSON', keptBack],
  ])('if %s: it is sent once more', async (_, fault) => {
    for (let run = 0; run < trials; run++) {
      if (run % 40 === 0) faulty.service.reset();
      faulty.plan(firstTime(fault, isPost));
      const outcome = await create(newBody());
      expect(expectMade(outcome)).toBe(false);
      expect(outcome.waits).toEqual([settlingTime]);
    }
  });

  test('if it is carried out late, whatever was requested by then', async () => {
    const recoveries = new Set<boolean>();
    for (let run = 0; run < trials; run++) {
      if (run % 40 === 0) faulty.service.reset();
      const body = newBody();
      const arrive = () =>
        askInProcess(faulty.service, '/buying-group-orders', { method: 'POST', body });
      // Arrives after this many further requests, or at the very end if there are fewer.
      const arrivesAt = run % 10;
      let asked = -1;
      faulty.plan(() => {
        asked++;
        if (asked === 0) return lostRequest;
        return asked === arrivesAt ? { before: arrive } : undefined;
      });
      const outcome = await create(body);
      recoveries.add(expectMade(outcome));
      await arrive();
      expect(await ordersWith(body.orderNumber)).toHaveLength(1);
    }
    expect(recoveries).toEqual(new Set([true, false]));
  });

  test("or none, if the number goes to someone else's order", async () => {
    const endings = new Set<string>();
    for (let run = 0; run < trials; run++) {
      if (run % 40 === 0) faulty.service.reset();
      const body = newBody();
      const { orderLineItems, buyingGroup: _, ...common } = body;
      const others = [
        ['/buying-group-orders', { ...body, notes: 'of another' }],
        ['/buying-group-orders', { ...body, orderLineItems: orderLineItems.slice(1) }],
        ['/gift-card-orders', { ...common, platform: 'qgcg', orderLineItems }],
      ] as const;
      const [path, foreign] = others[run % others.length] as (typeof others)[number];
      const takesAt = 1 + (run % 8);
      let asked = -1;
      faulty.plan(() => {
        asked++;
        if (asked === 0) return lostRequest;
        const take = () => askInProcess(faulty.service, path, { method: 'POST', body: foreign });
        return asked === takesAt ? { before: take } : undefined;
      });
      const { result, orders } = await create(body);
      expect(orders).toHaveLength(1);
      if (result instanceof Failure) {
        endings.add(result.ending);
        expect(result.message).toContain(body.orderNumber);
      } else {
        endings.add('made');
        expect(orders[0]?.id).toBe(result.data.id);
      }
    }
    expect(endings).toEqual(new Set(['conflict', 'made']));
  });

  test('is not sent again if an order of the other kind has the number', async () => {
    const body = newBody();
    const { buyingGroup: _, ...common } = body;
    const foreign = { ...common, platform: 'qgcg' };
    await askInProcess(faulty.service, '/gift-card-orders', { method: 'POST', body: foreign });
    faulty.plan(firstTime(lostRequest, isPost));
    const before = faulty.requests.length;
    const { result } = await create(body);
    expect(result).toMatchObject({
      ending: 'conflict',
      message: expect.stringContaining('gift card order'),
      hint: expect.stringContaining('waybill giftcards get'),
    });
    expect(faulty.requests.slice(before).filter(isPost)).toHaveLength(1);
  });

  test('does not mistake an identical order from another source for its own', async () => {
    const body = newBody();
    const { data: likeIt } = await askInProcess(faulty.service, '/buying-group-orders', {
      method: 'POST',
      body,
    });
    const page = {
      data: [{ ...likeIt, source: 'email_automation' }],
      pagination: { limit: 100, offset: 0, totalCount: 1 },
    };
    faulty.plan((request) =>
      isPost(request) ? lostRequest : { instead: jsonResponse(200, page) },
    );
    const { result } = await create(body);
    expect(result).toMatchObject({ ending: 'conflict' });
  });

  test.each([
    ['may be its own is not sent again', {}, 1, 'unknown'],
    ['belongs to another order is sent once more', { notes: 'of another' }, 2, undefined],
  ])('whose number in another spelling %s', async (_, change, sent, ending) => {
    const body = newBody();
    const orderNumber = body.orderNumber.replace('-', '').toUpperCase();
    const alike = { ...body, ...change, orderNumber };
    await askInProcess(faulty.service, '/buying-group-orders', { method: 'POST', body: alike });
    faulty.plan(firstTime(lostRequest, isPost));
    const before = faulty.requests.length;
    const { result } = await create(body);
    expect(faulty.requests.slice(before).filter(isPost)).toHaveLength(sent);
    expect(result instanceof Failure ? result.ending : undefined).toBe(ending);
    if (result instanceof Failure) expect(result.message).toContain(orderNumber);
  });

  test('a 5xx is settled, not repeated', async () => {
    const body = newBody();
    faulty.plan(
      firstTime(
        {
          before: () =>
            askInProcess(faulty.service, '/buying-group-orders', { method: 'POST', body }),
          instead: wireResponse(502, { 'content-length': '0' }, ''),
        },
        isPost,
      ),
    );
    const before = faulty.requests.length;
    expect(expectMade(await create(body))).toBe(true);
    expect(faulty.requests.slice(before).filter(isPost)).toHaveLength(1);
  });

  test('is an unknown outcome if lost for good, and says how to find out', async () => {
    faulty.plan(() => lostRequest);
    const body = newBody();
    const { result } = await create(body);
    expect(result).toMatchObject({
      ending: 'unknown',
      message: expect.stringContaining(body.orderNumber),
      hint: expect.stringContaining(`waybill orders get ${body.orderNumber}`),
    });
  });

  test('is not sent without an order number, unless the user accepts the risk', async () => {
    const { orderNumber: _, ...body } = newBody();
    const api = accountApi({ baseUrl: faulty.baseUrl });
    const before = faulty.requests.length;
    await expect(api.buyingGroupOrders.create(body)).rejects.toMatchObject({ ending: 'usage' });
    expect(faulty.requests).toHaveLength(before);
    faulty.plan(() => lostResponse);
    const taken = api.buyingGroupOrders.create(body, { safeRetry: false });
    await expect(taken).rejects.toMatchObject({ ending: 'unknown' });
    expect(faulty.requests).toHaveLength(before + 1);
    await api.close();
  });

  test('a 503 is repeated: nothing was carried out', async () => {
    const unavailable = { instead: wireResponse(503, { 'content-length': '0' }, '') };
    faulty.plan(firstTime(unavailable, isPost));
    const before = faulty.requests.length;
    const { result, orders } = await create(newBody());
    expect(result).toMatchObject({ recovered: false });
    expect(orders).toHaveLength(1);
    expect(faulty.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  test('whatever happens to any request: never makes two, and never claims one that does not exist', async () => {
    const faults: readonly (Fault | undefined)[] = [
      undefined,
      undefined,
      lostResponse,
      lostRequest,
      unreadable,
      html,
      passedOn,
      keptBack,
      { instead: wireResponse(503, { 'content-length': '0' }, '') },
    ];
    const endings = new Map<string, number>();
    const course = fc.array(fc.constantFrom(...faults), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(course, async (steps) => {
        if (made % 40 === 0) faulty.service.reset();
        let asked = 0;
        faulty.plan(() => steps[asked++]);
        const { result, orders } = await create(newBody());
        const ending = result instanceof Failure ? result.ending : 'made';
        endings.set(ending, (endings.get(ending) ?? 0) + 1);
        if (!(result instanceof Failure)) {
          expect(orders.map(({ id }) => id)).toEqual([result.data.id]);
        } else {
          expect(['unknown', 'unavailable', 'unexpectedResponse']).toContain(result.ending);
          expect(orders.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: trials },
    );
    expect(endings.get('made')).toBeGreaterThan(trials / 10);
  });
});

describe('an update whose response is lost', () => {
  async function firstOrder(): Promise<BuyingGroupOrder> {
    const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=1');
    return data[0];
  }

  async function update(id: string, body: object) {
    const api = accountApi({ baseUrl: faulty.baseUrl });
    const before = faulty.requests.length;
    const result = await api.buyingGroupOrders
      .update(id, body)
      .catch((error: Failure) => error)
      .finally(() => api.close());
    const methods = faulty.requests.slice(before).map(({ method }) => method);
    const { data } = await askInProcess(faulty.service, `/buying-group-orders/${id}`);
    return { result, methods, order: data as BuyingGroupOrder };
  }

  const isPatch = ({ method }: { readonly method: string }) => method === 'PATCH';

  test('is read, not repeated: no extra line item', async () => {
    const { id, orderLineItems } = await firstOrder();
    for (let run = 0; run < trials; run++) {
      const kept = orderLineItems.map((item) => ({ id: item.id }));
      const body = {
        orderLineItems: [...kept, { description: `new ${run}`, unitPrice: run, quantity: 1 }],
      };
      const fault = [lostResponse, unreadable, passedOn][run % 3] as Fault;
      faulty.plan(firstTime(fault, isPatch));
      const { result, methods, order } = await update(id, body);
      expect(result).toMatchObject({ recovered: true });
      expect(methods).toEqual(['PATCH', 'GET']);
      expect(order.orderLineItems).toHaveLength(body.orderLineItems.length);
      expect(order.orderLineItems.at(-1)?.description).toBe(`new ${run}`);
    }
  });

  test('is looked for after the last 502: found, or else unknown with the way to find out', async () => {
    const { id } = await firstOrder();
    const badGateway = { instead: wireResponse(502, { 'content-length': '0' }, '') };
    faulty.plan((request) => (isPatch(request) ? { ...badGateway, carriedOut: true } : undefined));
    const there = await update(id, { notes: 'there' });
    expect(there.result).toMatchObject({ recovered: true });
    expect(there.methods.at(-1)).toBe('GET');
    expect(there.order.notes).toBe('there');
    faulty.plan((request) => (isPatch(request) ? badGateway : undefined));
    const absent = await update(id, { notes: 'absent' });
    expect(absent.result).toMatchObject({
      ending: 'unknown',
      hint: expect.stringContaining(`waybill orders get ${id}`),
    });
    expect(absent.order.notes).toBe('there');
  });

  test.each<[string, Fault]>([
    ['is lost', lostRequest],
    ['something in between responds with JSON', keptBack],
  ])('is repeated if it never arrived: %s', async (how, fault) => {
    const { id } = await firstOrder();
    faulty.plan(firstTime(fault, isPatch));
    const { result, methods, order } = await update(id, { notes: how });
    expect(result).toMatchObject({ recovered: false });
    expect(methods).toEqual(['PATCH', 'GET', 'PATCH']);
    expect(order.notes).toBe(how);
  });

  test("is repeated if it has codes, which can't be read back", async () => {
    const { id } = await firstOrder();
    faulty.plan(firstTime(lostResponse, isPatch));
    const body = { notes: 'coded', redemptionCodes: [{ code: 'C' }] };
    const { result, methods } = await update(id, body);
    expect(result).toMatchObject({ recovered: false });
    expect(methods).toEqual(['PATCH', 'PATCH']);
  });

  test('is retried unchanged after a 5xx', async () => {
    const { id } = await firstOrder();
    const fault = { instead: wireResponse(503, { 'content-length': '0' }, '') };
    faulty.plan(firstTime(fault, isPatch));
    const { methods } = await update(id, { notes: 'again' });
    expect(methods).toEqual(['PATCH', 'PATCH']);
  });

  test('is an unknown outcome if lost for good with no way to check', async () => {
    const { id } = await firstOrder();
    faulty.plan(() => lostRequest);
    const { result } = await update(id, { notes: 'lost' });
    expect(result).toMatchObject({ ending: 'unknown', code: 'outcome_unknown' });
  });

  test('is an unknown outcome if it never arrives in five attempts', async () => {
    const { id, notes } = await firstOrder();
    faulty.plan((request) => (isPatch(request) ? lostRequest : undefined));
    const { result, methods, order } = await update(id, { notes: 'never' });
    expect(result).toMatchObject({ ending: 'unknown' });
    expect(methods.filter((method) => method === 'PATCH')).toHaveLength(5);
    expect(order.notes).toBe(notes);
  });

  test('is not in doubt if no connection was ever made: exit 10', async () => {
    const api = accountApi({ baseUrl: 'http://127.0.0.1:9/api/v1' });
    await expect(api.buyingGroupOrders.update('x', { notes: 'n' })).rejects.toMatchObject({
      ending: 'unavailable',
      code: 'connection_refused',
    });
    await expect(api.buyingGroupOrders.create(newBody())).rejects.toMatchObject({
      ending: 'unavailable',
      code: 'connection_refused',
    });
  });
});

describe('shipments whose response is lost', () => {
  test('are sent again, and the count is marked as uncertain', async () => {
    const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=1');
    const [{ retailer, orderNumber }] = data;
    const api = accountApi({ baseUrl: faulty.baseUrl });
    const shipment = { retailer, orderNumber, trackingNumber: 'lost-1' };
    const sent: number[] = [];
    const beforeTry = () => void sent.push(sent.length);
    faulty.plan(firstTime(lostResponse, isPost));
    const added = await api.addShipments([shipment], { beforeTry });
    expect(added).toMatchObject({ addedCount: 0, repeated: true });
    expect(sent).toHaveLength(2);
    expect(await api.addShipments([shipment])).toMatchObject({ addedCount: 0, repeated: false });
    await api.close();
  });

  test('have an unknown outcome if lost for good', async () => {
    const api = accountApi({ baseUrl: faulty.baseUrl });
    faulty.plan(() => lostResponse);
    const shipment = { retailer: 'x', orderNumber: 'y', trackingNumber: 'z' };
    await expect(api.addShipments([shipment])).rejects.toMatchObject({ ending: 'unknown' });
    await api.close();
  });

  test("are not sent if the journal can't be written", async () => {
    const api = accountApi({ baseUrl: faulty.baseUrl });
    const before = faulty.requests.length;
    const full = new Failure({ ending: 'localFile', code: 'local_file', message: 'disk full' });
    const shipment = { retailer: 'x', orderNumber: 'y', trackingNumber: 'z' };
    const add = api.addShipments([shipment], { beforeTry: () => Promise.reject(full) });
    await expect(add).rejects.toBe(full);
    expect(faulty.requests).toHaveLength(before);
  });
});
