/** What lay at simulated networks before there was a post is forgotten after a time: the oldest of it is found. */
export const uploadsByAge = `
create index network_uploads_by_age on network_uploads (workspace_id, created_at);
`;
