import { type Cell, cellOf, columnHeading, type Reading } from './cell';
import type { Paint } from './paint';
import { visibleLine, visibleLines } from './safe-text';
import { elementsAt, nestedSheet, type Sheet } from './sheet';
import type { Card, View } from './view';
import { measureFor } from './width';

/** Sets a table, `indent` columns from the left. */
export type TableWriter = (sheet: Sheet, indent: number) => Promise<string>;

export interface CardOptions {
  readonly reading: Reading;
  readonly paint: Paint;
  readonly table: TableWriter;
}

const indentation = '  ';

interface Line {
  readonly heading: string;
  readonly cell: Cell;
}

async function alignedLines(lines: readonly Line[], paint: Paint): Promise<string> {
  const measure = await measureFor(lines.map(({ heading }) => heading));
  const width = Math.max(0, ...lines.map(({ heading }) => measure(heading)));
  return lines
    .map(({ heading, cell }) => {
      const space = ' '.repeat(width - measure(heading));
      return `${paint.faint(heading)}${space}  ${paint.cell(cell)}\n`;
    })
    .join('');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, indentation);
}

async function wholeCard<T>(view: View<T>, card: Card<T>, row: T, options: CardOptions) {
  const { reading, paint, table } = options;
  const lines = card.lines.map((column) => ({
    heading: columnHeading(view, column),
    cell: cellOf(view, row, column, reading),
  }));
  const parts = [
    `${paint.heading(visibleLine(card.title(row)))}\n`,
    indent(await alignedLines(lines, paint)),
  ];
  for (const section of card.sections ?? []) {
    const rows = elementsAt(row, section.at);
    if (rows.length === 0 && section.empty === undefined) continue;
    const body =
      rows.length === 0
        ? `${section.empty}\n`
        : await table(nestedSheet(view, section, rows, reading), indentation.length);
    parts.push(`\n${paint.heading(section.heading)}\n${indent(body)}`);
  }
  return parts.join('');
}

/** One thing in full; with `fields`, these alone, a line each. */
export async function cardText<T>(
  view: View<T>,
  row: T,
  fields: readonly string[] | undefined,
  options: CardOptions,
): Promise<string> {
  if (fields !== undefined) {
    return alignedLines(
      fields.map((path) => ({
        heading: columnHeading(view, path),
        cell: cellOf(view, row, path, options.reading),
      })),
      options.paint,
    );
  }
  if (typeof view.card === 'function') return `${visibleLines(view.card(row))}\n`;
  return wholeCard(view, view.card, row, options);
}
