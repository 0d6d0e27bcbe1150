import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';

// Command runs start processes: on two cores a busy moment is no failure. An emulator and the random
// cases of the full tier take longer.
const isEmulated = ['linux-arm64', 'windows-x64'].includes(process.env.WAYBILL_TARGET ?? '');
const isFull = process.env.WAYBILL_TIER === 'full';
const patience = isEmulated || isFull ? 600_000 : 60_000;
/** Files that are embedded as text, as the bundler does it. */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    /\.(css|md)$/.test(id) ? `\0text ${resolve(importer, '..', id)} ` : undefined,
  load: (id) =>
    id.startsWith('\0text ')
      ? `export default ${JSON.stringify(readFileSync(id.slice(6).trim(), 'utf8'))}`
      : undefined,
};
const shared = {
  // A test that asserts nothing can't fail.
  expect: { requireAssertions: true },
  setupFiles: ['test/support/seed.ts'],
  testTimeout: patience,
  hookTimeout: patience,
};

/** Directories whose tests leave nothing behind in their process. */
const inShared = [
  ...['assistant', 'commands', 'credentials', 'examples', 'output', 'reconcile', 'report'],
  ...['simulation', 'skill', 'spreadsheets', 'upload'],
].map((one) => `test/${one}/**/*.test.ts`);

/** A project of tests of the built program. */
const program = (
  name: string,
  { isolate, include, exclude }: { isolate: boolean; include: string[]; exclude: string[] },
) => ({
  plugins: [texts],
  test: {
    ...shared,
    ...{ name, isolate, include },
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: ['test/support/build-program.ts'],
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/support/set-up.ts'],
    // Tests wait for the programs that they start, so one worker per core would leave cores idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      // Tests beside the code share processes: starting one takes longer than most of them.
      {
        plugins: [texts],
        test: { ...shared, name: 'code', include: ['src/**/*.test.ts'], isolate: false },
      },
      // So do these in the quick tier: each process would load, compile and warm up all of waybill.
      program('program', { isolate: isFull, include: inShared, exclude: [] }),
      program('program alone', {
        isolate: true,
        include: ['test/**/*.test.ts'],
        // Tests of the packaged file: `npm run test:executable` names it.
        exclude: [
          ...inShared,
          ...(process.env.WAYBILL_PROGRAM === undefined
            ? ['test/executable/anywhere.test.ts']
            : []),
        ],
      }),
    ],
  },
});
