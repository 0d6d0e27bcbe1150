import { nouns } from '../../src/commands/tree';
import { isForMutants } from './tier';
import { waybill } from './waybill';
import { runHere } from './world';

/** Runs the built program; for `npm run mutants` its sources, in the test's own process. */
export const runProgram = isForMutants ? runHere : waybill;

// What is loaded by a test counts as run by that test alone.
if (isForMutants) {
  const all = Object.values(nouns).flatMap((noun) => [noun, ...Object.values(noun.verbs ?? {})]);
  await Promise.all(all.map((one) => one.load?.()));
}
