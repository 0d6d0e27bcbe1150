import type { HorizontalAlignment } from 'cli-table3';
import { type Cell, isRightAligned } from './cell';
import type { Paint } from './paint';
import type { FittedSheet, Sheet } from './sheet';
import { isPlain, type Measure } from './text';

/** Represents one column of a text whose width cli-table3 would get wrong. */
const standIn = '\ue000';
const rowsAtOnce = 100;
const standInRuns = /\ue000+/g;

/**
 * cli-table3 measures with an old table of wide characters, in which newer emoji and the marks of
 * many scripts have another width, and counts a link's address as text: such a text is set by
 * stand-ins and put in afterwards.
 */
class UnmeasurableTexts {
  readonly #texts: string[] = [];

  constructor(readonly measure: Measure) {}

  /** What cli-table3 is given for a cell. They must come in the order in which they are set. */
  standInFor(cell: Cell, shown: string): string {
    if (isPlain(cell.text) && shown === cell.text) return shown;
    const standIns = standIn.repeat(this.measure(cell.text));
    if (standIns !== '') this.#texts.push(shown);
    return standIns;
  }

  putInto(table: string): string {
    return table.replace(standInRuns, () => this.#texts.shift() ?? '');
  }
}

/** A table with box lines, of the widths that were worked out for it. */
export async function boxedTable(fitted: FittedSheet, paint: Paint): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const { sheet, widths, kinds, padding, measure } = fitted;
  const texts = new UnmeasurableTexts(measure);
  const options = {
    colWidths: widths.map((one) => one + 2 * padding),
    colAligns: kinds.map((kind): HorizontalAlignment => (isRightAligned(kind) ? 'right' : 'left')),
    style: {
      head: [],
      border: [],
      compact: true,
      'padding-left': padding,
      'padding-right': padding,
    },
  };
  const head = sheet.headings.map((text) =>
    paint.heading(texts.standInFor({ text, kind: 'text' }, text)),
  );
  const parts = inParts(sheet.rows).map((rows, part, { length }) => {
    const table = new Table(part === 0 ? { ...options, head } : options);
    for (const row of rows) {
      table.push(
        row.map((cell) => paint.tone({ ...cell, text: texts.standInFor(cell, paint.link(cell)) })),
      );
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
