import { amazon, fedex, getTracking, ontrac, s10, ups, usps } from 'ts-tracking-number';
import { type Carrier, carriers } from '../../contract/values';

/** Carriers that ts-tracking-number does not know; the forms are those seen on their labels. */
const furtherForms: readonly (readonly [Carrier, RegExp])[] = [
  ['amazon', /^TB[ACM]\d{9,15}$/],
  ['ontrac', /^[CD]\d{14}$/],
  ['lasership', /^(1LS|LX|LS|LW|LE)[A-Z0-9]{6,20}$/],
  ['doordash', /^(DD|DOORDASH)-?[A-Z0-9]{6,36}$/],
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
