import type { Kind } from './view';

/** No column is cut below this: a narrow terminal wraps its lines rather than show nothing. */
const narrowest = 6;

/** Free text gives way first, then what is copied and compared; a cut amount would be a wrong one. */
const giveWay: readonly (readonly Kind[])[] = [
  ['text', 'list', 'object'],
  ['id', 'status', 'date', 'moment', 'yesNo'],
];

export interface Extent {
  /** What the widest cell takes. */
  readonly width: number;
  readonly kind: Kind;
}

/** Takes `excess` off the widest of the columns that may give way, evenly. */
function narrow(widths: number[], mayGiveWay: (index: number) => boolean, excess: number): number {
  let left = excess;
  while (left > 0) {
    const open = widths.map((width, index) => (mayGiveWay(index) && width > narrowest ? width : 0));
    const widest = Math.max(0, ...open);
    if (widest === 0) break;
    const next = Math.max(narrowest, ...open.filter((width) => width < widest));
    const several = open.filter((width) => width === widest).length;
    const each = Math.max(1, Math.min(widest - next, Math.floor(left / several)));
    for (const [index, width] of open.entries()) {
      if (width !== widest || left <= 0) continue;
      widths[index] = width - each;
      left -= each;
    }
  }
  return left;
}

/** The widths with which columns fit into `room`, or come as near as they can. */
export function fittedWidths(columns: readonly Extent[], room: number): readonly number[] {
  const widths = columns.map(({ width }) => width);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (const kinds of giveWay) {
    const mayGiveWay = (index: number) => kinds.includes(columns[index]?.kind ?? 'text');
    excess = narrow(widths, mayGiveWay, excess);
  }
  return widths;
}
