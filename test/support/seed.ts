import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { exclusions } from './exclusions';
import { isExecutable } from './project';
import { isForMutants } from './tier';

/** Every property test starts from the seed that the run printed (test/support/set-up.ts). */
fc.configureGlobal({
  seed: Number(process.env.WAYBILL_SEED),
  // A mutant that failed once is noticed: no one reads its smallest counterexample.
  endOnFailure: isForMutants,
});

beforeEach(({ task, skip }) => {
  const reason = isExecutable ? exclusions.get(task.name) : undefined;
  if (reason !== undefined) skip(reason);
});
