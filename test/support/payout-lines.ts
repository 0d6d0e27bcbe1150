import { type OpenedFile, openPayoutTable, readFiles } from '../../src/imports/payouts/files';
import type { FormatOptions } from '../../src/imports/payouts/formats';
import type { DateOrder } from '../../src/tabular/date';

const quotedCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

export type Lines = readonly (readonly string[])[];

/** A payout file of these lines, the header first, or of these bytes. */
export function openedLines(
  lines: Lines | Buffer,
  options: FormatOptions = {},
  name = 'f.csv',
): Promise<OpenedFile> {
  async function* chunks() {
    if (Buffer.isBuffer(lines)) yield lines;
    else for (const line of lines) yield Buffer.from(`${line.map(quotedCell).join(',')}\n`);
  }
  return openPayoutTable(
    { name, chunks: chunks() },
    { ...options, table: {}, dateOrder: undefined },
  );
}

/** What each row of such a file says. */
export async function readLines(
  lines: Lines | Buffer,
  options: FormatOptions = {},
  dateOrder?: DateOrder,
) {
  const [file] = readFiles([await openedLines(lines, options)], dateOrder);
  return (file?.rows ?? []).map(({ row }) => row);
}
