import type { CellType } from './view';

/** No column is cut below this: a narrow terminal wraps its lines rather than show nothing. */
const narrowest = 6;
const narrowestHeading = 4;

/** Free text gives way first, then what is copied and compared; a cut amount would be a wrong one. */
const giveWay: readonly (readonly CellType[])[] = [
  ['text', 'list', 'object'],
  ['id', 'status', 'date', 'moment', 'yesNo'],
];

export interface Extent {
  /** What the widest cell takes. */
  readonly content: number;
  readonly heading: number;
  readonly kind: CellType;
}

/** Takes `excess` off the widest columns that are still wider than their floor, evenly. */
function narrow(widths: number[], floors: readonly number[], excess: number): number {
  let left = excess;
  while (left > 0) {
    const open = widths.map((width, index) => (width > (floors[index] ?? 0) ? width : 0));
    const widest = Math.max(0, ...open);
    if (widest === 0) break;
    const tied = open.flatMap((width, index) => (width === widest ? index : []));
    const next = Math.max(
      ...open.filter((width) => width < widest),
      ...tied.map((index) => floors[index] ?? 0),
    );
    const each = Math.max(1, Math.min(widest - next, Math.floor(left / tied.length)));
    for (const index of tied) {
      if (left <= 0) break;
      widths[index] = widest - each;
      left -= each;
    }
  }
  return left;
}

/** The widths with which columns fit into `room`, or come as near as they can. */
export function fittedWidths(columns: readonly Extent[], room: number): readonly number[] {
  const widths = columns.map(({ content, heading }) => Math.max(content, heading));
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  // A heading wider than all that stands below it gives way before any of that does.
  const contents = columns.map(({ content }) => Math.max(content, narrowestHeading));
  excess = narrow(widths, contents, excess);
  for (const kinds of giveWay) {
    const floors = columns.map(({ kind }, index) =>
      kinds.includes(kind) ? narrowest : (widths[index] ?? 0),
    );
    excess = narrow(widths, floors, excess);
  }
  return widths;
}
