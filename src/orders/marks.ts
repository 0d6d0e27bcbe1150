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
