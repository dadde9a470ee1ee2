/** The tags that links in an account's posts get, as JSON; null: none. */
export const linkTags = `
alter table accounts add column link_tags_json text;
`;
