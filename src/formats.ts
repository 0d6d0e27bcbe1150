import { typedWords } from './lib/words';
/** The forms of results, and of files to read. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const moneyUnits = ['cents', 'dollars'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];
export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];
/** The exports of retailers and programs that are known by their header. */
export const layoutNames = typedWords(
  'amazon amazon_business amazon_history azad walmart_exporter costco home_depot bgl',
);
export type LayoutName = (typeof layoutNames)[number];
/** The owner of an amount in a file of orders. */
export const amountOwners = ['unit', 'line'] as const;
export type AmountOwner = (typeof amountOwners)[number];
/** Meanings of the difference of an order's total. */
export const differences = ['tax', 'shipping', 'discount'] as const;
export type Difference = (typeof differences)[number];
