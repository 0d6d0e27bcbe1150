/**
 * The two kinds of order with all their names: `noun` on the command line, in reports and in the mirror's
 * lists, `stored` in its rows and in completion, `group` and `groupFlag` for the field of its group, and its
 * routes.
 */
export const orderKinds = {
  buyingGroup: {
    noun: 'orders',
    words: 'buying group order',
    stored: 'order',
    collection: 'buyingGroupOrders',
    group: 'buyingGroup',
    groupFlag: 'group',
    list: 'listBuyingGroupOrders',
    get: 'getBuyingGroupOrder',
    create: 'createBuyingGroupOrder',
    update: 'updateBuyingGroupOrder',
  },
  giftCard: {
    noun: 'giftcards',
    words: 'gift card order',
    stored: 'giftcard',
    collection: 'giftCardOrders',
    group: 'platform',
    groupFlag: 'platform',
    list: 'listGiftCardOrders',
    get: 'getGiftCardOrder',
    create: 'createGiftCardOrder',
    update: 'updateGiftCardOrder',
  },
} as const;

export type OrderKindName = keyof typeof orderKinds;

export type OrderKindNames = (typeof orderKinds)[OrderKindName];
export type OrderNoun = OrderKindNames['noun'];
export type StoredOrderKind = OrderKindNames['stored'];

/** The kind of the mirror's rows that the lists of a noun come from: `order` for `orders`. */
export const storedKindOf = {
  orders: orderKinds.buyingGroup.stored,
  giftcards: orderKinds.giftCard.stored,
} as const;
