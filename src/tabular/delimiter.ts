/** The delimiters that are found by themselves. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** All that matters here: a sample is looked through once, and natively from one of them to the next. */
const signs = new RegExp(`["\\r\\n${delimiters.join('')}]`, 'g');

/** Cells per line, for each delimiter; line breaks and delimiters within quotes are left alone. */
function cellCounts(sample: string): readonly (readonly number[])[] {
  const lines: number[][] = [];
  let cells = delimiters.map(() => 1);
  let quoted = false;
  let start = 0;
  for (const { 0: sign, index } of sample.matchAll(signs)) {
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '\n' || sign === '\r') {
      if (index > start) lines.push(cells);
      cells = delimiters.map(() => 1);
      start = index + 1;
    } else {
      const which = delimiters.indexOf(sign as (typeof delimiters)[number]);
      cells[which] = (cells[which] ?? 0) + 1;
    }
  }
  if (sample.length > start) lines.push(cells);
  return lines;
}

/**
 * The delimiter of a file, from its beginning: the one that cuts its first line into most cells, and
 * of equals the one that cuts most lines as it cuts the first. A comma where there is no sign of any.
 */
export function findDelimiter(sample: string): string {
  const lines = cellCounts(sample);
  let best: { delimiter: string; cells: number; alike: number } | undefined;
  for (const [which, delimiter] of delimiters.entries()) {
    const [cells = 1, ...others] = lines.map((counts) => counts[which]);
    const alike = others.filter((count) => count === cells).length;
    const better =
      best === undefined || cells > best.cells || (cells === best.cells && alike > best.alike);
    if (better) best = { delimiter, cells, alike };
  }
  return best?.delimiter ?? ',';
}
