import { type Cell, standsRight } from './cell';
import type { Paint } from './paint';
import type { Sheet } from './sheet';
import { type Measure, measureFor } from './width';

/** A text column is not cut below this, so that a narrow terminal wraps rather than shows nothing. */
const narrowest = 6;
const ellipsis = '…';

/** Kinds that say nothing once they are cut. */
function mayBeCut({ kind }: Cell): boolean {
  return kind === 'text' || kind === 'list' || kind === 'object';
}

/** The widths that fit `room`: the widest columns that may be cut give way first. */
export function fitted(natural: readonly number[], cuttable: readonly boolean[], room: number) {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const candidates = widths.map((width, index) =>
      cuttable[index] && width > narrowest ? width : 0,
    );
    const widest = Math.max(0, ...candidates);
    if (widest === 0) return widths;
    const second = Math.max(narrowest, ...candidates.filter((width) => width < widest));
    const several = candidates.filter((width) => width === widest).length;
    const each = Math.max(1, Math.min(widest - second, Math.floor(excess / several)));
    for (const [index, width] of candidates.entries()) {
      if (width !== widest || excess <= 0) continue;
      widths[index] = width - each;
      excess -= each;
    }
  }
  return widths;
}

/** Cuts a text to a width, never through a character. */
function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (measure(kept + segment + ellipsis) > width) break;
    kept += segment;
  }
  return kept.trimEnd() + ellipsis;
}

/** A table with box lines, fitted to the width of the terminal. */
export async function boxedTable(
  { headings, rows }: Sheet,
  paint: Paint,
  terminalWidth: number,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const measure = await measureFor([
    ...headings,
    ...rows.flatMap((cells) => cells.map(({ text }) => text)),
  ]);
  const columns = headings.map((heading, index) => ({
    heading,
    cells: rows.map((cells) => cells[index] ?? { text: '', kind: 'text' as const }),
  }));
  const natural = columns.map(({ heading, cells }) =>
    Math.max(measure(heading), ...cells.map(({ text }) => measure(text))),
  );
  // A line between the columns and at both ends, and a space at each side of every cell.
  const room = terminalWidth - (3 * columns.length + 1);
  const widths = fitted(
    natural,
    columns.map(({ cells }) => cells.every(mayBeCut)),
    room,
  );
  const table = new Table({
    head: columns.map(({ heading }, index) =>
      paint.heading(cut(heading, widths[index] ?? 0, measure)),
    ),
    colWidths: widths.map((width) => width + 2),
    colAligns: columns.map(({ cells }) =>
      cells.some(({ kind }) => standsRight(kind)) ? 'right' : 'left',
    ),
    style: { head: [], border: [], compact: true },
  });
  for (const cells of rows) {
    table.push(
      cells.map((cell, index) =>
        paint.cell({ ...cell, text: cut(cell.text, widths[index] ?? 0, measure) }),
      ),
    );
  }
  return `${table.toString()}\n`;
}
