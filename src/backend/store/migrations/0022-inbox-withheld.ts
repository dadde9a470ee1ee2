/** What an account's network does not let Postrider read of comments and messages, as a JSON list of sentences. */
export const inboxWithheld = `
alter table accounts add column inbox_withheld text;
`;
