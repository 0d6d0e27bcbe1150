import { readMoneyCell } from '../../cli/money';
import type { MoneyUnit } from '../../formats';
import {
  type InputFile,
  jsonList,
  looksTabular,
  type Sourced,
  tableSource,
} from '../../input/input-file';
import { closest } from '../../lib/suggest';
import type { FieldNames } from '../../tabular/header';
import { cellPlace, readRows, type TableCell } from '../../tabular/rows';
import type { ItemField, OrderKind } from './kinds';
import { type LineItemInput, readItemField } from './line-item';

type Items = Sourced<readonly LineItemInput[]>;

async function fromTable(file: InputFile, kind: OrderKind, unit: MoneyUnit): Promise<Items> {
  const rows = await readRows(tableSource(file), {
    columns: itemColumns(kind),
    nearest: closest,
  });
  return {
    value: rows.map((row) =>
      Object.fromEntries(
        row.filled.map((cell) => [
          cell.field,
          readItemCell(cell, cellPlace(file.name, row, cell.header), { kind, unit }),
        ]),
      ),
    ),
    nameOf: ([index, member]) => {
      const row = rows[Number(index)];
      if (row === undefined) return file.name;
      const header = row.filled.find(({ field }) => field === member)?.header;
      return cellPlace(file.name, row, header ?? member);
    },
  };
}

/** The columns for line items, by the keys of `--item` or the service's names. */
export function itemColumns(kind: OrderKind): readonly FieldNames[] {
  return kind.items.map(({ field, key }) => ({ field, names: [key] }));
}

/** Reads a member of a line item from a cell; `place` is its name in messages. */
export function readItemCell(
  { field, text }: TableCell,
  place: string,
  { kind, unit }: { kind: OrderKind; unit: MoneyUnit },
): string | number {
  const item = kind.items.find((one) => one.field === field) as ItemField;
  return readItemField(item, text, place, (typed, label) => readMoneyCell(typed, label, unit));
}

/**
 * Reads the line items in a csv, tsv or json file. Money in csv and tsv is in `unit`; json has the
 * service's own fields and units. Throws a usage failure that names the place.
 */
export async function readItemsFile(
  file: InputFile,
  kind: OrderKind,
  unit: MoneyUnit,
): Promise<Items> {
  return looksTabular(file) ? fromTable(file, kind, unit) : jsonList(file, 'line items');
}
