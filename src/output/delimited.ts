import type { MoneyUnit } from '../command/global-flags';
import { fieldAt, kindOf, readPath } from './fields';
import { dollars } from './money';
import type { Sink } from './sink';
import type { View } from './view';

export interface DelimitedOptions {
  readonly format: 'csv' | 'tsv';
  readonly fields: readonly string[];
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  /** Makes a text fit to be shown; the identity where no terminal is behind the output. */
  safe(text: string): string;
}

type Value = string | number | bigint | boolean | null;

/**
 * One value of a row. Money asked for in dollars is handed on as a bigint, which the writer below
 * turns into `12.34`. Several texts named inside a list stand with `;` between them, as an upload
 * reads them back; whatever else is nested is compact JSON, in the service's own units.
 */
function cellValue<T>(row: T, path: string, view: View<T> | undefined, money: MoneyUnit): Value {
  const found = readPath(row, path);
  const value = found?.value ?? null;
  const field = view === undefined ? undefined : fieldAt(view, path);
  const isMoney = money === 'dollars' && kindOf(field, found) === 'money';
  if (isMoney && Number.isSafeInteger(value)) return BigInt(value as number);
  if (
    Array.isArray(value) &&
    field?.kind !== 'list' &&
    value.every((one) => typeof one !== 'object')
  ) {
    return value
      .map((one) => (isMoney && Number.isSafeInteger(one) ? dollars(one) : String(one)))
      .join(';');
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
}

/**
 * RFC 4180 with a header line (tsv: the same with tabs, a line break of one LF). A text that a
 * spreadsheet would run as a formula gets a leading `'`; plain numbers, negative ones too, are none.
 */
export async function writeDelimited<T>(
  sink: Sink,
  rows: AsyncIterable<T>,
  view: View<T> | undefined,
  { format, fields, money, rawCsv, safe }: DelimitedOptions,
): Promise<void> {
  const { stringify } = await import('csv-stringify/sync');
  const options = {
    delimiter: format === 'csv' ? ',' : '\t',
    record_delimiter: format === 'csv' ? '\r\n' : '\n',
    escape_formulas: !rawCsv,
    cast: {
      string: safe,
      bigint: (cents: bigint) => dollars(cents),
      boolean: (value: boolean) => String(value),
    },
  };
  let batch: unknown[][] = [[...fields]];
  for await (const row of rows) {
    batch.push(fields.map((path) => cellValue(row, path, view, money)));
    if (batch.length < 100) continue;
    await sink.write(stringify(batch, options));
    batch = [];
    if (sink.closed) return;
  }
  if (batch.length > 0) await sink.write(stringify(batch, options));
}
