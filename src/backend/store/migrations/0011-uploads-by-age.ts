/** Finds expired uploads of simulated networks. */
export const uploadsByAge = `
create index network_uploads_by_age on network_uploads (workspace_id, created_at);
`;
