/** The request that made a post at a simulated network, and what it was answered. */
export const networkCalls = `
alter table network_posts add column made_by_json text;
alter table network_posts add column answer_json text;
`;
