import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutants` judges: those that run the code in their own process. */
export default defineConfig({
  test: {
    include: [
      'src/{http,upload,secrets,settings,insight,service}/**/*.test.ts',
      'test/service/{examples,sequences}.test.ts',
      'test/{report,reconcile}/laws.test.ts',
      'test/report/{history,reports,worked-out}.test.ts',
    ],
    env: { WAYBILL_SEED: '1', WAYBILL_TIER: 'mutants', TZ: 'UTC' },
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
