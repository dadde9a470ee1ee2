/** What one process does: takes requests (`api`), publishes (`publisher`), or both. */
export type Role = 'all' | 'api' | 'publisher';
