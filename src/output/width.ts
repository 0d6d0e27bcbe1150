const printableAscii = /^[\u0020-\u007e]*$/;

export type Measure = (text: string) => number;

/**
 * How many columns a text takes. Plain ASCII, which nearly everything is, needs no table of wide
 * characters; string-width is loaded for the rest alone.
 */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (!printableAscii.test(text)) return (await import('string-width')).default;
  }
  return (text) => text.length;
}
