import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutants` judges: those that run the code in their own process. */
export default defineConfig({
  test: {
    include: [
      'src/{http,upload,secrets,settings,insight,imports,service}/**/*.test.ts',
      'src/orders/{body,body-issues,fields,item-edits}.test.ts',
      'src/mirror/events.test.ts',
      'src/tabular/{cells,column,column-facts,header,header-words,rows,write}.test.ts',
      'test/mirror/{decisions,outcomes,sync}.test.ts',
      'test/service/{examples,sequences}.test.ts',
      'test/{report,reconcile}/laws.test.ts',
      'test/reconcile/{command,recording}.test.ts',
      'test/report/{as-of,findings,history,journal,odd-orders,received,reports,worked-out}.test.ts',
    ],
    env: { WAYBILL_SEED: '1', WAYBILL_TIER: 'mutants', TZ: 'UTC' },
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
