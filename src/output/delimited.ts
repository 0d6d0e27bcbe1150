import type { MoneyUnit } from '../formats';
import { isObject } from '../lib/json';
import { inBatches } from '../lib/once';
import { dollars } from '../lib/words';
import { keepMark } from '../tabular/cells';
import { type CellValue, tableWriter } from '../tabular/write';
import { fieldAt, kindOf, readPath } from './fields';
import type { OutputOptions } from './options';
import type { Sink } from './sink';
import type { Field, Rows, View } from './view';

export interface DelimitedOptions
  extends Pick<OutputOptions, 'money' | 'rawCsv' | 'excel' | 'header'> {
  readonly format: 'csv' | 'tsv';
  readonly fields: readonly string[];
  /** Makes a text safe to show; returns it unchanged if the output is not a terminal. */
  safe(text: string): string;
}

/** One value of a row; money as a bigint of cents. Lists are joined by `;`, as uploads read them. */
function cellValue<T>(
  row: unknown,
  { path, field }: { readonly path: string; readonly field: Field | undefined },
  money: MoneyUnit,
  view: View<T>,
): CellValue {
  const found = readPath(row, path);
  const isMoney = money === 'dollars' && kindOf(field, found) === 'money';
  const plain = (value: unknown): CellValue => {
    if (isMoney && Number.isSafeInteger(value)) return BigInt(value as number);
    if (typeof value !== 'object' || value === null) return value as CellValue;
    return money === 'cents' ? JSON.stringify(value) : jsonInDollars(value, path, view);
  };
  const value = found?.value ?? null;
  if (found?.spread !== true || !Array.isArray(value)) return plain(value);
  return value.map((one) => asText(plain(one))).join(';');
}

/** Compact JSON with amounts in dollars (`12.34`), digit by digit. `at` is the value's path. */
export function jsonInDollars<T>(value: unknown, at: string, view: View<T>): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => jsonInDollars(one, at, view)).join(',')}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => {
    const path = `${at}.${name}`;
    const isMoney = kindOf(fieldAt(view, path), { value: inner, owner: value }) === 'money';
    const text =
      isMoney && Number.isSafeInteger(inner)
        ? dollars(inner as number)
        : jsonInDollars(inner, path, view);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function asText(value: CellValue): string {
  return typeof value === 'bigint' ? dollars(value) : String(value ?? '');
}

/** Writes rows with a header line through `tabular/write.ts`. */
export async function writeDelimited<T>(
  sink: Sink,
  rows: Rows<T>,
  view: View<T>,
  { format, fields, money, rawCsv, excel, header, safe }: DelimitedOptions,
): Promise<void> {
  const text = rawCsv ? (one: string) => one : keepMark;
  const toText = await tableWriter({ format, rawCsv, excel, text, safe, exact: asText });
  const columns = fields.map((path) => ({ path, field: fieldAt(view, path) }));
  async function* lines(): AsyncGenerator<readonly CellValue[]> {
    if (header) yield fields;
    for await (const row of rows) {
      yield columns.map((column) => cellValue(row, column, money, view));
    }
  }
  for await (const batch of inBatches(lines(), 100)) {
    await sink.write(toText(batch));
    if (sink.closed) return;
  }
}
