import type { Migration } from './migration.js';

const DROP_LEASE_INDEX = `
drop index targets_leased;
`;

/**
 * Speeds up claiming and marking. Leases are found through the few posts being published; an index on leases cost two
 * insertions and deletions per target.
 *
 * A fill factor of 80 lets PostgreSQL use heap-only (HOT) updates: it writes the new row version into the same page
 * and leaves the indexes alone. A fill factor of 50 was no faster.
 */
export const fasterMarks: Migration = {
  embedded: DROP_LEASE_INDEX,
  postgres: `${DROP_LEASE_INDEX}
alter table targets set (fillfactor = 80);
alter table attempts set (fillfactor = 80);
`,
};
