/** Rows in ascending order as text: `0-49,52`. Keeps a journal short whatever their number. */
export function rangesOf(rows: Iterable<number>): string {
  const parts: string[] = [];
  let from = -1;
  let to = -2;
  const close = () => {
    if (from >= 0) parts.push(from === to ? `${from}` : `${from}-${to}`);
  };
  for (const row of rows) {
    if (row !== to + 1) {
      close();
      from = row;
    }
    to = row;
  }
  close();
  return parts.join(',');
}

/** The rows of a text written by `rangesOf`. */
export function rowsOf(ranges: string): number[] {
  if (ranges === '') return [];
  return ranges.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
