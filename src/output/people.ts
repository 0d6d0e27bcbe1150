import { type Cell, cellOf, columnHeading, type Reading } from './cell';
import type { OutputDoors } from './output';
import { colorPaint, noPaint, type Paint } from './paint';
import { elementsAt, listSheet, nestedSheet, plainTable, type Sheet } from './sheet';
import { measureFor, visibleLine, visibleLines } from './text';
import type { Card, Rows, View } from './view';

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

/** Loads what a table needs: nothing but our own lines in a pipe, cli-table3 on a terminal. */
async function layoutFor({ options, clock }: OutputDoors): Promise<CardOptions> {
  const { color, width } = options;
  const paint = color ? await colorPaint() : noPaint;
  if (width === undefined) {
    return { reading: { today: undefined }, paint, table: (sheet) => plainTable(sheet, paint) };
  }
  const { boxedTable } = await import('./boxed');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  return {
    reading: { today },
    paint,
    table: (sheet, indent) => boxedTable(sheet, paint, width - indent),
  };
}

/** Prints one card after another. */
export async function printCards<T>(view: View<T>, rows: Rows<T>, doors: OutputDoors) {
  const { sink, options } = doors;
  const layout = await layoutFor(doors);
  let gap = '';
  for await (const row of rows) {
    await sink.write(gap + (await cardText(view, row, options.fields, layout)));
    if (sink.closed) return;
    gap = '\n';
  }
}

/** Prints a table, whose columns fit the widest cell of all rows; an empty one says so on stderr. */
export async function printTable<T>(view: View<T>, rows: Rows<T>, doors: OutputDoors) {
  const { sink, options, notices } = doors;
  const { reading, table } = await layoutFor(doors);
  const sheet = await listSheet(view, options.fields ?? view.table, rows, reading);
  if (sheet.rows.length === 0) notices.notice(view.empty);
  else await sink.write(await table(sheet, 0));
}
