/**
 * The tests of the backend's behaviour: the quick tier runs them over the embedded database, the full tier over
 * PostgreSQL too. What is left out is about the data folder, or has nothing to do with where data is kept.
 */
export const OVER_BOTH_STORES: readonly string[] = [
  'src/backend/dashboard/**/*.test.ts',
  'src/backend/domain/!(inbox)/*.test.ts',
  'src/backend/domain/inbox/!(query-plans).test.ts',
  'src/backend/files/*.test.ts',
  'src/backend/http/!(full-disk).test.ts',
  'src/backend/simulators/network-memory.test.ts',
  'src/backend/store/*.test.ts',
  'src/backend/work/*.test.ts',
];
