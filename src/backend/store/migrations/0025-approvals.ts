/** Finds the drafts that wait for approval without reading the others. */
export const approvals = `
create index posts_approval on posts (workspace_id, effective_at, id)
  where status = 'draft' and proposed_json is not null;
`;
