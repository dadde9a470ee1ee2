/** The set of permissions that an app names instead of single ones. */
export const appConfigurations = `
alter table platform_apps add column config_id text;
`;
