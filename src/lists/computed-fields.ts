/** The fields that waybill computes, and what they are. */
export const computedMeanings = {
  margin: 'Expected payout minus total, before rewards',
  age: 'Days since the order date',
  itemCount: 'Units of all line items',
  trackingUrl: "The carriers' pages of its tracking numbers",
} as const;
