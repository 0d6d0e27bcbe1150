import { secretCodeFields } from '../contract/values';
import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';
import {
  type InputFile,
  jsonList,
  looksTabular,
  type Sourced,
  tableSource,
} from '../input/input-file';
import { isObject } from '../lib/json';
import { grouped } from '../lib/words';
import { guardCodes, type Redactor } from '../secrets/secret';
import { centsSign, readAmount } from '../tabular/amount';
import { isDecimal, isRounded, plainIdentifier, totalRow } from '../tabular/cells';
import {
  type CellType,
  type Column,
  cellSentence,
  countCell,
  fileFacts,
  isFault,
  moneyCell,
  unitOfRows,
} from '../tabular/column';
import type { Reading } from '../tabular/record';
import { cellPlace, readRows, type TableCell, type TableRow } from '../tabular/rows';
import { type LineItemInput, readItemField } from './fields';
import type { ItemField, OrderKind } from './kinds';

type Items = Sourced<readonly LineItemInput[]>;

export interface ItemsReading {
  readonly kind: OrderKind;
  readonly unit: MoneyUnit;
  readonly reading: Reading;
}

/** The columns for line items, by the keys of `--item` or the service's names. */
export function itemColumns(kind: OrderKind): readonly Column<string | number>[] {
  return kind.items.map((item) => ({ field: item.field, names: [item.flag], ...itemCell(item) }));
}

function itemCell(item: ItemField): CellType<string | number> {
  if (item.type === 'money') return moneyCell('kept');
  if (item.type === 'count') return countCell;
  return { read: ({ text, header }) => ({ value: readItemField(item, text, `column ${header}`) }) };
}

/** The rows as objects of what their filled cells hold, named in messages by file, line and column. */
function listOf<T>(
  name: string,
  rows: readonly TableRow[],
  readCell: (row: TableRow, cell: TableCell) => T,
): Sourced<readonly Readonly<Record<string, T>>[]> {
  return {
    value: rows.map((row) =>
      Object.fromEntries(row.cellsOf().map((cell) => [cell.field, readCell(row, cell)])),
    ),
    nameOf: ([index, member]) => {
      const row = rows[Number(index)];
      if (row === undefined) return name;
      return cellPlace(name, row, row.cell(member ?? '')?.header ?? member);
    },
  };
}

async function itemsFromTable(
  file: InputFile,
  { kind, unit: given, reading }: ItemsReading,
): Promise<Items> {
  const { name } = file;
  const columns = itemColumns(kind);
  const rows = await readRows(tableSource(file), { reading, columns });
  const isMoney = (field: string) =>
    columns.some((one) => one.field === field && one.proves === 'money');
  const unit = unitOfRows(rows, { name, names: 'own', given, isMoney });
  const facts = fileFacts(rows, columns, { unit });
  const readCell = (row: TableRow, cell: TableCell) => {
    const total = totalRow(row.cells);
    if (total !== undefined) throw usageFailure(`${cellPlace(name, row)}: ${total.message}`);
    const column = columns.find(({ field }) => field === cell.field);
    const read = column?.read(cell, facts) ?? { value: undefined };
    if (!isFault(read)) return read.value;
    throw usageFailure(cellSentence(cell, read, cellPlace(name, row, cell.header)));
  };
  return listOf(name, rows, readCell);
}

/** Reads line items in csv, tsv (money in `unit`) or json (the service's own units). */
export async function readItemsFile(file: InputFile, reading: ItemsReading): Promise<Items> {
  return looksTabular(file) ? itemsFromTable(file, reading) : jsonList(file, 'line items');
}

type Codes = Sourced<readonly unknown[]>;

/** "RedemptionCode". */
const codeColumns = ['code', 'pin', 'notes', 'kind', 'brand', 'purpose', 'value'];

const isSecret = (field: string) => (secretCodeFields as readonly string[]).includes(field);

/** A redemption code's `value` is dollars everywhere. */
function readCodeValue(typed: string, place: string): number {
  const cents = centsSign(typed) === 'either' ? undefined : readAmount(typed);
  if (typeof cents === 'number' && cents >= 0) return cents / 100;
  throw usageFailure(`${place} takes dollars, such as 25 or 25.50`);
}

async function codesFromTable(file: InputFile, reading: Reading): Promise<Codes> {
  const rows = await readRows(tableSource(file), {
    reading,
    columns: codeColumns.map((field) => ({ field, names: [] })),
    others: 'secret',
  });
  if (rows.length === 0) {
    throw usageFailure(`${file.name} has no codes, only a header`, {
      hint: 'To delete all codes of an order, use a JSON file that contains [].',
    });
  }
  const readCell = (row: TableRow, { field, text, header }: TableCell) => {
    const place = cellPlace(file.name, row, header);
    if (field === 'value') return readCodeValue(text, place);
    if (isRounded(text)) {
      throw usageFailure(`${place} is a number that a spreadsheet rounded, not a code`, {
        hint: 'Format the column as text and enter the codes again. Nothing was sent.',
      });
    }
    if (isSecret(field) && isDecimal(text)) {
      throw usageFailure(
        `${place} ends in .0: the program that wrote the file made it a decimal number`,
        { hint: 'Format the column as text, or remove the .0. Nothing was sent.' },
      );
    }
    return field === 'notes' ? text : plainIdentifier(text);
  };
  return listOf(file.name, rows, readCell);
}

/** The number of repeated codes named one by one. */
const mostNamed = 5;

/** Warns of codes that appear twice: they are sent, since a code may be meant to be there twice. */
function warnOfRepeated({ value, nameOf }: Codes, { onWarning }: Reading): void {
  const seen = new Map<string, string>();
  const repeated: string[] = [];
  for (const [index, one] of value.entries()) {
    if (!isObject(one) || (one.code ?? '') === '') continue;
    const place = nameOf([String(index)]);
    const key = JSON.stringify([one.code, one.pin, one.value]);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, place);
    else repeated.push(`${place}: the same code, PIN and value as in ${first}`);
  }
  for (const one of repeated.slice(0, mostNamed)) onWarning?.(one);
  const more = repeated.length - mostNamed;
  if (more > 0) onWarning?.(`${grouped(more)} more codes appear twice.`);
}

/** Reads redemption codes in csv, tsv or json. Failures never repeat anything in the file. */
export async function readCodesFile(
  file: InputFile,
  redactor: Redactor,
  reading: Reading,
): Promise<Codes> {
  const codes = looksTabular(file)
    ? await codesFromTable(file, reading)
    : jsonList<unknown>(file, 'redemption codes');
  guardCodes({ redemptionCodes: codes.value }, redactor);
  warnOfRepeated(codes, reading);
  return codes;
}
