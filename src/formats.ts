/**
 * The forms of results: for the flags and settings that choose one, and the output that writes it.
 */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const moneyUnits = ['cents', 'dollars'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];
export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];
