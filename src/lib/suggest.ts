import { distance, closest as leastDistant } from 'fastest-levenshtein';

/** The candidate closest to what was typed; undefined if none is close enough to suggest. */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length < 2) return undefined;
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const text = candidate.toLowerCase();
    const slips = text.startsWith(wanted) ? 0 : distance(wanted, text);
    // commander's rule: up to three typos, most of the word right. A prefix counts as close.
    const similarity = 1 - slips / Math.max(wanted.length, text.length);
    if (slips < least && slips <= 3 && similarity > 0.4) [best, least] = [candidate, slips];
  }
  return best;
}

/** The hint for a mistyped name: the closest one after `prefix`, if any, and then `more`. */
export function nameHint(typed: string, candidates: readonly string[], more = '', prefix = '') {
  const near = closest(typed, candidates);
  return [near === undefined ? '' : `Did you mean ${prefix}${near}?`, more]
    .filter((part) => part !== '')
    .join(' ');
}

/** The share of a number that may differ for another one to be suggested. */
const different = 0.4;

/** The order number nearest to one that no order has; undefined if none is near enough. */
export function nearestNumber(wanted: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const found = leastDistant(wanted, candidates);
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, found.length) * different));
  return distance(wanted, found) <= allowed ? found : undefined;
}

/** The question after an order number that no order has; empty if no number is near. */
export function numberHint(wanted: string, candidates: readonly string[]): string {
  const near = nearestNumber(wanted, candidates);
  return near === undefined ? '' : `Did you mean ${near}? `;
}
