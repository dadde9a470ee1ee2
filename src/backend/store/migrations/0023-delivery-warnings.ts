/** What differs between a published target and what was sent, as a JSON list of warnings. */
export const deliveryWarnings = `
alter table targets add column warnings_json text;
`;
