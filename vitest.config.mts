import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/set-up.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Command runs start processes: on two cores a busy moment is no failure.
    testTimeout: 60_000,
    // Tests wait for the programs that they start, so one worker per core would leave cores idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    hookTimeout: 60_000,
  },
});
