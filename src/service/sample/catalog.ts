import type { Carrier, featuredBuyingGroups } from '../../contract/values';
import type { Deal } from '../store/store';
import type { Chance } from './random';

export interface Retailer {
  readonly name: string;
  readonly carriers: readonly SampleCarrier[];
  orderNumber(chance: Chance): string;
}

export const retailers: readonly Retailer[] = [
  {
    name: 'Best Buy',
    carriers: ['ups', 'fedex'],
    orderNumber: ({ digits }) => `BBY01-80${digits(10)}`,
  },
  {
    name: 'Amazon',
    carriers: ['amazon', 'ups', 'usps'],
    orderNumber: ({ digits, pick }) =>
      `${pick(['111', '112', '113', '114'])}-${digits(7)}-${digits(7)}`,
  },
  {
    name: 'Walmart',
    carriers: ['fedex', 'ups'],
    orderNumber: ({ digits }) => `20001${digits(2)}-${digits(8)}`,
  },
  { name: 'Target', carriers: ['ups', 'usps'], orderNumber: ({ digits }) => `9020${digits(11)}` },
  { name: 'Costco', carriers: ['ups', 'fedex'], orderNumber: ({ digits }) => `1${digits(9)}` },
  { name: 'Staples', carriers: ['ups'], orderNumber: ({ digits }) => `98${digits(8)}` },
  { name: 'Apple', carriers: ['ups', 'fedex'], orderNumber: ({ digits }) => `W${digits(10)}` },
  { name: 'Home Depot', carriers: ['fedex', 'ups'], orderNumber: ({ digits }) => `WM${digits(8)}` },
  {
    name: "Sam's Club",
    carriers: ['fedex', 'ontrac'],
    orderNumber: ({ digits }) => `10${digits(8)}`,
  },
  {
    name: 'B&H Photo',
    carriers: ['ups', 'lasership'],
    orderNumber: ({ digits }) => `8${digits(8)}`,
  },
];

type Product = (typeof products)[number];

/** Prices and payouts in cents. */
export const products = [
  { description: 'AirPods Pro (2nd generation)', model: 'MTJV3AM/A', price: 18999, payout: 19400 },
  { description: 'AirPods 4', model: 'MXP63LL/A', price: 11900, payout: 12150 },
  { description: 'iPad 11-inch 128GB Wi-Fi', model: 'MD3Y4LL/A', price: 29900, payout: 30500 },
  { description: 'Apple Watch SE 40mm', model: 'MXEA3LW/A', price: 18900, payout: 19200 },
  { description: 'MacBook Air 13-inch M4', model: 'MW123LL/A', price: 84900, payout: 86500 },
  { description: 'Nintendo Switch 2', model: 'BEE-S-KB6CA', price: 44999, payout: 46000 },
  { description: 'PlayStation 5 Slim', model: 'CFI-2015', price: 49999, payout: 50800 },
  { description: 'Xbox Series X', model: 'RRT-00001', price: 54999, payout: 55500 },
  { description: 'Meta Quest 3S 128GB', model: '899-00583-01', price: 29999, payout: 30300 },
  { description: 'Dyson V8 Cordless Vacuum', model: '400473-01', price: 34999, payout: 35400 },
  { description: 'Ninja Creami Deluxe', model: 'NC501', price: 19999, payout: 20400 },
  { description: 'KitchenAid Artisan Mixer', model: 'KSM150PSER', price: 32999, payout: 33500 },
  { description: 'Bose QuietComfort Ultra', model: '880066-0100', price: 37900, payout: 38200 },
  { description: 'Garmin Forerunner 265', model: '010-02810-00', price: 34999, payout: 35250 },
  { description: 'Kindle Paperwhite 16GB', model: 'B0CFPJYX7P', price: 13999, payout: 14200 },
];

/** The buying groups that the sample account sells to, each with deals on every product. */
export const sampleGroups = [
  'bfmr',
  'buying_group',
  'max_out_deals',
  'mvp_buying_group',
  'points_4_days',
] as const satisfies readonly (typeof featuredBuyingGroups)[number][];

/** Groups pay slightly different amounts. */
export function payoutBy(group: string, product: Product): number {
  const step = (sampleGroups as readonly string[]).indexOf(group);
  return product.payout - Math.max(0, step) * 100;
}

export const sampleDeals: readonly Deal[] = sampleGroups.flatMap((buyingGroup) =>
  products.map((product) => ({
    buyingGroup,
    model: product.model,
    payout: payoutBy(buyingGroup, product),
  })),
);

export const giftCards = [
  { brand: 'Home Depot', value: 20000, price: 20000, payout: 18700 },
  { brand: 'Best Buy', value: 25000, price: 22500, payout: 22900 },
  { brand: 'DoorDash', value: 10000, price: 8500, payout: 8700 },
  { brand: "Lowe's", value: 50000, price: 50000, payout: 46500 },
  { brand: 'Apple', value: 10000, price: 9000, payout: 9150 },
];

function weightedSum(serial: string, weights: readonly number[]): number {
  return [...serial].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0),
    0,
  );
}

const checkDigit = (serial: string, weights: readonly number[]) =>
  (10 - (weightedSum(serial, weights) % 10)) % 10;

const makers = {
  ups: ({ digits }: Chance) => {
    const serial = `${digits(6)}03${digits(7)}`;
    return `1Z${serial}${checkDigit(serial, [1, 2])}`;
  },
  fedex: ({ digits }: Chance) => {
    const serial = digits(11);
    // FedEx Express: weights 1, 3, 7 from the right, modulus 11, then 10.
    return `${serial}${(weightedSum(serial, [3, 1, 7]) % 11) % 10}`;
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

export function trackingNumberOf(carrier: SampleCarrier, chance: Chance): string {
  return makers[carrier](chance);
}
