/** What one process does: serve requests (`api`), publish (`publisher`), or both (`all`). */
export type Role = 'all' | 'api' | 'publisher';
