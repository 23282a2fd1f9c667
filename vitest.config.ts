import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/fixtures/**'],
    // Tests change the working directory and load native addons: both want processes, not threads.
    pool: 'forks',
    maxWorkers: 2,
    // No module keeps state, and loading all of them anew for each file took a third of the time.
    isolate: false,
    setupFiles: ['tests/set-up/watch.ts', 'tests/set-up/seed.ts', 'tests/set-up/environment.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './tests/closing-line-reporter.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
    },
  },
});
