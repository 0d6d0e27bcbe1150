import { headerName } from '../lib/fold';
import { counted } from '../lib/words';
import type { Reading } from './record';

const signs = [',', ';', '\t', '|'];

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

/**
 * True if the lines of a quoted cell are rows, as between the quotes of `Sony 55"` and `LG 65"`: its first
 * line ends the row that it is in, the last one begins another.
 */
export function holdsRows(cell: string, index: number, width: number): boolean {
  const [first = '', ...others] = cell.split(/\r?\n/);
  const last = others.pop();
  return (
    last !== undefined &&
    signs.some(
      (sign) =>
        index + countOf(first, sign) === width - 1 &&
        countOf(last, sign) === index &&
        others.every((line) => countOf(line, sign) === width - 1),
    )
  );
}

/**
 * The rows of a file without those that repeat its header, as between months that were pasted together. Warns
 * of the first one with a cell that holds rows.
 */
export function ownRows<R extends { readonly line: number; readonly cells: readonly string[] }>(
  { name, header }: { readonly name: string; readonly header: readonly string[] },
  all: readonly R[],
  reading: Reading = {},
): readonly R[] {
  const own = header.map(headerName);
  // The columns of a file without a header are named by their numbers.
  const hasNames = own.some((one) => /\D/.test(one));
  const isHeader = ({ cells }: R) => cells.every((cell, at) => headerName(cell) === own[at]);
  const rows = hasNames ? all.filter((row) => !isHeader(row)) : all;
  if (rows.length < all.length) {
    const lines = counted(all.length - rows.length, 'lines');
    reading.onNotice?.(`${name}: left out ${lines} with the header again`);
  }
  const isOdd = (cell: string, index: number) => holdsRows(cell, index, header.length);
  const row = rows.find(({ cells }) => cells.some(isOdd));
  if (row !== undefined) {
    reading.onWarning?.(
      `${name}, line ${row.line}: one cell holds whole lines. If a quote in it is stray, their rows are lost.`,
    );
  }
  return rows;
}
