/** The gap between neighbors, so that new rows fit in without moving the others. */
export const gap = 2 ** 20;

/** Indexes of the longest increasing subsequence of places: those rows can stay where they are. */
function longestIncreasing(places: readonly (number | null)[]): ReadonlySet<number> {
  /** By length minus one: the index of the smallest place that ends such a subsequence. */
  const ends: number[] = [];
  const before = new Array<number>(places.length).fill(-1);
  for (const [index, place] of places.entries()) {
    if (place === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) kept.add(index);
  return kept;
}

/** Places that sort the rows in the given order, moving as few as possible; null is a new row. */
export function newPlaces(places: readonly (number | null)[]): readonly number[] {
  const kept = longestIncreasing(places);
  const result: number[] = [];
  let index = 0;
  while (index < places.length) {
    if (kept.has(index)) {
      result.push(places[index++] as number);
      continue;
    }
    let end = index;
    while (end < places.length && !kept.has(end)) end++;
    const count = end - index;
    const left = result.at(-1);
    const right = places[end] ?? undefined;
    const step =
      left === undefined || right === undefined ? gap : Math.floor((right - left) / (count + 1));
    if (step < 1) return places.map((_, position) => position * gap);
    const first =
      left === undefined && right !== undefined ? right - count * gap : (left ?? -gap) + step;
    for (; index < end; index++) result.push(first + (index - (end - count)) * step);
  }
  return result;
}
