/** Adds up the bytes of a workspace’s media without reading the rows. */
export const mediaBySize = `
create index media_by_size on media (workspace_id, bytes);
`;
