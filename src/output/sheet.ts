import { type Cell, cellOf, columnHeading, type Reading, standsRight } from './cell';
import { valueAt } from './fields';
import type { Paint } from './paint';
import { measureFor } from './text';
import type { Column, Nested, Rows, View } from './view';

/** A table before it is set: headings and rows of cells. */
export interface Sheet {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The elements of a list within a row; none where it is null, absent or no list. */
export function elementsAt(row: unknown, path: string): readonly unknown[] {
  const value = valueAt(row, path);
  return Array.isArray(value) ? value : [];
}

/** The rows of a list, each with what belongs below it indented. */
export async function listSheet<T>(
  view: View<T>,
  columns: readonly Column<T>[],
  rows: Rows<T>,
  reading: Reading,
): Promise<Sheet> {
  const cells: (readonly Cell[])[] = [];
  const { below } = columns === view.table ? view : {};
  for await (const row of rows) {
    cells.push(columns.map((column) => cellOf(view, row, column, reading)));
    if (below === undefined) continue;
    for (const element of elementsAt(row, below.at)) {
      const [first, ...others] = below.columns.map((column) =>
        cellOf(view, element, column, reading, below.at),
      );
      if (first !== undefined) cells.push([{ ...first, text: `  ${first.text}` }, ...others]);
    }
  }
  return { headings: columns.map((column) => columnHeading(view, column)), rows: cells };
}

/** A list within a card as a table of its own. */
export function nestedSheet<T>(
  view: View<T>,
  { at, columns }: Nested,
  elements: readonly unknown[],
  reading: Reading,
): Sheet {
  return {
    headings: columns.map((column) => columnHeading(view, column, at)),
    rows: elements.map((element) =>
      columns.map((column) => cellOf(view, element, column, reading, at)),
    ),
  };
}

/** Columns padded with two spaces: no lines, no cut, every row complete. */
export async function plainTable({ headings, rows }: Sheet, paint: Paint): Promise<string> {
  const measure = await measureFor([
    ...headings,
    ...rows.flatMap((cells) => cells.map(({ text }) => text)),
  ]);
  const right = headings.map((_, index) =>
    rows.some((cells) => standsRight(cells[index]?.kind ?? 'text')),
  );
  const widths = headings.map((heading) => measure(heading));
  for (const cells of rows) {
    for (const [index, { text }] of cells.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, measure(text));
    }
  }
  const line = (cells: readonly Cell[], painted: (cell: Cell) => string) =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - measure(cell.text));
        if (right[index]) return space + painted(cell);
        return index === cells.length - 1 ? painted(cell) : painted(cell) + space;
      })
      .join('  ')
      .trimEnd();
  const top = line(
    headings.map((text) => ({ text, kind: 'text' })),
    ({ text }) => paint.heading(text),
  );
  return [top, ...rows.map((cells) => line(cells, paint.cell))].map((one) => `${one}\n`).join('');
}
