/** The browser and the address of each session, for the list of sessions. */
export const sessionBrowsers = `
alter table sessions add column browser text not null default '';
alter table sessions add column address text not null default '';
`;
