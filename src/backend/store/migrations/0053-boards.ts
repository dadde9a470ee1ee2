/** The boards of accounts whose posts go to one, and the one for posts that name none. */
export const boards = `
alter table accounts add column boards_json text;
alter table accounts add column board_id text;
`;
