/**
 * The tests of the backend's behaviour. The quick tier runs them on the embedded database, the full tier also on
 * PostgreSQL. Tests about the data folder, or unrelated to the database, are not included.
 */
export const OVER_BOTH_STORES: readonly string[] = [
  'src/backend/dashboard/**/*.test.ts',
  'src/backend/app/monitoring/tracing/tracing.test.ts',
  'test/oauth/{connecting,assertions}.test.ts',
  'src/backend/domain/!(inbox)/*.test.ts',
  'src/backend/domain/posts/list/lists.test.ts',
  'src/backend/domain/inbox/**/!(query-plans).test.ts',
  'src/backend/files/*.test.ts',
  'src/backend/http/**/!(full-disk).test.ts',
  'src/backend/networks/renewal/renewal-lease.test.ts',
  'src/backend/simulators/network-memory.test.ts',
  'src/backend/store/{,queries/}*.test.ts',
  'src/backend/work/*.test.ts',
  'test/operations/operations.test.ts',
];
