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

/** Warns of the first row with such a cell. */
export function warnOfRowsInCells(
  { name, header }: { readonly name: string; readonly header: readonly string[] },
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
  reading: Reading = {},
): void {
  const isOdd = (cell: string, index: number) => holdsRows(cell, index, header.length);
  const row = rows.find(({ cells }) => cells.some(isOdd));
  if (row === undefined) return;
  reading.onWarning?.(
    `${name}, line ${row.line}: one cell holds whole lines. If a quote in it is stray, their rows are lost.`,
  );
}
