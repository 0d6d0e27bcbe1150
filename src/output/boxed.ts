import Table, { type HorizontalAlignment } from 'cli-table3';
import { type Cell, isRightAligned } from './fields';
import type { Paint } from './options';
import type { CellSheet, FittedSheet } from './sheet';
import { isPlainAscii, measure } from './text';

/** Replaces one column of a text that cli-table3 would measure wrong. */
const standIn = '\ue000';
const rowsAtOnce = 100;
const standInRuns = /\ue000+/g;

/** The lines of a box for a locale without box-drawing characters. */
const asciiLines = Object.fromEntries([
  ...['top', 'bottom', 'mid'].map((name) => [name, '-']),
  ...['left', 'right', 'middle'].map((name) => [name, '|']),
  ...['top', 'bottom'].flatMap((edge) =>
    ['left', 'right', 'mid'].map((place) => [`${edge}-${place}`, '+']),
  ),
  ...['left', 'right', 'mid'].map((place) => [`${place}-mid`, '+']),
]);

export function boxedTable(fitted: FittedSheet, paint: Paint, ascii: boolean): string {
  const { sheet, widths, kinds, padding } = fitted;
  // cli-table3 measures newer emoji, marks and links wrong: it receives stand-ins for such texts, which come
  // back in the order in which cells are laid out.
  const unmeasurable: string[] = [];
  const standInFor = (cell: Cell, shown: string) => {
    if (isPlainAscii(cell.text) && shown === cell.text) return shown;
    const standIns = standIn.repeat(measure(cell.text));
    if (standIns !== '') unmeasurable.push(shown);
    return standIns;
  };
  const options = {
    ...(ascii ? { chars: asciiLines } : {}),
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
    paint.heading(standInFor({ text, kind: 'text' }, text)),
  );
  const parts = inParts(sheet.rows).map((rows, part, { length }) => {
    const table = new Table(part === 0 ? { ...options, head } : options);
    for (const row of rows) {
      table.push(
        row.map((cell) => paint.tone({ ...cell, text: standInFor(cell, paint.link(cell)) })),
      );
    }
    // Only the first part keeps its top line, and only the last its bottom line.
    const lines = table.toString().split('\n');
    return lines.slice(part === 0 ? 0 : 1, part === length - 1 ? undefined : -1).join('\n');
  });
  return `${parts.join('\n').replace(standInRuns, () => unmeasurable.shift() ?? '')}\n`;
}

/** cli-table3 takes four times as long for twice the rows, so long tables are laid out in parts. */
function inParts(rows: CellSheet['rows']): readonly CellSheet['rows'][] {
  const count = Math.max(1, Math.ceil(rows.length / rowsAtOnce));
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}
