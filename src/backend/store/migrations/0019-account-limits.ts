/** What an account's own server accepts, where that differs from its network's defaults. */
export const accountLimits = `
alter table accounts add column limits_json text;
`;
