import { distance, closest as nearest } from 'fastest-levenshtein';

/** The candidate that was probably meant, or undefined where none is near enough to say so. */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || typed.length < 2) return undefined;
  const candidate = nearest(typed, candidates);
  const allowed = Math.max(1, Math.floor(Math.max(typed.length, candidate.length) * 0.4));
  return distance(typed, candidate) <= allowed ? candidate : undefined;
}
