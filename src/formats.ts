/** The forms of results, and of files to read. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const moneyUnits = ['cents', 'dollars'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];
export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];
/** The exports of retailers and programs that are known by their header. */
export const layoutNames = ['amazon', 'amazon_business', 'walmart_exporter', 'bgl'] as const;
export type LayoutName = (typeof layoutNames)[number];
