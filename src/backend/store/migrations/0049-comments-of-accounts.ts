/** Whether to read comments on an account's posts; null: unless the network charges for it. */
export const commentsOfAccounts = `
alter table accounts add column reads_comments integer;
`;
