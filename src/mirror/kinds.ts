/** What the mirror keeps: both kinds of orders, and cards. */
export const kinds = ['order', 'giftcard', 'card'] as const;
export type Kind = (typeof kinds)[number];

/** The service's lists, by the names that people use. */
export const listNames = ['orders', 'giftcards', 'cards'] as const;
export type ListName = (typeof listNames)[number];

/** What each list holds. */
export const kindOf = { orders: 'order', giftcards: 'giftcard', cards: 'card' } as const;
