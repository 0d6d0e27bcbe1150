import { limits } from '../contract/limits';
import type { Members } from '../lib/json';

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

/** True if every field that was sent and can be read back has the value that was sent. */
export function sameFields(wanted: Members, found: Members): boolean {
  return Object.entries(wanted).every(
    ([field, value]) =>
      value === undefined || !(field in found) || sameValue(field, value, found[field]),
  );
}

/** The rest of both lists when each wanted item has one of its own, even if one fits many. */
export function leftOver<Wanted extends Members, Found extends Members>(
  wanted: readonly Wanted[],
  items: readonly Found[],
) {
  const takenBy = new Map<Found, Wanted>();
  const place = (one: Wanted, untried: Set<Found>): boolean =>
    [...untried].some((item) => {
      if (!untried.has(item) || !sameFields(one, item)) return false;
      untried.delete(item);
      const holder = takenBy.get(item);
      if (holder !== undefined && !place(holder, untried)) return false;
      takenBy.set(item, one);
      return true;
    });
  const missing = wanted.filter((one) => !place(one, new Set(items)));
  return { wanted: missing, items: items.filter((item) => !takenBy.has(item)) };
}

export function isInState(order: Members, body: Members): boolean {
  return Object.entries(body).every(([field, wanted]) => {
    if (wanted === undefined || unreadable.has(field) || !(field in order)) return true;
    const found = order[field];
    if (field === 'orderLineItems' && Array.isArray(wanted)) {
      if (!Array.isArray(found) || wanted.length !== found.length) return false;
      return leftOver(wanted, found).wanted.length === 0;
    }
    return sameValue(field, wanted, found);
  });
}

/** A text without what a service may clean up in it: line ends, repeated spaces. */
function cleaned(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize().replace(/\s+/g, ' ').trim() : value;
}

/**
 * The fields of the body that an update left as they were. A value that is neither the old nor the sent one
 * is the service's own form of it, and counts as changed. Without the old one, only `exact` fields, which
 * have no other form, are compared.
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

export function asksForUnreadable(body: Members): boolean {
  return Object.keys(body).some((field) => unreadable.has(field));
}

export function asksForReadable(body: Members): boolean {
  return Object.keys(body).some((field) => !unreadable.has(field));
}
