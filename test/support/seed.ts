import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
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

/**
 * Runs in the test's own process must not set how all of it collects garbage, as the program does for
 * tables: it doubled what tests of files take.
 */
const { setFlagsFromString } = v8;
if (setFlagsFromString.name !== 'setOtherFlags') {
  v8.setFlagsFromString = function setOtherFlags(flags) {
    if (!flags.startsWith('--heap-growing')) setFlagsFromString(flags);
  };
  syncBuiltinESMExports();
}

beforeEach(({ task, skip }) => {
  const reason = isExecutable ? exclusions.get(task.name) : undefined;
  if (reason !== undefined) skip(reason);
});
