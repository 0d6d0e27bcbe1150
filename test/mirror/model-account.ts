import fc from 'fast-check';
import { Failure } from '../../src/failure';
import type { ListSource, OrderListSource, SyncSource } from '../../src/mirror/sync';
import { isSecretName } from '../../src/secrets/secret';

type Row = { id: string } & Record<string, unknown>;
export type Lists = Record<'orders' | 'giftcards' | 'cards', Row[]>;

/** Thrown to cut off a sync. */
export class CutOff extends Error {}

/** An account in memory that can cut off a sync after this many rows or requests. */
export function modelAccount(lists: Lists, cutAfter = Number.POSITIVE_INFINITY): SyncSource {
  let left = cutAfter;
  const step = () => {
    if (left-- <= 0) throw new CutOff('cut off');
  };
  const list = (name: keyof Lists): ListSource => ({
    async *each() {
      for (const row of [...lists[name]]) {
        step();
        yield structuredClone(row);
      }
    },
    page: async ({ limit, offset }) => {
      step();
      const data = structuredClone(lists[name].slice(offset, offset + limit));
      return { data, pagination: { limit, offset, totalCount: lists[name].length } };
    },
  });
  const orders = (name: 'orders' | 'giftcards'): OrderListSource => ({
    ...list(name),
    get: async (id) => {
      step();
      const found = lists[name].find((row) => row.id === id);
      if (found !== undefined) return structuredClone(found);
      throw new Failure({ ending: 'notFound', code: 'not_found', message: id });
    },
  });
  return {
    buyingGroupOrders: orders('orders'),
    giftCardOrders: orders('giftcards'),
    creditCards: list('cards'),
  };
}

const trackings = fc.array(
  fc.record({
    trackingNumber: fc.constantFrom('1Z1', '1Z2', '940'),
    carrier: fc.constantFrom('ups', 'usps'),
    itemCount: fc.option(fc.nat(3)),
  }),
  { maxLength: 3 },
);
const items = fc.array(
  fc.record({ id: fc.constantFrom('i1', 'i2'), unitPrice: fc.nat(900), quantity: fc.nat(3) }),
  { maxLength: 2 },
);
/**
 * JSON as it arrives, written and read once, since JSON.stringify writes -0 as 0. Without members
 * named like secrets (a random name may be `cvC`): the mirror never stores them.
 */
const received = (maxDepth: number) =>
  fc
    .jsonValue({ maxDepth })
    .map((value) =>
      JSON.parse(JSON.stringify(value), (name, member) =>
        isSecretName(name) ? undefined : member,
      ),
    );
const status = fc.constantFrom('purchased', 'shipped', 'paid', 'cancelled', 'teleported');
const order = fc.record(
  {
    orderNumber: fc.option(fc.constantFrom('A', 'B', 'C')),
    status,
    total: fc.nat(5000),
    expectedPayout: fc.nat(5000),
    buyingGroup: fc.constantFrom('bfmr', 'mine'),
    notes: fc.option(fc.string({ maxLength: 3 })),
    trackingNumbers: trackings,
    orderLineItems: items,
    cashback: fc.option(
      fc.record({ rewardType: fc.constant('cashback'), rewardAmount: fc.nat(99) }),
    ),
    // A member that a newer service might send.
    ['__proto__']: received(1),
    more: received(2),
  },
  { requiredKeys: ['status'] },
);
const card = fc.record({
  nickname: fc.string({ maxLength: 2 }),
  closedAt: fc.option(fc.constant('2025-01-01')),
});

export const kinds = ['orders', 'giftcards', 'cards'] as const;

/** One change of the account: an object in a list is added, altered, moved or removed. */
export const accountChange = fc.record({
  list: fc.constantFrom(...kinds),
  what: fc.constantFrom('put', 'put', 'put', 'drop', 'move'),
  number: fc.nat(5),
  order,
  card,
});
export type AccountChange = typeof accountChange extends fc.Arbitrary<infer T> ? T : never;

export function applyChange(lists: Lists, { list, what, number, ...values }: AccountChange): void {
  const rows = lists[list];
  const id = `${list}-${number}`;
  const place = rows.findIndex((row) => row.id === id);
  const [row] = place < 0 ? [] : rows.splice(place, 1);
  if (what === 'drop') return;
  const next = what === 'put' ? { id, ...(list === 'cards' ? values.card : values.order) } : row;
  if (next === undefined) return;
  rows.splice(what === 'move' || place < 0 ? 0 : place, 0, next);
}
