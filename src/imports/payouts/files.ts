import { isUnreadable, type ReadRow } from '../../insight/reconcile/model';
import { plainName } from '../../lib/fold';
import { type CentsSign, centsSign, readAmount } from '../../tabular/amount';
import type { DateOrder } from '../../tabular/date';
import type { TableRecord } from '../../tabular/record';
import { numberAt } from '../../tabular/rows';
import { formatOf } from './formats';
import type { ReadColumn, Recognized } from './header';
import { hasOtherDates, rowReader } from './rows';
import { isTotalLine } from './states';

/** A payout file whose header was found. */
export interface OpenedFile {
  /** The file's name as the user typed it, or "standard input". */
  readonly file: string;
  /** The hash of its bytes and of the cells that were read from them. */
  readonly content: string;
  readonly recognized: Recognized;
  /** The header, unchanged. */
  readonly header: readonly string[];
  /** What follows the header. */
  readonly records: readonly TableRecord[];
}

export interface FileRow {
  readonly row: ReadRow;
  /** Unchanged. */
  readonly cells: readonly string[];
  /** Its amount, if it looks like a total of other rows. */
  readonly total?: { readonly cents: number | null | undefined };
}

/** A payout file, parsed as far as possible. */
export interface PayoutFile {
  readonly file: string;
  readonly content: string;
  readonly format: string;
  readonly columns: readonly ReadColumn[];
  readonly unknown: readonly string[];
  readonly header: readonly string[];
  readonly rows: readonly FileRow[];
}

const amountPlace = ({ columns }: Recognized) =>
  columns.find(({ field }) => field === 'amount')?.index ?? -1;

/** What the texts in a file's columns of amounts, read or not, show about points and commas. */
function signsIn({ recognized, header, records }: OpenedFile): Set<CentsSign | undefined> {
  const { amount, promised } = formatOf(recognized.format).columns;
  const names = [amount, promised].flat();
  const named = header.flatMap((name, index) => (names.includes(plainName(name)) ? [index] : []));
  const places = new Set([amountPlace(recognized), ...named]);
  const signs = new Set<CentsSign | undefined>();
  for (const record of records) {
    for (const place of places) {
      if (!numberAt(record, place).isNumber) signs.add(centsSign(record.cells[place]));
    }
  }
  return signs;
}

/**
 * The rows of the files of one run. Another amount of a file proves that a point begins its cents,
 * unless one of any file shows that a comma does.
 */
export function readFiles(
  files: readonly OpenedFile[],
  dateOrder: DateOrder | undefined,
): readonly PayoutFile[] {
  const signs = files.map(signsIn);
  if (signs.some((own) => own.has('comma'))) for (const own of signs) own.delete('point');
  return files.map((one, place) => {
    const { file, content, recognized, header, records } = one;
    const { format, columns, unknown } = recognized;
    const readRow = rowReader(recognized, {
      file,
      width: header.length,
      dateOrder,
      isDoubtful: hasOtherDates(recognized, records, dateOrder),
      signs: signs[place],
    });
    const amount = amountPlace(recognized);
    const rows = records.flatMap((record): FileRow[] => {
      const row = readRow(record);
      if (row === undefined) return [];
      const { cells } = record;
      const isTotal = isTotalLine(cells, row);
      return [{ row, cells, ...(isTotal && { total: { cents: readAmount(cells[amount]) } }) }];
    });
    return { file, content, format, columns, unknown, header, rows };
  });
}

/** Whether a file says of any row when it was paid. */
export const hasPaymentDates = ({ rows }: PayoutFile) =>
  rows.some(({ row }) => !isUnreadable(row) && row.paidOn !== null);

/**
 * Gives the paid rows of files without any date the day of payment that the user knows. It is no part
 * of their content: recorded on another day, they are the same rows.
 */
export function withPaymentDay(
  files: readonly PayoutFile[],
  paidOn: string,
): readonly PayoutFile[] {
  return files.map((file) => {
    if (hasPaymentDates(file)) return file;
    const rows = file.rows.map((one): FileRow => {
      const { row } = one;
      if (isUnreadable(row) || row.state !== 'paid') return one;
      return { ...one, row: { ...row, paidOn, isDayTyped: true, dates: row.dates ?? null } };
    });
    return { ...file, rows };
  });
}
