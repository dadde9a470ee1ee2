/** The request that created a post on a simulated network, and its answer. */
export const networkCalls = `
alter table network_posts add column made_by_json text;
alter table network_posts add column answer_json text;
`;
