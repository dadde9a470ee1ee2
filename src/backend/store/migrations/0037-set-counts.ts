/** The counts that a test has set for a post on a simulated network. */
export const setCounts = `
alter table network_posts add column counts_json text;
`;
