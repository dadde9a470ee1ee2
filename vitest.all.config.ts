import { defineConfig } from 'vitest/config';
import { OVER_BOTH_STORES } from './test/support/over-both-stores.js';

/**
 * The full tier, which `npm run test:all` runs. Its project `full` is what needs a packed tarball, a browser or another
 * Node; `postgres`, which `npm run test:postgres` runs by itself, is the backend’s tests of behaviour a second time, over
 * PostgreSQL. One after the other: the server of the second is known to whatever runs beside it.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'full',
          // Tests by chance are here too, with many more rounds.
          include: [
            ...['test/full/**/*.test.ts', '{src,test}/**/*.full.test.ts'],
            ...['src/**/never-twice.test.ts', 'src/**/malformed.test.ts'],
          ],
          env: { THOROUGH: '1' },
          globalSetup: ['test/support/build-once.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...OVER_BOTH_STORES],
          globalSetup: ['test/support/build-once.ts', 'test/support/postgres-once.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          pool: 'forks',
          isolate: false,
          // Each look asks a server over its connection.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
