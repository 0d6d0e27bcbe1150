import type { Shipment } from '../../contract/bodies';

/** The parts of an order with the right number that matching needs. */
export interface ShipmentCandidate {
  readonly key: number;
  readonly kind: 'buyingGroup' | 'giftCard';
  readonly retailer: string;
  readonly status: string;
  readonly trackingNumbers: ReadonlySet<string>;
}

/**
 * "Add shipments", rules 1 to 4: gift card orders never match, a tracking number that is already on its order
 * or earlier in the request is skipped, and every matched order in `purchased` moves to `shipped`.
 */
export function planShipments(
  shipments: readonly Shipment[],
  find: (orderNumber: string) => ShipmentCandidate | undefined,
) {
  /** Positions of the shipments that match no order. */
  const unmatched: number[] = [];
  const additions: { readonly key: number; readonly trackingNumber: string }[] = [];
  /** Orders that move from `purchased` to `shipped`. */
  const shipped = new Set<number>();
  // People type retailer names, so case and surrounding spaces don't matter.
  const plain = (name: string) => name.trim().toLowerCase();
  const added = new Set<string>();
  for (const [index, { retailer, orderNumber, trackingNumber }] of shipments.entries()) {
    const order = find(orderNumber);
    if (order?.kind !== 'buyingGroup' || plain(order.retailer) !== plain(retailer)) {
      unmatched.push(index);
      continue;
    }
    if (order.status === 'purchased') shipped.add(order.key);
    const mark = `${order.key} ${trackingNumber}`;
    if (order.trackingNumbers.has(trackingNumber) || added.has(mark)) continue;
    added.add(mark);
    additions.push({ key: order.key, trackingNumber });
  }
  return { unmatched, additions, shipped: [...shipped] };
}
