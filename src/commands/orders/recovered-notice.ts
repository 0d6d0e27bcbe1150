import type { OrderBody } from './orders-of';

/** Said of a write whose answer was lost and that was found to have been done. */
export function recoveredNotice({ redemptionCodes }: OrderBody): string {
  const found = 'The answer was lost; waybill looked and found the order as it was sent.';
  if (redemptionCodes === undefined) return found;
  return `${found} Its redemption codes can't be read back and are unconfirmed: look in the app.`;
}
