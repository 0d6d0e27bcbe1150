import { type Cell, cellOf, columnHeading, type Reading } from './cell';
import { valueAt } from './fields';
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
