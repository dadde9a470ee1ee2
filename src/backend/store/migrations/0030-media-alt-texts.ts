/** The alt text of an uploaded file, for the posts that it is chosen for. */
export const mediaAltTexts = `
alter table media add column alt_text text;
`;
