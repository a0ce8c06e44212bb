import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{spec,engine,cli}/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'], pool: 'threads', testTimeout: 30_000 } },
      { test: { name: 'e2e', include: ['tests/**/*.test.ts'], pool: 'forks', fileParallelism: false, testTimeout: 600_000, hookTimeout: 600_000 } },
    ],
  },
});
