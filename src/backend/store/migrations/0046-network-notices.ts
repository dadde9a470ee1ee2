/** Since when the network of an account announces what is new, why it does not, and when it last did. */
export const networkNotices = `
alter table accounts add column notices_problem text;
alter table accounts add column notices_since integer;
alter table accounts add column noticed_at integer;
create index accounts_at_network on accounts (platform, network_user_id);
create index platform_apps_by_client on platform_apps (platform, client_id);
`;
