import { largest } from '../lib/once';
import { type Cell, cellOf, columnHeading, isRightAligned, readPath, valueAt } from './fields';
import { type Extent, type Frame, fitColumns } from './fit';
import type { Paint } from './options';
import { cut, cutList, measure, wrapped } from './text';
import type { FieldKind, ListView, Nested, Rows, View, ViewColumn } from './view';

export interface CellSheet extends Pick<Frame, 'leaveOut' | 'leaveOutLast'> {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type FittedSheet = ReturnType<typeof fittedSheet>;

/** The elements of a list within a row; none if it is null, absent or not a list. */
export function elementsAt(row: unknown, path: string): readonly unknown[] {
  const value = valueAt(row, path);
  return Array.isArray(value) ? value : [];
}

/**
 * The order in which columns are dropped: bars, those named, those needed, then from last to first, identifiers
 * after everything else. The first identifier stays unless it was named: it tells what a row is about.
 */
function orderOfLeaving(
  headings: readonly string[],
  rows: CellSheet['rows'],
  { leaveOut = [], needed = [] }: Pick<ListView<never>, 'leaveOut' | 'needed'>,
): Pick<CellSheet, 'leaveOut' | 'leaveOutLast'> {
  const places = [...headings.keys()];
  const kinds = kindsOf(headings, rows);
  const isId = (place: number) => kinds[place] === 'id';
  const first = places.find(isId) ?? 0;
  const named = (names: readonly string[]) =>
    names.flatMap((heading) => places.filter((place) => headings[place] === heading));
  const others = places.filter((place) => place !== first).reverse();
  const last = [...named(needed), ...others.filter((one) => !isId(one)), ...others.filter(isId)];
  const bars = places.filter((place) => kinds[place] === 'bar');
  return { leaveOut: [...bars, ...named(leaveOut)], leaveOutLast: last };
}

/** Rows that belong to a row follow it, indented. */
export async function listSheet<T>(
  view: ListView<T>,
  columns: readonly ViewColumn<T>[],
  rows: Rows<T>,
): Promise<CellSheet> {
  const cells: (readonly Cell[])[] = [];
  const isOwn = columns === view.table;
  const { below } = isOwn ? view : {};
  for await (const row of rows) {
    cells.push(columns.map((column) => cellOf(view, row, column)));
    if (below === undefined) continue;
    for (const element of elementsAt(row, below.at)) {
      const [first, ...others] = below.columns.map((column) =>
        cellOf(view, element, column, below.at),
      );
      if (first !== undefined) cells.push([{ ...first, text: `  ${first.text}` }, ...others]);
    }
  }
  const headings = columns.map((column) => columnHeading(view, column));
  return { headings, rows: cells, ...orderOfLeaving(headings, cells, isOwn ? view : {}) };
}

/** A list within a card as a table; if `numbered`, its first column numbers the elements. */
export function nestedSheet<T>(
  view: View<T>,
  { at, columns, leaveOut = [], numbered = false }: Nested,
  elements: readonly unknown[],
): CellSheet {
  // An order that is not sent yet has no ids.
  const known = columns.filter(
    (column) =>
      typeof column !== 'string' || elements.some((one) => readPath(one, column) !== undefined),
  );
  const number = (index: number): readonly Cell[] =>
    numbered ? [{ text: String(index + 1), kind: 'number' }] : [];
  const headings = [
    ...(numbered ? ['#'] : []),
    ...known.map((column) => columnHeading(view, column, at)),
  ];
  const rows = elements.map((element, index) => [
    ...number(index),
    ...known.map((column) => cellOf(view, element, column, at)),
  ]);
  return { headings, rows, ...orderOfLeaving(headings, rows, { leaveOut }) };
}

/** Each column's type that most restricts cutting, since all of its cells have the same width. */
function kindsOf(headings: readonly string[], rows: CellSheet['rows']): readonly FieldKind[] {
  return headings.map((_, place) => {
    const kinds = new Set(rows.flatMap((row) => row[place]?.kind ?? []));
    const all = [...kinds];
    if (kinds.has('id')) return 'id';
    return all.find(isRightAligned) ?? all.find((kind) => kind !== 'text') ?? 'text';
  });
}

/** Fits a table into `width` columns: names shrink to the width that they prefer, then columns are dropped. */
export function fittedSheet(
  sheet: CellSheet,
  { width, boxed }: { readonly width: number; readonly boxed: boolean },
) {
  const { headings, rows, leaveOut, leaveOutLast } = sheet;
  const kinds = kindsOf(headings, rows);
  const extents = headings.map((heading, place): Extent => {
    const kind = kinds[place] ?? 'text';
    // A text beyond the terminal's width counts only if it is never cut.
    const most = kind === 'id' ? Number.POSITIVE_INFINITY : width;
    let [content, atLeast, preferred] = [0, 0, 0];
    for (const row of rows) {
      const { text = '', items, preferredWidth = 0, kind: own } = row[place] ?? {};
      preferred = Math.max(preferred, preferredWidth);
      content = Math.max(content, measure(cut(text, most)));
      const least =
        items === undefined ? measure(text.trim()) : largest(items.map(measure)) + ', …'.length;
      if (own === 'id') atLeast = Math.max(atLeast, least);
    }
    return { content, atLeast, preferred, heading: measure(cut(heading, most)), kind };
  });
  const fitted = fitColumns(extents, { width, boxed, leaveOut, leaveOutLast });
  const { places, widths } = fitted;
  const shown = ({ text, kind, items, link }: Cell, index: number): Cell => {
    const room = widths[index] ?? 0;
    const isWhole = kind === 'id' && items === undefined;
    const short = items !== undefined ? cutList(items, room) : isWhole ? text : cut(text, room);
    return { text: short, kind, link };
  };
  return {
    ...fitted,
    kinds: places.map((place) => kinds[place] ?? 'text'),
    /** Headings of the columns that were dropped; a bar repeats another one. */
    missing: headings.filter((_, place) => !places.includes(place) && kinds[place] !== 'bar'),
    sheet: {
      leaveOut: [],
      leaveOutLast: [],
      headings: places.map((place, index) => cut(headings[place] ?? '', widths[index] ?? 0)),
      rows: rows
        .map((row) => places.map((place): Cell => row[place] ?? { text: '', kind: 'text' }))
        .flatMap((row) => linesOf(row, widths))
        .map((row) => row.map(shown)),
    },
  };
}

function linesOf(row: readonly Cell[], widths: readonly number[]): readonly (readonly Cell[])[] {
  const texts = row.map(({ text, wraps }, index) =>
    wraps ? wrapped(text, widths[index] ?? 0) : [text],
  );
  return Array.from({ length: largest(texts.map(({ length }) => length)) }, (_, line) =>
    row.map((cell, index) => {
      const text = texts[index]?.[line] ?? '';
      return line === 0 ? { ...cell, text } : { text, kind: cell.kind };
    }),
  );
}

export function plainTable({ headings, rows }: CellSheet, paint: Paint): string {
  const right = kindsOf(headings, rows).map(isRightAligned);
  const widths = headings.map((heading) => measure(heading));
  for (const cells of rows) {
    for (const [index, { text }] of cells.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, measure(text));
    }
  }
  const line = (cells: readonly Cell[], painted: (cell: Cell) => string) =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - measure(cell.text)));
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
