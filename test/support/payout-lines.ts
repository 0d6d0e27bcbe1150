import { type OpenedFile, openPayoutTable, readFiles } from '../../src/imports/payouts/files';
import type { FormatOptions } from '../../src/imports/payouts/formats';

/** How the tests read files, on this day. */
const reading = { dateOrder: undefined, today: '2026-07-01' };

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
  return openPayoutTable({ name, chunks: chunks() }, { ...options, ...reading, table: {} });
}

/** The rows of such files in one run. */
export function readOpened(
  files: readonly OpenedFile[],
  given: Partial<Parameters<typeof readFiles>[1]> = {},
) {
  return readFiles(files, { ...reading, ...given });
}

/** What each row of such a file says. */
export async function readLines(
  lines: Lines | Buffer,
  options: FormatOptions = {},
  given: Partial<Parameters<typeof readFiles>[1]> = {},
) {
  const [file] = readOpened([await openedLines(lines, options)], given);
  return (file?.rows ?? []).map(({ row }) => row);
}
