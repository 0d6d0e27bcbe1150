/** The gap between neighbors. */
export const gap = 2 ** 20;

/**
 * Assigns places so that the rows sort in the given order; null means a row has none yet. New rows on
 * top of rows that are in order, as the service lists them, move no other row.
 */
export function newPlaces(places: readonly (number | null)[]): readonly number[] {
  const onTop = places.findIndex((place) => place !== null);
  const [first, ...others] = places.slice(onTop < 0 ? places.length : onTop);
  let last = first ?? 0;
  const areInOrder = others.every((place) => {
    const follows = place !== null && place > last;
    if (follows) last = place;
    return follows;
  });
  if (first == null || !areInOrder) return places.map((_, index) => index * gap);
  return places.map((place, index) => place ?? first - (onTop - index) * gap);
}
