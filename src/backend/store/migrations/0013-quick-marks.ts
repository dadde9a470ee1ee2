import type { Migration } from './migration.js';

const WITHOUT_AN_INDEX_OF_LEASES = `
drop index targets_leased;
`;

/**
 * What is due at one instant is claimed and marked sooner. Leases are found by the posts that are being published, of
 * which there are few at a time; an index of them had a place written and taken away for each target, twice.
 *
 * PostgreSQL writes a changed row anew. Where its page has room for that, and nothing changed by which rows are found,
 * it writes the row alone and none of its places in indexes: so a fifth of a page is left free for that, in which room
 * comes back as soon as rows that were replaced are no longer seen. Half of a page was no faster.
 */
export const quickMarks: Migration = {
  embedded: WITHOUT_AN_INDEX_OF_LEASES,
  postgres: `${WITHOUT_AN_INDEX_OF_LEASES}
alter table targets set (fillfactor = 80);
alter table attempts set (fillfactor = 80);
`,
};
