const printableAscii = /^[\u0020-\u007e]*$/;
const ellipsis = '…';

/** Whether every character of a text is one column wide without a look into any table. */
export function isPlain(text: string): boolean {
  return printableAscii.test(text);
}

/** How many columns of a terminal a text takes. */
export type Measure = (text: string) => number;

/**
 * Plain ASCII, which nearly everything is, needs no table of wide characters: string-width is loaded
 * for the rest alone.
 */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (!isPlain(text)) return (await import('string-width')).default;
  }
  return (text) => text.length;
}

/** What of a text fits into `width` columns, never through a character. */
function beginning(text: string, width: number, measure: Measure): string {
  if (isPlain(text)) return text.slice(0, width);
  let kept = '';
  let taken = 0;
  // A text of a megabyte is read only as far as it shows.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += measure(segment);
    if (taken > width) break;
    kept += segment;
  }
  return kept;
}

/** The text, or as much of it as fits into `width` columns with a `…` at its end. */
export function cut(text: string, width: number, measure: Measure): string {
  const kept = beginning(text, width, measure);
  if (kept.length === text.length) return text;
  return width <= 0 ? '' : beginning(kept, width - 1, measure).trimEnd() + ellipsis;
}
