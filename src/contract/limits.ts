/** The numbers of the reference, "Limits", without zod: flags and help need them too. */
export const limits = {
  pageSize: { minimum: 1, maximum: 100, default: 25 },
  offset: { minimum: 0, default: 0 },
  /** Elements of `shipments` in one `POST /shipments`. */
  shipments: { minimum: 1, maximum: 50 },
  /** Elements of `orderLineItems` on create and update. */
  orderLineItems: { minimum: 1, maximum: 10 },
  /** Elements of `redemptionCodes`; the plan's own limit (not shown) also applies. */
  redemptionCodes: { maximum: 50 },
  /** Decimals kept of `cardEarnRate`; more are rounded off. */
  earnRateDecimals: 3,
  /** Longest texts, in characters. */
  length: {
    orderNumber: 100,
    retailerAccount: 100,
    notes: 1000,
    buyingGroup: 100,
    platform: 100,
    description: 200,
    model: 100,
    code: 50,
    pin: 20,
    codeNotes: 200,
    brand: 100,
    purpose: 100,
  },
} as const;
