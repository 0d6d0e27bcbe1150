/** Words for symbols that a screen reader skips, or reads as something else. */
const words: readonly (readonly [RegExp, string])[] = [
  [/ → /g, ' to '],
  [/ × /g, ' times '],
  [/ − /g, ' minus '],
  [/ [·|] /g, ', '],
  [/≥ ?/g, 'at least '],
  [/(?<=^|[\s(:])-(?=\$\d)/g, 'minus '],
  [/(?<=^|\s)1 d\b/g, '1 day'],
  [/(?<=\d) d\b/g, ' days'],
  [/•+(?=\w)/g, 'ending in '],
  [/•+/g, 'hidden'],
  [/^#$/, 'Number'],
];

/** The text without symbols, for a screen reader. Commands have none, so they stay as they are. */
export function spoken(text: string): string {
  return words.reduce((said, [symbol, word]) => said.replace(symbol, word), text);
}
