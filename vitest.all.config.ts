import { defineConfig } from 'vitest/config';

/** The full tier: `npm run test:all`. It adds what needs a packed tarball, a browser or another Node. */
export default defineConfig({
  test: {
    include: ['test/full/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
  },
});
