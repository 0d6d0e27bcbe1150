import fc from 'fast-check';

/** Every property test starts from the seed that the run printed (test/support/set-up.ts). */
fc.configureGlobal({ seed: Number(process.env.WAYBILL_SEED) });
