/** Finds the attempts since an instant: moving a sandbox's clock reports what ran. */
export const attemptsByTime = `
create index attempts_by_time on attempts (workspace_id, started_at);
`;
