/** Whether a post needs the approval of somebody other than its author. */
export const otherApprover = `
alter table workspaces add column requires_other_approver integer not null default 0;
`;
