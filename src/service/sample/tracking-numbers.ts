import type { Carrier } from '../../contract/values';
import type { Chance } from './random';

/** Modulus 10 over the digits' weighted sum; `weights` repeat from the left. */
function checkDigit(serial: string, weights: readonly number[]): number {
  const sum = [...serial].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** FedEx Express: weights 1, 3, 7 from the right, modulus 11, then 10. */
function fedexCheckDigit(serial: string): number {
  const weights = [3, 1, 7];
  const sum = [...serial].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  );
  return (sum % 11) % 10;
}

const makers = {
  ups: ({ digits }: Chance) => {
    const serial = `${digits(6)}03${digits(7)}`;
    return `1Z${serial}${checkDigit(serial, [1, 2])}`;
  },
  fedex: ({ digits }: Chance) => {
    const serial = `${digits(11)}`;
    return `${serial}${fedexCheckDigit(serial)}`;
  },
  usps: ({ digits }: Chance) => {
    const serial = `94001${digits(16)}`;
    return `${serial}${checkDigit(serial, [3, 1])}`;
  },
  amazon: ({ digits }: Chance) => `TBA3${digits(11)}`,
  ontrac: ({ digits }: Chance) => {
    const serial = `1${digits(12)}`;
    // The letter counts as a digit: C is 4.
    return `C${serial}${checkDigit(`4${serial}`, [1, 2])}`;
  },
  lasership: ({ digits }: Chance) => `1LS72${digits(10)}`,
} satisfies Partial<Record<Carrier, (chance: Chance) => string>>;

export type SampleCarrier = keyof typeof makers;

/** A tracking number as the carrier would print it, with a correct check digit. */
export function trackingNumberOf(carrier: SampleCarrier, chance: Chance): string {
  return makers[carrier](chance);
}
