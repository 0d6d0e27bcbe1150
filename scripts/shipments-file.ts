import { sampleOrders } from '../src/service/sample/account';
import { retailers, trackingNumberOf } from '../src/service/sample/catalog';
import { sampleDay } from '../src/service/sample/days';
import { chance } from '../src/service/sample/random';

/** Enough for more than two requests of 50. */
const rows = 120;
const seed = 20_251_101;

/**
 * The text of examples/shipments.csv: tracking numbers for the sample account's orders that don't
 * have one yet, oldest order first, some in two or three parcels.
 */
export function shipmentsFile(): string {
  const source = chance(seed);
  const waiting = sampleOrders(sampleDay).filter(
    ({ kind, status, orderNumber, noPurchase }) =>
      kind === 'buyingGroup' && status === 'purchased' && orderNumber !== null && !noPurchase,
  );
  const parcels = waiting.map(() => 1);
  for (let left = rows - waiting.length; left > 0; left--) {
    const index = source.between(0, waiting.length - 1);
    parcels[index] = (parcels[index] ?? 0) + 1;
  }
  const lines = waiting.flatMap(({ retailer, orderNumber }, index) => {
    const carriers = retailers.find(({ name }) => name === retailer)?.carriers ?? ['ups'];
    return Array.from({ length: parcels[index] ?? 0 }, () =>
      [retailer, orderNumber, trackingNumberOf(source.pick(carriers), source)].join(','),
    );
  });
  return ['retailer,orderNumber,trackingNumber', ...lines, ''].join('\n');
}
