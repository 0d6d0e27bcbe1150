/** The two kinds of order, with the routes of each and the noun that people know it by. */
export const orderKinds = {
  buyingGroup: {
    noun: 'orders',
    words: 'buying group order',
    list: 'listBuyingGroupOrders',
    get: 'getBuyingGroupOrder',
    create: 'createBuyingGroupOrder',
    update: 'updateBuyingGroupOrder',
  },
  giftCard: {
    noun: 'giftcards',
    words: 'gift card order',
    list: 'listGiftCardOrders',
    get: 'getGiftCardOrder',
    create: 'createGiftCardOrder',
    update: 'updateGiftCardOrder',
  },
} as const;

export type OrderKindName = keyof typeof orderKinds;
