import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/set-up.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Command runs start processes: on two cores a busy moment is no failure.
    testTimeout: 60_000,
    // Vitest leaves one core idle: of two that is half.
    maxWorkers: '100%',
    hookTimeout: 60_000,
  },
});
