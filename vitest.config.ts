import { defineConfig } from 'vitest/config';
import { createCountReporter } from './scripts/ci/count-reporter.ts';

const inCi = process.env['CI'] !== undefined && process.env['CI'] !== '';

export default defineConfig({
  test: {
    // Left alone it keeps a core free, which on two cores means one test file at a time.
    maxWorkers: '100%',
    reporters: inCi ? ['default', createCountReporter('.cache/test-counts.json')] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{spec,engine,cli,ui,dashboard}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          pool: 'threads',
          sequence: { groupOrder: 0 },
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/support/build-program.ts', ...(inCi ? ['tests/support/fetch-assets.ts'] : [])],
          pool: 'forks',
          // Timed runs need the machine to themselves, so they wait for the unit tests.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
