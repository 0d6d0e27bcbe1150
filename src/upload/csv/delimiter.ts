/** The delimiters that are found by themselves. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** Cells per line, line breaks and delimiters within quotes left alone. */
function cellCounts(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let empty = true;
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    if (!quoted && character === delimiter) cells++;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (!empty) counts.push(cells);
      cells = 1;
      empty = true;
    } else empty = false;
  }
  if (!empty) counts.push(cells);
  return counts;
}

/**
 * The delimiter of a file, from its beginning: the one that cuts its first line into most cells, and
 * of equals the one that cuts most lines as it cuts the first. A comma where there is no sign of any.
 */
export function findDelimiter(sample: string): string {
  let best: { delimiter: string; cells: number; alike: number } | undefined;
  for (const delimiter of delimiters) {
    const [cells = 1, ...others] = cellCounts(sample, delimiter);
    const alike = others.filter((count) => count === cells).length;
    const better =
      best === undefined || cells > best.cells || (cells === best.cells && alike > best.alike);
    if (better) best = { delimiter, cells, alike };
  }
  return best?.delimiter ?? ',';
}
