/** The first line of a post as it was when a call changed it. Rows of before have none. */
export const activityExcerpts = `
alter table activity add column excerpt text;
create index activity_excerpts on activity (workspace_id, object_id, seq) where excerpt is not null;
`;
