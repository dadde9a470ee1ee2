/** The process that renews an account's access holds the account until this time. */
export const renewalLeases = `
alter table accounts add column renewing_until integer;
`;
