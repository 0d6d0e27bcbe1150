import { usageFailure } from '../../failure';
import { codesIn } from '../../secrets/codes';
import type { Redactor } from '../../secrets/redactor';
import { type InputFile, jsonPlace, looksTabular, parseJsonFile } from './input-file';
import type { Sourced } from './order-draft';
import { readTable, type TableCell } from './table-file';

type Codes = Sourced<readonly unknown[]>;

/** "RedemptionCode". */
const columns = ['code', 'pin', 'notes', 'kind', 'brand', 'purpose', 'value'];

/** A redemption code's `value` is dollars everywhere, with a point and no float before it is JSON. */
function readValue(typed: string, place: string): number {
  const [, digits] = /^\$?(\d{1,12}(?:\.\d{1,2})?)$/.exec(typed) ?? [];
  if (digits !== undefined) return Number(digits);
  throw usageFailure(`${place} takes dollars, such as 25 or 25.50`);
}

/** Puts every code and PIN behind the redactor, however the list that holds them is shaped. */
export function guardCodes(codes: unknown, redactor: Redactor): void {
  for (const secret of codesIn({ redemptionCodes: codes })) redactor.add(secret);
}

function fromJson(file: InputFile): Codes {
  const value = parseJsonFile(file);
  if (!Array.isArray(value)) {
    throw usageFailure(`${file.name} holds no list of redemption codes`, {
      hint: 'JSON is an array of objects with code, and where wanted pin, value, kind, brand.',
    });
  }
  return { value, nameOf: (rest) => jsonPlace(file, rest) };
}

async function fromTable(file: InputFile): Promise<Codes> {
  const rows = await readTable(file, {
    columns: columns.map((field) => ({ field, names: [] })),
    secret: true,
  });
  const readCell = ({ field, text, place }: TableCell) =>
    [field, field === 'value' ? readValue(text, place) : text] as const;
  return {
    value: rows.map(({ cells }) => Object.fromEntries(cells.map(readCell))),
    nameOf: ([index = '', member]) => {
      const row = rows[Number(index)];
      return [row?.place ?? file.name, member && `column ${member}`].filter(Boolean).join(', ');
    },
  };
}

/**
 * The redemption codes in a csv, tsv or json file. No message repeats anything that stands in it.
 * Throws a usage failure that names the place.
 */
export async function readCodesFile(file: InputFile, redactor: Redactor): Promise<Codes> {
  const codes = looksTabular(file) ? await fromTable(file) : fromJson(file);
  guardCodes(codes.value, redactor);
  return codes;
}
