import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { OVER_BOTH_STORES } from './test/support/over-both-stores.js';

/**
 * The full tier, which `npm run test:all` runs. The project `full` has the tests that need a packed tarball, a browser or
 * another Node. The project `postgres` repeats the backend’s behaviour tests on PostgreSQL; `npm run test:postgres` runs
 * it alone. The projects run one after the other, because the server of `postgres` is visible to tests that run with it.
 * `npm run test:all` leaves out the project `networks`, which publishes to real servers that `npm run test:networks`
 * installs.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'full',
          // Some quick tests also run here, with many more rounds.
          include: [
            ...['test/full/**/*.test.ts', '{src,test}/**/*.full.test.ts'],
            ...[
              'src/**/never-twice.test.ts',
              'src/backend/domain/publishing/outage.test.ts',
              'src/{networks/count/x,time/occurrences}.test.ts',
              'test/mcp/handshake/same-answers.test.ts',
              'test/mcp/process.test.ts',
            ],
            ...['test/hostile/**/*.test.ts', 'test/linear/**/*.test.ts'],
          ],
          env: { THOROUGH: '1' },
          globalSetup: [
            'test/support/build-once.ts',
            'test/support/build-declarations-once.ts',
            'test/support/pack-once.ts',
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...OVER_BOTH_STORES],
          globalSetup: ['test/support/build-once.ts', 'test/support/postgres/postgres-once.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          pool: 'forks',
          isolate: false,
          // Each poll is a request to a server.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'networks',
          include: ['test/networks/**/*.networks.test.ts'],
          globalSetup: ['test/networks/servers-once.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          pool: 'forks',
        },
      },
    ],
  },
});
