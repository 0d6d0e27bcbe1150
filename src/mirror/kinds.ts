import { type OrderNoun, type StoredOrderKind, storedKindOf } from '../contract/order-kinds';

/** Objects that the mirror keeps: both kinds of orders, and cards. */
export type Kind = StoredOrderKind | 'card';
/** The service's lists, by the names that people use. */
export type ListName = OrderNoun | 'cards';

export const kindOf: Readonly<Record<ListName, Kind>> = { ...storedKindOf, cards: 'card' };
export const kinds: readonly Kind[] = Object.values(kindOf);
export const listNames = Object.keys(kindOf) as readonly ListName[];

/** The rows of the objects of each kind, as SQL after FROM; those that are gone have a `gone_at`. */
export const objectsOf = {
  order: "base_orders WHERE kind = 'order'",
  giftcard: "base_orders WHERE kind = 'giftcard'",
  card: 'base_cards WHERE true',
} as const satisfies Readonly<Record<Kind, string>>;

/** The same without those that are gone. */
export const presentOf = (kind: Kind) => `${objectsOf[kind]} AND gone_at IS NULL`;
