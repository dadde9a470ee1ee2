/** What the pages say that posts link to, for link cards; and the link card of a simulated network's post. */
export const linkedPages = `
create table linked_pages (
  workspace_id text not null references workspaces(id), url_hash text not null,
  url text not null, title text, description text, image_key text, problem text, read_at integer not null,
  primary key (workspace_id, url_hash)
) strict, without rowid;
create index linked_pages_read on linked_pages (read_at);
create index linked_page_images on linked_pages (workspace_id, image_key) where image_key is not null;
alter table network_posts add column card_json text;
`;
