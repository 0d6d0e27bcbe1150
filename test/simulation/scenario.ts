import { isObject } from '../../src/lib/json';
import { refusalForms } from '../upload/simulated-service';

/** What may happen to a request that changes something. */
export const writeFaults = [
  ...['limited', 'limited bare', 'limited by date', 'refused', 'unsent'],
  ...['lost before', 'lost after', 'late', 'slow', 'failed before', 'failed after'],
  ...['page before', 'page after', 'empty after', 'shape after', 'wrong count'],
  ...['unauthorized', 'no plan', 'other page', 'bad request'],
] as const;
/** What may happen to a request that reads. */
export const readFaults = [
  ...['limited', 'refused', 'unsent', 'lost after', 'failed after', 'page after'],
  ...['short page', 'wrong total', 'skipped'],
] as const;
type Fault = (typeof writeFaults)[number] | (typeof readFaults)[number];

/** How a process may end before its work does, after this many of its steps. */
interface End {
  readonly how: 'killed' | 'power lost' | 'interrupted' | 'disk fails once' | 'disk fails';
  readonly after: number;
}

/** One start of the same command, and what goes wrong meanwhile. */
export interface Run {
  readonly writes: readonly (Fault | null)[];
  readonly reads: readonly (Fault | null)[];
  readonly ends: readonly End[];
  /** Other processes that are started meanwhile, for the same file or for another one. */
  readonly rivals: readonly { readonly file: 'same' | 'other'; readonly after: number }[];
  /** Milliseconds that the wall clock jumps by, and after how many steps. */
  readonly jumps: readonly { readonly by: number; readonly after: number }[];
  readonly verify: boolean;
}

export interface Row {
  readonly order: number;
  readonly number: number;
  readonly how: 'good' | 'no order' | 'other retailer' | 'invalid';
}

/** Everything that one seed decides, except the order of what happens at the same time. */
export interface Scenario {
  readonly seed: number;
  readonly kind: 'shipments' | 'create' | 'update';
  readonly form: (typeof refusalForms)[number];
  readonly skips: 'own' | 'any';
  readonly concurrency: number;
  readonly orders: number;
  /** Orders that no row names: more than are read to find out what happened. */
  readonly others: number;
  readonly rows: readonly Row[];
  /** The positions of rows that are there beforehand, and that somebody else adds meanwhile. */
  readonly before: readonly number[];
  readonly runs: readonly Run[];
}

/** A generator whose numbers for neighboring seeds have nothing in common. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hour = 3_600_000;
const endings: readonly End['how'][] = [
  ...(['killed', 'killed', 'power lost', 'power lost'] as const),
  ...(['interrupted', 'disk fails once', 'disk fails'] as const),
];

export function scenarioOf(seed: number, kinds: readonly Scenario['kind'][]): Scenario {
  const random = randomOf(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (share: number) => random() < share;
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const some = <T>(most: number, make: () => T) => Array.from({ length: below(most + 1) }, make);
  /** Small numbers more often. */
  const early = (most: number) => Math.floor(random() * random() * most);
  const kind = one(kinds);
  const [orders, bad] = [1 + below(6), one([0, 0, 0.02, 0.1, 0.6])];
  const [most, faulty] = [one([3, 12, 60, 130]), one([0, 0.3, 0.7])];
  const rows = some(kind === 'shipments' ? most : Math.min(most, 12), () => ({
    order: below(orders),
    number: below(most * 2),
    how: chance(bad) ? one(['no order', 'other retailer', 'invalid'] as const) : 'good',
  })) as readonly Row[];
  const faults = <T>(list: readonly T[]) => some(8, () => (chance(faulty) ? one(list) : null));
  return {
    ...{ seed, kind, form: one(refusalForms), skips: one(['own', 'own', 'any'] as const) },
    ...{ concurrency: 1 + below(4), orders, others: chance(0.03) ? 1100 : 0, rows },
    before: rows.flatMap((_, place) => (chance(0.15) ? place : [])),
    runs: some(3, () => ({
      writes: faults(writeFaults),
      reads: chance(0.3) ? faults(readFaults) : [],
      ends: chance(0.6) ? [{ how: one(endings), after: early(240) }] : [],
      rivals: chance(0.15) ? [{ file: one(['same', 'other'] as const), after: early(120) }] : [],
      jumps: chance(0.1) ? [{ by: (below(100) - 50) * hour, after: early(120) }] : [],
      verify: chance(0.15),
    })),
  };
}

const mostTries = 400;

/**
 * The smallest scenario found that still fails: parts of its lists are left out and its numbers made
 * smaller, as long as that changes nothing about the failure.
 */
export async function shrink(
  scenario: Scenario,
  fails: (smaller: Scenario) => Promise<boolean>,
): Promise<Scenario> {
  let smallest = scenario;
  let tries = 0;
  for (let progress = true; progress; ) {
    progress = false;
    for (const smaller of smallerThan(smallest)) {
      if (tries++ > mostTries) return smallest;
      if (!(await fails(smaller as Scenario))) continue;
      smallest = smaller as Scenario;
      progress = true;
      break;
    }
  }
  return smallest;
}

function* shorterThan<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < list.length; from += size) yield list.toSpliced(from, size);
  }
}

function* smallerThan(value: unknown): Generator<unknown> {
  if (typeof value === 'number') {
    for (const less of [0, Math.trunc(value / 2), value - 1]) {
      if (less >= 0 && less < value) yield less;
    }
  } else if (value === true) yield false;
  else if (Array.isArray(value)) {
    yield* shorterThan(value);
    for (const [place, element] of value.entries()) {
      if (typeof element === 'string') yield value.with(place, null);
      for (const less of smallerThan(element)) yield value.with(place, less);
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      // The seed decides what comes first: another one is another case.
      if (name === 'seed') continue;
      if (name === 'rows') {
        for (const less of shorterThan(value.rows as readonly Row[]))
          yield { ...value, rows: less };
        continue;
      }
      for (const less of smallerThan(member)) yield { ...value, [name]: less };
    }
  }
}
