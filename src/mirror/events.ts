import { isDeepStrictEqual } from 'node:util';
import { typedWords } from '../lib/words';
import type { Kind } from './kinds';

export const eventTypes = typedWords(
  'order.new order.changed order.status order.gone order.back tracking.added',
  'tracking.removed card.new card.changed card.gone card.back',
);
export type EventType = (typeof eventTypes)[number];

/** An object as the service sends it, parsed. */
export type Sent = Readonly<Record<string, unknown>>;

/** A change of one object; an absent member is undefined. */
export interface Change {
  readonly type: EventType;
  readonly field?: string;
  readonly old?: unknown;
  readonly new?: unknown;
  /** The whole tracking object, if `old` or `new` is only its number. */
  readonly tracking?: unknown;
}

const trackingField = 'trackingNumbers';

/** `order.new`, `card.gone`, … */
export function wholeEvent(kind: Kind, what: 'new' | 'gone' | 'back'): EventType {
  return `${kind === 'card' ? 'card' : 'order'}.${what}`;
}

function numberOf(tracking: unknown): string {
  return String(Object(tracking).trackingNumber ?? JSON.stringify(tracking));
}

/** Sorts tracking numbers so that they compare as a set: their order in the list means nothing. */
function inOrder(trackings: readonly unknown[]): readonly unknown[] {
  const keyed = trackings.map((one) => [`${numberOf(one)} ${JSON.stringify(one)}`, one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function trackingChanges(before: readonly unknown[], now: readonly unknown[]): Change[] {
  const had = new Set(before.map(numberOf));
  const has = new Set(now.map(numberOf));
  const removed = before.filter((one) => !has.has(numberOf(one)));
  const added = now.filter((one) => !had.has(numberOf(one)));
  const changes: Change[] = [
    ...removed.map(
      (tracking): Change => ({ type: 'tracking.removed', old: numberOf(tracking), tracking }),
    ),
    ...added.map(
      (tracking): Change => ({ type: 'tracking.added', new: numberOf(tracking), tracking }),
    ),
  ];
  const reached = [...before.filter((one) => has.has(numberOf(one))), ...added];
  // A different carrier or item count, or a number listed twice.
  if (!isDeepStrictEqual(inOrder(reached), inOrder(now))) {
    changes.push({ type: 'order.changed', field: trackingField, old: reached, new: now });
  }
  return changes;
}

/** One change per field, from the stored object to the one sent; none if they mean the same. */
export function changesBetween(kind: Kind, before: Sent, now: Sent): readonly Change[] {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(now));
  const changes: Change[] = [];
  for (const field of new Set([...is.keys(), ...was.keys()])) {
    const [old, changed] = [was.get(field), is.get(field)];
    if (isDeepStrictEqual(old, changed)) continue;
    if (field === trackingField && Array.isArray(old) && Array.isArray(changed)) {
      for (const change of trackingChanges(old, changed)) changes.push(change);
      continue;
    }
    const type =
      kind === 'card' ? 'card.changed' : field === 'status' ? 'order.status' : 'order.changed';
    changes.push({ type, field, old, new: changed });
  }
  return changes;
}

/** An object while its history is replayed: its members, or undefined while it doesn't exist. */
export type Replayed = ReadonlyMap<string, unknown> | undefined;

export function replayable(sent: unknown): Map<string, unknown> {
  return new Map(Object.entries(Object(sent)));
}

export function isSameState(one: Replayed, other: Replayed): boolean {
  const normal = (state: Replayed) =>
    state &&
    new Map(
      [...state].map(([field, value]) => [
        field,
        field === trackingField && Array.isArray(value) ? inOrder(value) : value,
      ]),
    );
  return isDeepStrictEqual(normal(one), normal(other));
}

function trackingsOf(state: ReadonlyMap<string, unknown>): readonly unknown[] {
  const trackings = state.get(trackingField);
  return Array.isArray(trackings) ? trackings : [];
}

/** The state after an event. `problem` is undefined if the event fits the state before it. */
export function replay(state: Replayed, change: Change): { state: Replayed; problem?: string } {
  const { type, field, old, tracking } = change;
  switch (type) {
    case 'order.new':
    case 'card.new':
    case 'order.back':
    case 'card.back':
      if (state !== undefined) return { state, problem: `${type} of an object that exists` };
      return { state: replayable(change.new) };
    case 'order.gone':
    case 'card.gone':
      if (!isSameState(state, replayable(old))) {
        return { state: undefined, problem: `${type} of a different state` };
      }
      return { state: undefined };
    default: {
      if (state === undefined) return { state, problem: `${type} of an object that doesn't exist` };
      const next = new Map(state);
      if (type === 'tracking.added') {
        next.set(trackingField, [...trackingsOf(state), tracking]);
      } else if (type === 'tracking.removed') {
        const place = trackingsOf(state).findIndex((one) => numberOf(one) === old);
        if (place < 0) return { state, problem: `${type} of a number the order doesn't have` };
        next.set(trackingField, trackingsOf(state).toSpliced(place, 1));
      } else {
        const name = field ?? '';
        const met = new Map([[name, state.get(name)]]);
        if (!isSameState(met, new Map([[name, old]]))) {
          return { state, problem: `${type} of ${name} from a different value` };
        }
        if (change.new === undefined) next.delete(name);
        else next.set(name, change.new);
      }
      return { state: next };
    }
  }
}
