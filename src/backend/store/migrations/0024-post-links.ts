/** The link of a post, which each of its targets gets as a link card or at the end of its text. */
export const postLinks = `
alter table posts add column link text;
`;
