import { type Cell, standsRight } from './cell';
import type { Paint } from './paint';
import type { Sheet } from './sheet';
import { measureFor } from './width';

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
