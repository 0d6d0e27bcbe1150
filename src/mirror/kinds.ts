import { type OrderNoun, type StoredOrderKind, storedKindOf } from '../contract/order-kinds';

/** Objects that the mirror keeps: both kinds of orders, and cards. */
export type Kind = StoredOrderKind | 'card';
/** The service's lists, by the names that people use. */
export type ListName = OrderNoun | 'cards';

export const kindOf: Readonly<Record<ListName, Kind>> = { ...storedKindOf, cards: 'card' };
export const kinds: readonly Kind[] = Object.values(kindOf);
export const listNames = Object.keys(kindOf) as readonly ListName[];
