/** Whether an earlier call might have published the target when the attempt began: it then looks before it sends. */
export const lookUps = `
alter table attempts add column in_doubt integer not null default 0;
`;
