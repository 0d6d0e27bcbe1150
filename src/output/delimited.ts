import type { MoneyUnit } from '../formats';
import { type CellValue, tableWriter } from '../tabular/write';
import { dollars } from './cell';
import { fieldAt, kindOf, readPath } from './fields';
import type { Sink } from './sink';
import type { Field, Rows, View } from './view';

export interface DelimitedOptions {
  readonly format: 'csv' | 'tsv';
  readonly fields: readonly string[];
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel?: boolean | undefined;
  /** Makes a text fit to be shown; the identity where no terminal is behind the output. */
  safe(text: string): string;
}

interface DelimitedColumn {
  readonly path: string;
  readonly field: Field | undefined;
}

/**
 * One value of a row. Money asked for in dollars is handed on as a bigint, which the writer turns
 * into `12.34`. What `--fields` names inside a list stands with `;` between, as an upload reads
 * it back; whatever else is nested is compact JSON, in the service's own units.
 */
function cellValue(row: unknown, { path, field }: DelimitedColumn, money: MoneyUnit): CellValue {
  const found = readPath(row, path);
  const isMoney = money === 'dollars' && kindOf(field, found) === 'money';
  const plain = (value: unknown): CellValue => {
    if (isMoney && Number.isSafeInteger(value)) return BigInt(value as number);
    return typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : (value as CellValue);
  };
  const value = found?.value ?? null;
  if (found?.spread !== true || !Array.isArray(value)) return plain(value);
  return value.map((one) => asText(plain(one))).join(';');
}

function asText(value: CellValue): string {
  return typeof value === 'bigint' ? dollars(value) : String(value ?? '');
}

/** Rows with a header line, as `tabular/write.ts` writes them. */
export async function writeDelimited<T>(
  sink: Sink,
  rows: Rows<T>,
  view: View<T>,
  { format, fields, money, rawCsv, excel = false, safe }: DelimitedOptions,
): Promise<void> {
  const toText = await tableWriter({ format, rawCsv, excel, text: safe, exact: asText });
  const columns = fields.map((path) => ({ path, field: fieldAt(view, path) }));
  let batch: CellValue[][] = [[...fields]];
  for await (const row of rows) {
    batch.push(columns.map((column) => cellValue(row, column, money)));
    if (batch.length < 100) continue;
    await sink.write(toText(batch));
    batch = [];
    if (sink.closed) return;
  }
  if (batch.length > 0) await sink.write(toText(batch));
}
