import type { FieldKind } from './view';

/** Text is never cut below this width; a narrow terminal drops columns instead. */
const narrowestText = 8;
const narrowestHeading = 8;
/** The width up to which a name that people type is whole: other columns are dropped first. */
export const wholeName = 24;
/** Longer than any status, date or amount: anything wider is none of these and may be cut. */
const widestValue = 24;

const freeText: readonly FieldKind[] = ['text', 'list', 'object', 'any'];

export interface Extent {
  readonly content: number;
  /** The least its cells need: for a list of identifiers, its longest one. */
  readonly atLeast: number;
  /** The width that a text keeps as long as a column in `leaveOut` could be dropped instead. */
  readonly preferred: number;
  readonly heading: number;
  readonly kind: FieldKind;
}

/** The needs of a layout besides its cells. */
export interface Frame {
  readonly width: number;
  /** Box lines, rather than two spaces between the columns. */
  readonly boxed: boolean;
  /** Indexes of columns in the order in which they are dropped. */
  readonly leaveOut: readonly number[];
  /** The same for columns that are dropped only if text at its minimum width doesn't fit. */
  readonly leaveOutLast: readonly number[];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A heading that is wider than all its cells shrinks before any of them. */
function withShortHeading({ content, heading }: Extent): number {
  return Math.max(content, Math.min(heading, narrowestHeading));
}

/** The minimum width of a column: a cut identifier or amount would be wrong. */
function floorOf(extent: Extent): number {
  const { content, atLeast, kind } = extent;
  if (kind === 'id') return Math.max(atLeast, Math.min(extent.heading, narrowestHeading));
  if (!freeText.includes(kind)) return Math.min(withShortHeading(extent), widestValue);
  if (extent.preferred >= wholeName) return Math.min(withShortHeading(extent), wholeName);
  return Math.min(narrowestText, Math.max(content, extent.heading));
}

function wholeOf({ content, heading }: Extent): number {
  return Math.max(content, heading);
}

function preferredOf(extent: Extent): number {
  const { preferred } = extent;
  return Math.max(floorOf(extent), Math.min(preferred, wholeOf(extent)));
}

/** Takes `excess` off, one by one from the widest column that is still wider than its minimum. */
function narrow(widths: number[], floors: readonly number[], excess: number): number {
  for (let left = excess; ; left -= 1) {
    const open = widths.map((width, index) => (width > (floors[index] ?? 0) ? width : 0));
    const widest = Math.max(0, ...open);
    if (left <= 0 || widest === 0) return left;
    widths[open.indexOf(widest)] = widest - 1;
  }
}

/** The width of what is between and around the columns. */
function lines(columns: number, boxed: boolean): number {
  return boxed ? columns + 1 : 2 * (columns - 1);
}

/** Drops columns, one by one, until the rest fit at their preferred or else at their minimum widths. */
function remaining(extents: readonly Extent[], frame: Frame): readonly number[] {
  const { width, boxed, leaveOut, leaveOutLast } = frame;
  let places = extents.map((_, place) => place);
  const drop = (order: readonly number[], floor: (extent: Extent) => number) => {
    for (const place of order) {
      const left = places.flatMap((one) => extents[one] ?? []);
      // A bar must cost no name and no title its end.
      const hasBar = left.some(({ kind }) => kind === 'bar');
      const least = sum(left.map(hasBar ? wholeOf : floor));
      if (places.length === 1 || least <= width - lines(places.length, boxed)) break;
      places = places.filter((one) => one !== place);
    }
  };
  drop(leaveOut, preferredOf);
  drop(leaveOutLast, floorOf);
  return places;
}

/** The columns and widths with which a table fits, or comes as close to fitting as possible. */
export function fitColumns(extents: readonly Extent[], frame: Frame) {
  const { width, boxed } = frame;
  const places = remaining(extents, frame);
  const left = places.flatMap((place) => extents[place] ?? []);
  const room = width - lines(left.length, boxed);
  const widths = left.map(wholeOf);
  const padding = boxed && sum(widths) + 2 * left.length <= room ? 1 : 0;
  let excess = sum(widths) - room;
  excess = narrow(widths, left.map(withShortHeading), excess);
  for (const least of [preferredOf, floorOf]) {
    const floors = left.map((extent, index) =>
      freeText.includes(extent.kind) ? least(extent) : (widths[index] ?? 0),
    );
    excess = narrow(widths, floors, excess);
  }
  excess = narrow(widths, left.map(floorOf), excess);
  return { places, widths, padding, fits: excess <= 0 };
}
