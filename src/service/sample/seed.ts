import type { Order } from '../rules/order';
import type { SandboxStore, StoredCard } from '../store/store';
import { makeCard } from './cards';
import { daysToMove, movedSpan } from './days';
import { type Making, makeBuyingGroupOrder, makeGiftCardOrder } from './orders';
import { type Chance, chance } from './random';

export interface Seeding {
  readonly orders: number;
  readonly giftcards: number;
  readonly cards: number;
  /** The same seed makes the same orders on the same day. */
  readonly seed: number;
  /** `YYYY-MM-DD`: dates are relative to it. */
  readonly today: string;
  /** Called regularly with the number of orders made since the last call; stops the work if it throws. */
  onMade?(count: number): void;
}

/** Rows per transaction; other processes get a turn between two of them. */
const chunk = 5000;
const span = ['2024-01-01T12:00:00Z', '2025-10-31T21:40:00Z'] as const;
/** The share of orders that are no longer `purchased`. */
const newest = 0.8;

export async function seed(store: SandboxStore, seeding: Seeding): Promise<void> {
  const { orders, giftcards, today, onMade } = seeding;
  const before = store.orders.count('buyingGroup') + store.orders.count('giftCard');
  // Seeding again with the same seed adds different orders, not the same ones again.
  const begin = Math.imul(seeding.seed + 1, 0x9e3779b1) + before;
  const source = chance(begin, begin);
  const cards: readonly StoredCard[] = Array.from({ length: seeding.cards }, () =>
    makeCard(source, today),
  );
  const making: Making = {
    chance: source,
    cards: [...store.cards.page({ limit: store.cards.count(), offset: 0 }), ...cards],
    span: movedSpan(...span, daysToMove(today)),
  };
  const total = orders + giftcards;
  store.write(() => {
    for (const card of cards) store.cards.insert(card);
  });
  for (let made = 0; made < total; ) {
    const end = Math.min(made + chunk, total);
    const count = end - made;
    store.write(() => {
      for (; made < end; made++) {
        const order =
          made < orders
            ? makeBuyingGroupOrder(making, made / orders, newest)
            : makeGiftCardOrder(making, (made - orders) / giftcards);
        store.orders.insert(withFreeNumber(order, store, source));
      }
    });
    onMade?.(count);
    // Let signals through between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Short order numbers collide now and then; an extra digit makes them unique. */
function withFreeNumber(order: Order, { orders }: SandboxStore, source: Chance): Order {
  let { orderNumber } = order;
  while (orderNumber !== null && orders.idByNumber(orderNumber) !== undefined) {
    orderNumber += source.digits(1);
  }
  return { ...order, orderNumber };
}
