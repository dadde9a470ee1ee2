/** Moving the clock of a sandbox tells what ran on the way: the attempts of a workspace since an instant are found. */
export const attemptsByTime = `
create index attempts_by_time on attempts (workspace_id, started_at);
`;
