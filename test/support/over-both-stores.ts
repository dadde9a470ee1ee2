/**
 * The tests of the backend's behaviour: the quick tier runs them over the embedded database, the full tier over
 * PostgreSQL too. What is left out is about the data folder, or has nothing to do with where data is kept.
 */
export const OVER_BOTH_STORES: readonly string[] = [
  'src/backend/access/*.test.ts',
  'src/backend/accounts/*.test.ts',
  'src/backend/activity/*.test.ts',
  'src/backend/calendar/*.test.ts',
  'src/backend/dashboard/**/*.test.ts',
  'src/backend/events/*.test.ts',
  'src/backend/http/!(full-disk).test.ts',
  'src/backend/inbox/!(query-plans).test.ts',
  'src/backend/media/*.test.ts',
  'src/backend/posts/*.test.ts',
  'src/backend/publishing/*.test.ts',
  'src/backend/retention/*.test.ts',
  'src/backend/schedules/*.test.ts',
  'src/backend/sources/*.test.ts',
  'src/backend/store/*.test.ts',
  'src/backend/testing/*.test.ts',
  'src/backend/webhooks/*.test.ts',
];
