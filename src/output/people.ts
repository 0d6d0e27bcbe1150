import { largest } from '../lib/once';
import { type Cell, cellOf, columnHeading, nothing, readPath } from './fields';
import { type OutputParts, paintOf } from './options';
import {
  type CellSheet,
  elementsAt,
  fittedSheet,
  listSheet,
  nestedSheet,
  plainTable,
} from './sheet';
import { spoken } from './spoken';
import { listSeparator, measure, visibleLine, visibleLines, wrapped, wrappedLines } from './text';
import type { Card, CardView, ListView, Rows, View } from './view';

/** Below this width, box lines take up more room than they are worth. */
const narrowestBox = 100;

/** The paths of the fields asked for; undefined without --fields. */
type Fields = readonly string[] | undefined;

const indentation = '  ';

/** A line that makes sense when it is read aloud by itself. */
function labeled(heading: string, { text }: Cell): string {
  return `${spoken(heading)}: ${spoken(text)}\n`;
}

/** A block of labeled lines for each row; a row below another one is a line of its block. */
function labeledRows({ headings, rows }: CellSheet): string {
  const blocks = rows.map((row, index) => {
    const said = row.flatMap((cell, place) => {
      const isSaid = cell.kind !== 'bar' && !['', nothing].includes(cell.text.trim());
      return isSaid ? [[headings[place] ?? '', cell] as const] : [];
    });
    if (row[0]?.text.startsWith(indentation)) {
      return `Below it: ${said.map(([, { text }]) => spoken(text.trim())).join(listSeparator)}\n`;
    }
    return (index > 0 ? '\n' : '') + said.map((one) => labeled(...one)).join('');
  });
  return blocks.join('');
}

/** Headings and values side by side. A value that doesn't fit starts below, so that an id stays whole. */
function alignedLines(
  lines: readonly { readonly heading: string; readonly cell: Cell }[],
  { paint, width, accessible }: Layout,
  indent: number,
): string {
  if (accessible) return lines.map(({ heading, cell }) => labeled(heading, cell)).join('');
  const beside = Math.max(0, ...lines.map(({ heading }) => measure(heading))) + 2;
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - indent - beside;
  return lines
    .map(({ heading, cell }) => {
      const space = ' '.repeat(beside - measure(heading));
      const longest = largest(cell.text.split(' ').map(measure));
      const isBeside = longest <= room;
      const below = ' '.repeat(isBeside ? beside : indentation.length);
      const texts = wrapped(cell.text, isBeside ? room : room + beside - below.length);
      const values = texts.map((text) => paint.cell({ ...cell, text })).join(`\n${below}`);
      return `${paint.faint(heading)}${isBeside ? space : `\n${below}`}${values}\n`;
    })
    .join('');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, indentation);
}

function wholeCard<T>(view: View<T>, card: Card<T>, row: T, layout: Layout): string {
  const { paint, width } = layout;
  const lines = card.lines
    .map((column) => ({ heading: columnHeading(view, column), cell: cellOf(view, row, column) }))
    .filter(({ cell }) => cell.text !== nothing);
  const parts = [
    `${wrapped(visibleLine(card.title(row)), width ?? Infinity)
      .map(paint.heading)
      .join('\n')}\n`,
    indent(alignedLines(lines, layout, indentation.length)),
  ];
  for (const section of card.sections ?? []) {
    const rows = elementsAt(row, section.at);
    const isKnown = readPath(row, section.at) !== undefined;
    if (rows.length === 0 && (section.empty === undefined || !isKnown)) continue;
    const body =
      rows.length === 0
        ? `${section.empty}\n`
        : drawnTable(nestedSheet(view, section, rows), layout, indentation.length).text;
    parts.push(`\n${paint.heading(section.heading)}\n${indent(body)}`);
  }
  return parts.join('');
}

/** One thing in full; with `fields`, only those, one per line. */
function cardText<T>(view: CardView<T>, row: T, fields: Fields, layout: Layout): string {
  if (fields !== undefined) {
    const lines = fields.map((path) => ({
      heading: columnHeading(view, path),
      cell: cellOf(view, row, path),
    }));
    return alignedLines(lines, layout, 0);
  }
  if (typeof view.card === 'function') {
    const card = visibleLines(view.card(row));
    const text = layout.accessible ? spoken(card) : card;
    return `${layout.width === undefined ? text : wrappedLines(text, layout.width)}\n`;
  }
  return wholeCard(view, view.card, row, layout);
}

type Layout = Awaited<ReturnType<typeof layoutFor>>;

/** Loads what a card or a table needs: cli-table3 only for a box. */
async function layoutFor({ options }: Pick<OutputParts, 'options'>) {
  const { color, width, accessible } = options;
  const isBoxed = !accessible && width !== undefined && width >= narrowestBox;
  return {
    ...options,
    paint: await paintOf(color, width !== undefined),
    box: isBoxed ? (await import('./boxed')).boxedTable : undefined,
  };
}

/** A table, `indent` columns from the left; `missing` are the headings of columns that have no room. */
function drawnTable(
  sheet: CellSheet,
  { width, ascii, accessible, paint, box }: Layout,
  indent = 0,
) {
  if (accessible) return { text: labeledRows(sheet), missing: [] };
  if (width === undefined) return { text: plainTable(sheet, paint), missing: [] };
  const fitted = fittedSheet(sheet, { width: width - indent, boxed: box !== undefined });
  // Let the terminal wrap an identifier that is wider than itself; a box would get in the way.
  const isPlain = box === undefined || !fitted.fits;
  const text = isPlain ? plainTable(fitted.sheet, paint) : box(fitted, paint, ascii);
  return { text, missing: fitted.missing };
}

/** The text that `printCards` prints of one thing, without color. */
export async function drawnCard<T>(view: CardView<T>, row: T, { options }: OutputParts) {
  return cardText(view, row, undefined, await layoutFor({ options: { ...options, color: false } }));
}

export async function printCards<T>(
  view: CardView<T>,
  rows: Rows<T>,
  fields: Fields,
  parts: OutputParts,
) {
  const { sink } = parts;
  const layout = await layoutFor(parts);
  let gap = '';
  for await (const row of rows) {
    await sink.write(gap + cardText(view, row, fields, layout));
    if (sink.closed) return;
    gap = '\n';
  }
}

/** Prints a table, or notices that it is empty. Notices which columns have no room. */
export async function printTable<T>(
  view: ListView<T>,
  rows: Rows<T>,
  fields: Fields,
  parts: OutputParts,
) {
  const { sink, notices } = parts;
  const sheet = await listSheet(view, fields ?? view.table, rows);
  if (sheet.rows.length === 0) return notices.notice(view.empty);
  const { text, missing } = drawnTable(sheet, await layoutFor(parts));
  await sink.write(text);
  if (missing.length > 0) {
    notices.notice(`The terminal is too narrow for ${missing.join(', ')}. Try -o csv, or a pipe.`);
  }
}
