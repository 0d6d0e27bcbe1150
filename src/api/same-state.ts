import { limits } from '../contract/limits';
import type { Members } from '../lib/json';

/**
 * Pairs each wanted thing with its own candidate as far as possible and returns what is left over
 * on both sides. A matching by augmenting paths (Kuhn), so that a thing with few demands does not
 * take the only candidate that fits another.
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

/** Codes are "write-only: accepted on create and update, never returned". */
const unreadable = new Set(['redemptionCodes']);
const roundedBy = 0.5 * 10 ** -limits.earnRateDecimals + Number.EPSILON;

/** `HH:mm` and `HH:mm:00` are the same time; spaces around texts are ignored; empty is null. */
function normal(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  const text = value.trim();
  if (/^\d\d:\d\d$/.test(text)) return `${text}:00`;
  return text === '' ? null : text;
}

function sameValue(field: string, wanted: unknown, found: unknown): boolean {
  if (field === 'cardEarnRate' && typeof wanted === 'number' && typeof found === 'number') {
    return Math.abs(wanted - found) <= roundedBy;
  }
  return normal(wanted) === normal(found);
}

/** Whether every field that was sent and can be read back has the value that was sent. */
export function sameFields(wanted: Members, found: Members): boolean {
  return Object.entries(wanted).every(
    ([field, value]) =>
      value === undefined || !(field in found) || sameValue(field, value, found[field]),
  );
}

function sameItems(wanted: readonly Members[], found: readonly Members[]): boolean {
  return wanted.length === found.length && leftOver(wanted, found, sameFields).wanted.length === 0;
}

/**
 * Whether the order is in the state that the body asks for, as far as that can be read back. Fields
 * that are not in the body, or not in the response, don't count.
 */
export function isInState(order: Members, body: Members): boolean {
  return Object.entries(body).every(([field, wanted]) => {
    if (wanted === undefined || unreadable.has(field) || !(field in order)) return true;
    const found = order[field];
    if (field === 'orderLineItems' && Array.isArray(wanted)) {
      return Array.isArray(found) && sameItems(wanted, found);
    }
    return sameValue(field, wanted, found);
  });
}

/** A text without what a service may clean up in it: line ends, repeated spaces. */
function cleaned(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize().replace(/\s+/g, ' ').trim() : value;
}

/**
 * The fields of the body that an update left as they were. A service may store a value in its own
 * form, so one that is neither the old nor the sent one counts as changed. Where the old value is
 * unknown, only the `exact` fields are compared, which have no other form.
 */
export function unchangedFields(
  body: Members,
  { before, after }: { readonly before: Members | undefined; readonly after: Members },
  exact: ReadonlySet<string>,
): readonly string[] {
  return Object.entries(body).flatMap(([field, wanted]) => {
    const isSet =
      isInState(after, { [field]: wanted }) || cleaned(wanted) === cleaned(after[field]);
    if (isSet) return [];
    const old = before?.[field];
    const isOld = old === undefined ? exact.has(field) : isInState(after, { [field]: old });
    return isOld ? [field] : [];
  });
}

/** Whether the body asks for something that can't be read back. */
export function asksForUnreadable(body: Members): boolean {
  return Object.keys(body).some((field) => unreadable.has(field));
}

/** Whether the body asks for something that can be read back. */
export function asksForReadable(body: Members): boolean {
  return Object.keys(body).some((field) => !unreadable.has(field));
}
