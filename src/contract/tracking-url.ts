/**
 * Each carrier's own page about one tracking number. A carrier without a public page is left out.
 */
const pages: Readonly<Record<string, string>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  amazon: 'https://track.amazon.com/tracking/',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  lasership: 'https://www.ontrac.com/tracking/?number=',
};

/** Where the carrier shows the way of a parcel; null where it has no such page. */
export function trackingUrl(carrier: unknown, trackingNumber: unknown): string | null {
  if (typeof carrier !== 'string' || typeof trackingNumber !== 'string') return null;
  if (!Object.hasOwn(pages, carrier)) return null;
  return `${pages[carrier]}${encodeURIComponent(trackingNumber.replace(/\s/g, ''))}`;
}
