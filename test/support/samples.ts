import fc from 'fast-check';
import { isFull } from './tier';

/**
 * Visits up to so many random cases, always the same ones: for tests of what cases there are. In the
 * quick tier only until a visit returns that there was everything.
 */
export function visitSamples<T>(
  cases: fc.Arbitrary<T>,
  most: number,
  visit: (one: T) => boolean,
): void {
  const property = fc.property(cases, (one) => !visit(one) || isFull);
  const { failed, errorInstance } = fc.check(property, {
    numRuns: most,
    seed: 1,
    endOnFailure: true,
  });
  const wasEnough = /returning false/.test(String(errorInstance));
  if (failed && !wasEnough) throw errorInstance;
}
