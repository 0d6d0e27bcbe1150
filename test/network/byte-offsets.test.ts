import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/types';
import type { BuyingGroupOrder, GiftCardOrder } from '../../src/contract/responses';
import {
  type Fault,
  type FaultyService,
  firstTime,
  startFaultyService,
} from '../support/faulty-service';
import { isFull } from '../support/tier';
import { accountApi, askInProcess } from './account-api';

let faulty: FaultyService;
let order: BuyingGroupOrder;
let made = 0;
let survived = 0;

beforeAll(async () => {
  faulty = await startFaultyService();
  const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=1');
  order = data[0];
});
afterAll(() => faulty.stop());

const currentOrder = async (): Promise<BuyingGroupOrder> =>
  (await askInProcess(faulty.service, `/buying-group-orders/${order.id}`)).data;

/** One request of each kind; throws if the outcome is not the one promised. */
interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly carryOut: (api: Api) => Promise<void>;
}

const endpoints: readonly Endpoint[] = [
  {
    name: 'list',
    method: 'GET',
    carryOut: async (api) => {
      const { data } = await api.buyingGroupOrders.page({ limit: 1, offset: 0 });
      expect(data.map(({ id }) => id)).toEqual([order.id]);
    },
  },
  {
    name: 'get',
    method: 'GET',
    carryOut: async (api) => {
      expect((await api.buyingGroupOrders.get(order.id)).orderNumber).toBe(order.orderNumber);
    },
  },
  {
    name: 'credit cards',
    method: 'GET',
    carryOut: async (api) => {
      expect((await api.creditCards.page({ limit: 1, offset: 0 })).data).toHaveLength(1);
    },
  },
  {
    name: 'update',
    method: 'PATCH',
    carryOut: async (api) => {
      const kept = order.orderLineItems.map(({ id }) => ({ id }));
      const added = { description: `new ${made++}`, unitPrice: 100, quantity: 1 };
      const body = { orderLineItems: [...kept, added] };
      const { data } = await api.buyingGroupOrders.update(order.id, body);
      const { orderLineItems } = await currentOrder();
      expect(orderLineItems).toEqual(data.orderLineItems);
      expect(orderLineItems).toHaveLength(kept.length + 1);
      expect(orderLineItems.at(-1)?.description).toBe(added.description);
    },
  },
  {
    name: 'shipments',
    method: 'POST',
    carryOut: async (api) => {
      const trackingNumber = `1Z${made++}`;
      const { retailer, orderNumber } = order;
      const shipment = { retailer, orderNumber: orderNumber ?? '', trackingNumber };
      const { addedCount, repeated } = await api.addShipments([shipment]);
      expect(addedCount === 1 || repeated).toBe(true);
      const { trackingNumbers } = await currentOrder();
      const added = trackingNumbers.filter((one) => one.trackingNumber === trackingNumber);
      expect(added).toHaveLength(1);
    },
  },
  {
    name: 'create',
    method: 'POST',
    carryOut: async (api) => {
      const orderNumber = `offset-${made++}`;
      const { data } = await api.giftCardOrders.create({
        orderNumber,
        orderDate: '2025-11-01',
        retailer: 'Target',
        platform: 'qgcg',
        status: 'purchased',
        orderLineItems: [{ description: 'card', unitPrice: 100, quantity: 1, unitValue: 100 }],
      });
      expect(data.orderNumber).toBe(orderNumber);
      const { data: newest } = await askInProcess(faulty.service, '/gift-card-orders?limit=3');
      const found = (newest as GiftCardOrder[]).filter((one) => one.orderNumber === orderNumber);
      expect(found).toHaveLength(1);
    },
  },
];

/** Runs after which the account is reset to its sample, so that its lists stay short. */
const untilReset = 50;

// Above the transport all code is the same: try the slower one only at every seventh byte. The quick
// tier tries every twenty-fifth of these.
const share = isFull ? 1 : 25;
describe.each([
  ['direct', share],
  ['proxied', 7 * share],
] as const)('%s transport: the wire breaks at every byte', (transport, stride) => {
  /** Carries out the request with its first attempt broken off, and closes the connection again. */
  async function survive({ method, carryOut }: Endpoint, fault: Fault): Promise<void> {
    if (survived++ % untilReset === 0) faulty.service.reset();
    const api = accountApi({ baseUrl: faulty.baseUrl, transport });
    faulty.plan(firstTime(fault, (request) => request.method === method));
    await carryOut(api);
    await api.close();
  }

  test.each(endpoints)('$name: the request', async (endpoint) => {
    const before = faulty.requests.length;
    await survive(endpoint, {});
    const { bytes = 0 } =
      faulty.requests.slice(before).find(({ method }) => method === endpoint.method) ?? {};
    expect(bytes).toBeGreaterThan(150);
    for (let at = 1; at < bytes; at += stride) await survive(endpoint, { cutRequest: at });
  });

  test.each(endpoints)('$name: its response', async (endpoint) => {
    await survive(endpoint, { cutResponse: 0 });
    const bytes = faulty.cutLength;
    expect(bytes).toBeGreaterThan(150);
    for (let at = 1; at < bytes; at += stride) await survive(endpoint, { cutResponse: at });
  });
});
