import type { HorizontalAlignment } from 'cli-table3';
import { type Cell, standsRight } from './cell';
import { fittedWidths } from './fit';
import type { Paint } from './paint';
import type { Sheet } from './sheet';
import { cut, isPlain, type Measure, measureFor } from './text';
import type { CellType } from './view';

/** Stands for one column of a text whose width cli-table3 would get wrong. */
const standIn = '\ue000';
const rowsAtOnce = 100;
const standInRuns = /\ue000+/g;

interface BoxColumn {
  readonly heading: string;
  readonly cells: readonly Cell[];
  readonly kind: CellType;
}

/** The kind that most hinders a column from being cut, since one width holds for all its cells. */
function kindOfColumn(cells: readonly Cell[]): CellType {
  return (
    cells.find(({ kind }) => standsRight(kind))?.kind ??
    cells.find(({ kind }) => kind !== 'text')?.kind ??
    'text'
  );
}

function columnsOf({ headings, rows }: Sheet): readonly BoxColumn[] {
  return headings.map((heading, index) => {
    const cells = rows.flatMap((row) => row[index] ?? []);
    return { heading, cells, kind: kindOfColumn(cells) };
  });
}

/** No wider than `room`: how far beyond it a text goes makes no difference. */
function extent({ heading, cells, kind }: BoxColumn, room: number, measure: Measure) {
  const widthOf = (text: string) => measure(cut(text, room, measure));
  const content = cells.reduce((widest, { text }) => Math.max(widest, widthOf(text)), 0);
  return { content, heading: widthOf(heading), kind };
}

/** The widths of the columns, and the space at each side of a cell: none where it gets narrow. */
function fitted(columns: readonly BoxColumn[], width: number, measure: Measure) {
  // A line between the columns and at both ends.
  const room = width - (columns.length + 1);
  const extents = columns.map((column) => extent(column, room, measure));
  const natural = extents.reduce(
    (sum, { content, heading }) => sum + Math.max(content, heading),
    0,
  );
  const padding = natural + 2 * columns.length <= room ? 1 : 0;
  return { padding, widths: fittedWidths(extents, room - 2 * padding * columns.length) };
}

/**
 * cli-table3 measures with an old table of wide characters, in which newer emoji and the marks of
 * many scripts have another width: such a text is set by stand-ins and put in afterwards.
 */
class WideTexts {
  readonly #texts: string[] = [];

  constructor(readonly measure: Measure) {}

  /** What cli-table3 is given for a text. They must come in the order in which they are set. */
  standInFor(text: string): string {
    if (isPlain(text)) return text;
    const standIns = standIn.repeat(this.measure(text));
    if (standIns !== '') this.#texts.push(text);
    return standIns;
  }

  putInto(table: string): string {
    return table.replace(standInRuns, () => this.#texts.shift() ?? '');
  }
}

/** A table with box lines, fitted to the width of the terminal. */
export async function boxedTable(sheet: Sheet, paint: Paint, width: number): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const columns = columnsOf(sheet);
  const measure = await measureFor(
    columns.flatMap(({ heading, cells }) => [heading, ...cells.map(({ text }) => text)]),
  );
  const { widths, padding } = fitted(columns, width, measure);
  const texts = new WideTexts(measure);
  const set = (text: string, index: number) =>
    texts.standInFor(cut(text, widths[index] ?? 0, measure));
  const options = {
    colWidths: widths.map((one) => one + 2 * padding),
    colAligns: columns.map(
      ({ kind }): HorizontalAlignment => (standsRight(kind) ? 'right' : 'left'),
    ),
    style: {
      head: [],
      border: [],
      compact: true,
      'padding-left': padding,
      'padding-right': padding,
    },
  };
  const head = columns.map(({ heading }, index) => paint.heading(set(heading, index)));
  const parts = inParts(sheet.rows).map((rows, part, { length }) => {
    const table = new Table(part === 0 ? { ...options, head } : options);
    for (const row of rows) {
      table.push(row.map(({ text, kind }, index) => paint.cell({ text: set(text, index), kind })));
    }
    // Only the first part has its upper line, and only the last its lower one.
    const lines = table.toString().split('\n');
    return lines.slice(part === 0 ? 0 : 1, part === length - 1 ? undefined : -1).join('\n');
  });
  return `${texts.putInto(parts.join('\n'))}\n`;
}

/** cli-table3 takes four times as long for twice the rows: long tables are set part by part. */
function inParts(rows: Sheet['rows']): readonly Sheet['rows'][] {
  const count = Math.max(1, Math.ceil(rows.length / rowsAtOnce));
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}
