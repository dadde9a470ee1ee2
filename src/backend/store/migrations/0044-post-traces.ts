/** The `traceparent` of the request that created a post; null: it was not traced. */
export const postTraces = `
alter table posts add column traceparent text;
`;
