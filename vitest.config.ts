import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The quick tier, which `npm test` runs. It needs only what npm installs. */
export default defineConfig({
  // The examples import the package by its name.
  resolve: { alias: { 'postrider/testing': join(import.meta.dirname, 'src/testing/index.ts') } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    // Slow tests are next to quick ones and have `.full` in their name.
    exclude: ['test/full/**', '**/*.full.test.ts', '**/*.networks.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // More than cores, because many tests wait: with half as many again it took 104 s instead of 115 s on two cores.
    maxWorkers: '150%',
    // Files share their worker's modules. Loading them for each file took half of the time.
    isolate: false,
  },
});
