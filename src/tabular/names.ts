import { fold, plainName } from '../lib/fold';
import { closest } from '../lib/suggest';

/** The group that a cell names. */
export interface GroupName {
  /** As it is sent. */
  readonly group: string;
  readonly isKnown: boolean;
  /** What was probably meant, if it is not known. */
  readonly nearest?: string;
}

/**
 * Reads groups as the featured ids and the account's orders write them, whatever the case, spacing
 * and punctuation. Another one stays as it is.
 */
export function groupNames(
  featured: readonly string[],
  own: Iterable<string>,
): (text: string) => GroupName {
  const known = new Set([...featured, ...own]);
  const spelled = new Map<string, string>();
  for (const name of known) if (!spelled.has(fold(name))) spelled.set(fold(name), name);
  return (text) => {
    const group = known.has(text) ? text : spelled.get(fold(text));
    if (group !== undefined) return { group, isKnown: true };
    const nearest = closest(text, [...known]);
    return { group: text, isKnown: false, ...(nearest !== undefined && { nearest }) };
  };
}

/** The status that a word is, whatever its case, spacing and punctuation; undefined if it is none. */
export function statusIn<T extends string>(text: string, statuses: readonly T[]): T | undefined {
  const word = plainName(text).replace(/^canceled$/, 'cancelled');
  return statuses.find((status) => plainName(status) === word);
}
