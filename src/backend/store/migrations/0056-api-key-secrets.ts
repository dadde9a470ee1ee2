/** The sealed secret that signs an app's notices, where it is not the one for sign-ins. */
export const apiKeySecrets = `
alter table platform_apps add column sealed_api_key text;
`;
