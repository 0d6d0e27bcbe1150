/** Which values of an order's field pass. */
export interface Marked {
  /** Any of these; if empty, any value. */
  readonly wanted: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** Tells the plain words from those after an exclamation mark. */
export function readMarks(words: readonly string[]): Marked {
  const trimmed = words.map((word) => word.trim());
  return {
    wanted: trimmed.filter((word) => !word.startsWith('!')),
    excluded: trimmed.filter((word) => word.startsWith('!')).map((word) => word.slice(1).trim()),
  };
}

/** Whether a value passes, given which words mean it. */
export function passesMarked({ wanted, excluded }: Marked, means: (word: string) => boolean) {
  return (wanted.length === 0 || wanted.some(means)) && !excluded.some(means);
}

/**
 * Normalizes a text for comparing without case, punctuation, spacing or the shape of quotes. A text
 * that is nothing but those is compared unchanged.
 */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || lower.trim();
}

/** Whether one text contains another, both folded. */
export function holds(text: string, wanted: string): boolean {
  return fold(text).includes(wanted) || text.includes(wanted);
}

/** Tracking numbers are often copied with spaces, and in either case. */
export function foldTracking(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}
