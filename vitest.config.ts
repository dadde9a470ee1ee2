import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The quick tier: what `npm test` runs. It needs nothing but what npm installs. */
export default defineConfig({
  // The examples name us as their readers will.
  resolve: { alias: { 'postrider/testing': join(import.meta.dirname, 'src/testing/index.ts') } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    // What takes long stands beside what is quick, and is named for it.
    exclude: ['test/full/**', '**/*.full.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: '100%',
    // Files share their worker's modules: loading them anew for each took half of the time.
    isolate: false,
  },
});
