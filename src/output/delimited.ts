import type { MoneyUnit } from '../cli/global-flags';
import { dollars } from './cell';
import { fieldAt, kindOf, readPath } from './fields';
import type { Sink } from './sink';
import type { Field, Rows, View } from './view';

export interface DelimitedOptions {
  readonly format: 'csv' | 'tsv';
  readonly fields: readonly string[];
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  /** Makes a text fit to be shown; the identity where no terminal is behind the output. */
  safe(text: string): string;
}

interface DelimitedColumn {
  readonly path: string;
  readonly field: Field | undefined;
}

type Value = string | number | bigint | boolean | null;

/**
 * One value of a row. Money asked for in dollars is handed on as a bigint, which the writer below
 * turns into `12.34`. What `--fields` names inside a list stands with `;` between, as an upload reads
 * it back; whatever else is nested is compact JSON, in the service's own units.
 */
function cellValue(row: unknown, { path, field }: DelimitedColumn, money: MoneyUnit): Value {
  const found = readPath(row, path);
  const isMoney = money === 'dollars' && kindOf(field, found) === 'money';
  const plain = (value: unknown): Value => {
    if (isMoney && Number.isSafeInteger(value)) return BigInt(value as number);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
  };
  const value = found?.value ?? null;
  if (found?.spread !== true || !Array.isArray(value)) return plain(value);
  return value.map((one) => asText(plain(one))).join(';');
}

function asText(value: Value): string {
  return typeof value === 'bigint' ? dollars(value) : String(value ?? '');
}

/**
 * RFC 4180 with a header line (tsv: the same with tabs, a line break of one LF). A text that a
 * spreadsheet would run as a formula gets a leading `'`; plain numbers, negative ones too, are none.
 */
export async function writeDelimited<T>(
  sink: Sink,
  rows: Rows<T>,
  view: View<T>,
  { format, fields, money, rawCsv, safe }: DelimitedOptions,
): Promise<void> {
  const { stringify } = await import('csv-stringify/sync');
  const options = {
    delimiter: format === 'csv' ? ',' : '\t',
    record_delimiter: format === 'csv' ? '\r\n' : '\n',
    // Off by default where the delimiter is given, and a break in a note would end the record.
    quote_record_delimiter: true,
    escape_formulas: !rawCsv,
    // A lone empty cell would be an empty line, which many readers skip.
    quoted_empty: fields.length === 1,
    cast: {
      string: safe,
      bigint: asText,
      boolean: asText,
    },
  };
  const columns = fields.map((path) => ({ path, field: fieldAt(view, path) }));
  let batch: unknown[][] = [[...fields]];
  for await (const row of rows) {
    batch.push(columns.map((column) => cellValue(row, column, money)));
    if (batch.length < 100) continue;
    await sink.write(stringify(batch, options));
    batch = [];
    if (sink.closed) return;
  }
  if (batch.length > 0) await sink.write(stringify(batch, options));
}
