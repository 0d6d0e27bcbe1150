import type { MoneyUnit } from '../../command/global-flags';
import { usageFailure } from '../../failure';
import { type InputFile, jsonPlace, looksTabular, parseJsonFile } from './input-file';
import { type LineItemInput, readItemField } from './line-item';
import { readMoneyCell } from './money';
import type { Sourced } from './order-draft';
import type { ItemField, OrderKind } from './order-kind';
import { readTable, type TableCell } from './table-file';

type Items = Sourced<readonly LineItemInput[]>;

function fromJson(file: InputFile): Items {
  const value = parseJsonFile(file);
  if (!Array.isArray(value)) {
    throw usageFailure(`${file.name} holds no list of line items`, {
      hint: "JSON is an array of line items in the service's own fields and units.",
    });
  }
  return { value, nameOf: (rest) => jsonPlace(file, rest) };
}

async function fromTable(file: InputFile, kind: OrderKind, unit: MoneyUnit): Promise<Items> {
  const columns = kind.items.map(({ field, key }) => ({ field, names: [key] }));
  const rows = await readTable(file, { columns });
  const readCell = ({ field, text, place }: TableCell) => {
    const item = kind.items.find((one) => one.field === field) as ItemField;
    const readMoney = (typed: string, label: string) => readMoneyCell(typed, label, unit);
    return [field, readItemField(item, text, place, readMoney)] as const;
  };
  return {
    value: rows.map(({ cells }) => Object.fromEntries(cells.map(readCell))),
    nameOf: ([index = '', member]) => {
      const row = rows[Number(index)];
      const cell = row?.cells.find(({ field }) => field === member);
      return cell?.place ?? [row?.place ?? file.name, member].filter(Boolean).join(', ');
    },
  };
}

/**
 * The line items in a csv, tsv or json file. Money in csv and tsv is in `unit`; json is in the
 * service's own fields and units. Throws a usage failure that names the place.
 */
export async function readItemsFile(
  file: InputFile,
  kind: OrderKind,
  unit: MoneyUnit,
): Promise<Items> {
  return looksTabular(file) ? fromTable(file, kind, unit) : fromJson(file);
}
