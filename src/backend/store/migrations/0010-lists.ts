/**
 * Indexes for lists of any size: targets store their post's sort key, posts store whether a part is missing, leases
 * have an index. Records up to which event the log was deleted.
 */
export const lists = `
alter table posts add column incomplete integer not null default 0;
update posts set incomplete = 1 where id in (
  select targets.post_id from target_parts join targets on targets.id = target_parts.target_id
  where target_parts.status in ('failed', 'unknown') and targets.status = 'published'
);
create index posts_incomplete on posts (workspace_id, effective_at, id) where incomplete = 1;

alter table targets add column listed_at integer not null default 0;
update targets set listed_at = (select effective_at from posts where posts.id = targets.post_id);
create index targets_listed on targets (account_id, listed_at, post_id);
create index targets_leased on targets (lease_until) where lease_until is not null;
create index sends_leased on sends (workspace_id) where lease_until is not null;

create index deliveries_of_event on webhook_deliveries (webhook_id, event_id, id);

create table forgotten_events (
  workspace_id text primary key references workspaces(id), last_seq integer not null
) strict, without rowid;
`;
