import { usageFailure } from '../../failure';
import {
  type InputFile,
  jsonList,
  looksTabular,
  type Sourced,
  tableSource,
} from '../../input/input-file';
import type { Redactor } from '../../secrets/redactor';
import { guardCodes } from '../../secrets/secret';
import { isRounded } from '../../tabular/cells';
import { cellPlace, readRows, type TableCell, type TableRow } from '../../tabular/rows';

type Codes = Sourced<readonly unknown[]>;

/** "RedemptionCode". */
const columns = ['code', 'pin', 'notes', 'kind', 'brand', 'purpose', 'value'];

/**
 * A redemption code's `value` is dollars everywhere, and not parsed as a float until it is JSON.
 */
function readValue(typed: string, place: string): number {
  const [, digits] = /^\$?(\d{1,12}(?:\.\d{1,2})?)$/.exec(typed) ?? [];
  if (digits !== undefined) return Number(digits);
  throw usageFailure(`${place} takes dollars, such as 25 or 25.50`);
}

async function fromTable(file: InputFile): Promise<Codes> {
  const rows = await readRows(tableSource(file), {
    columns: columns.map((field) => ({ field, names: [] })),
    secret: true,
  });
  if (rows.length === 0) {
    throw usageFailure(`${file.name} has no codes, only a header`, {
      hint: 'To delete all codes of an order, use a JSON file that contains [].',
    });
  }
  const readCell = (row: TableRow, { field, text, header }: TableCell) => {
    const place = cellPlace(file.name, row, header);
    if (field === 'value') return readValue(text, place);
    if (!isRounded(text)) return text;
    throw usageFailure(`${place} is a number that a spreadsheet rounded, not a code`, {
      hint: 'Format the column as text and enter the codes again. Nothing was sent.',
    });
  };
  return {
    value: rows.map((row) =>
      Object.fromEntries(row.filled.map((cell) => [cell.field, readCell(row, cell)])),
    ),
    nameOf: ([index, member]) => {
      const row = rows[Number(index)];
      return row === undefined ? file.name : cellPlace(file.name, row, member);
    },
  };
}

/**
 * Reads the redemption codes in a csv, tsv or json file. Throws a usage failure that names the
 * place but never repeats anything in the file.
 */
export async function readCodesFile(file: InputFile, redactor: Redactor): Promise<Codes> {
  const codes = looksTabular(file)
    ? await fromTable(file)
    : jsonList<unknown>(file, 'redemption codes');
  guardCodes({ redemptionCodes: codes.value }, redactor);
  return codes;
}
