import type { Ending } from '../exit-codes';
import { Failure } from '../failure';
import { type World, workDone } from '../world';

/** Calls the function on first use and keeps its result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Calls the function once for each key, such as a text that is read, and keeps this many of its results. */
export function onceEach<T, Key = string>(
  make: (key: Key) => T,
  most = Number.POSITIVE_INFINITY,
): (key: Key) => T {
  const made = new Map<Key, T>();
  return (key) => {
    if (made.has(key)) return made.get(key) as T;
    const value = make(key);
    if (made.size < most) made.set(key, value);
    return value;
  };
}

/** Everything in one piece, where it is taken piece by piece. */
export async function* inOne<T>(all: T): AsyncGenerator<T, void, undefined> {
  yield all;
}

/** All values, where they come one by one. */
export async function gathered<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** The values in lists of this size; the last one may be shorter. */
export async function* inBatches<T>(values: AsyncIterable<T>, size: number) {
  let batch: T[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The result, or undefined if the work fails: for any reason, or only with these endings. */
export async function unlessItFails<T>(
  work: () => Promise<T>,
  ...endings: readonly Ending[]
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (endings.length > 0 && !endings.includes(error.ending)) throw error;
    return undefined;
  }
}

/** The result, or undefined if the work throws, whatever it throws. */
export function unlessItThrows<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The result, or `late` if it takes more seconds than this. Rejects if the run is interrupted first. */
export function inTime<T>(
  work: Promise<T>,
  { seconds, late }: { readonly seconds: number; readonly late: T },
  { sleep, interruption }: Pick<World, 'sleep' | 'interruption'>,
): Promise<T> {
  const ended = new AbortController();
  const tooLong = sleep(seconds * 1000, AbortSignal.any([ended.signal, interruption]));
  return Promise.race([work, tooLong.then(() => late)]).finally(() => {
    ended.abort(workDone);
  });
}

/** The largest number, and 0 of none. `Math.max` overflows the stack at about 125,000 arguments. */
export function largest(numbers: Iterable<number>): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** The values by key, in their order: `Map.groupBy`, which Node 20 lacks. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  return groupByEach(values, (value) => [keyOf(value)]);
}

/** The same of values that may have several keys. */
export function groupByEach<K, V>(
  values: Iterable<V>,
  keysOf: (value: V) => readonly K[],
): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [value]);
      else group.push(value);
    }
  }
  return groups;
}

/** The values under their paths below a name: `rows.count`. */
export function membersBelow<V>(name: string, values: Readonly<Record<string, V>>) {
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [`${name}.${path}`, value]),
  );
}
