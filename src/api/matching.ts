/**
 * Pairs wanted things with candidates of their own, as far as that goes, and returns what is left
 * over on both sides: a matching by augmenting paths (Kuhn), since a thing that asks for little fits
 * where one that asks for more must go.
 */
export function leftOver<W, C>(
  wanted: readonly W[],
  candidates: readonly C[],
  fits: (one: W, candidate: C) => boolean,
): { readonly wanted: readonly W[]; readonly candidates: readonly C[] } {
  const takenBy = new Map<C, W>();
  const place = (one: W, tried: Set<C>): boolean => {
    for (const candidate of candidates) {
      if (tried.has(candidate) || !fits(one, candidate)) continue;
      tried.add(candidate);
      const holder = takenBy.get(candidate);
      if (holder === undefined || place(holder, tried)) {
        takenBy.set(candidate, one);
        return true;
      }
    }
    return false;
  };
  const unplaced = wanted.filter((one) => !place(one, new Set()));
  return { wanted: unplaced, candidates: candidates.filter((one) => !takenBy.has(one)) };
}
