import type { Ending } from '../exit-codes';
import { Failure } from '../failure';

/** Calls the function on first use and keeps its result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Everything in one piece, where it is taken piece by piece. */
export async function* inOne<T>(all: T): AsyncGenerator<T, void, undefined> {
  yield all;
}

/** The result, or undefined if the work fails: for any reason, or only with this ending. */
export async function unlessItFails<T>(
  work: () => Promise<T>,
  ending?: Ending,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || (ending ?? error.ending) !== error.ending) throw error;
    return undefined;
  }
}
