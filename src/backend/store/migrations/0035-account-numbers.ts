/** Whether to read what the network counts of an account's posts; null: unless the network charges for it. */
export const accountNumbers = `
alter table accounts add column reads_metrics integer;
`;
