import type { Migration } from './migration.js';

/** Comments, conversations, messages and sends; and the simulated networks' own copies. */
const tables = `
create table comments (
  seq integer primary key autoincrement, id text not null unique,
  workspace_id text not null references workspaces(id), account_id text not null, platform text not null,
  post_id text not null, network_post_id text not null, network_comment_id text,
  parent_id text, thread_id text not null, author_id text not null, author_handle text not null,
  author_name text not null, is_own integer not null, text text not null, state text not null,
  live integer not null, status text, error_json text, listed integer not null, awaiting integer not null,
  unread integer not null, url text, private_message_id text, created_at integer not null
) strict;
create unique index comments_at_network on comments (account_id, network_comment_id)
  where network_comment_id is not null;
create index comments_listed on comments (workspace_id, created_at, seq) where listed = 1;
create index comments_awaiting on comments (workspace_id, created_at, seq) where awaiting = 1;
create index comments_unread on comments (workspace_id, created_at, seq) where unread = 1;
create index comments_of_account on comments (account_id, created_at, seq) where listed = 1;
create index comments_of_post on comments (post_id, created_at, seq) where listed = 1;
create index comments_of_thread on comments (thread_id, created_at, seq);
create index comments_of_parent on comments (parent_id, created_at, seq) where parent_id is not null;
create index comments_under_network_post on comments (account_id, network_post_id, created_at);

create index targets_at_network on targets (account_id, network_post_id) where network_post_id is not null;

create table conversations (
  seq integer primary key autoincrement, id text not null unique,
  workspace_id text not null references workspaces(id), account_id text not null, platform text not null,
  network_conversation_id text, participant_id text not null, participant_handle text not null,
  participant_name text not null, closes_at integer, basis text, last_inbound_at integer,
  last_message_id text, last_message_at integer not null, awaiting integer not null, unread integer not null,
  created_at integer not null, unique (account_id, participant_id)
) strict;
create index conversations_by_time on conversations (workspace_id, last_message_at, seq);
create index conversations_of_account on conversations (account_id, last_message_at, seq);
create index conversations_awaiting on conversations (workspace_id, last_message_at, seq) where awaiting = 1;
create index conversations_closing on conversations (workspace_id, closes_at, seq) where closes_at is not null;

create table messages (
  seq integer primary key autoincrement, id text not null unique, workspace_id text not null,
  conversation_id text not null references conversations(id), account_id text not null,
  network_message_id text, direction text not null, text text not null, media_json text not null,
  fingerprint text, status text, error_json text, answers_comment_id text, created_at integer not null
) strict;
create unique index messages_at_network on messages (account_id, network_message_id)
  where network_message_id is not null;
create index messages_of_conversation on messages (conversation_id, created_at, seq);

create table sends (
  id text primary key, workspace_id text not null references workspaces(id), account_id text not null,
  kind text not null, content_json text not null, status text not null, due_at integer, latest_at integer,
  wake_at integer, attempt integer not null, attempt_base integer not null, lease_until integer,
  in_doubt integer not null, first_attempt_at integer, updated_at integer not null
) strict;
create index sends_to_wake on sends (wake_at) where wake_at is not null;
create index sends_open on sends (workspace_id, due_at) where status = 'sending';

create table send_attempts (
  id text primary key, workspace_id text not null, send_id text not null references sends(id),
  number integer not null, outcome text not null, sent_at integer, started_at integer not null,
  ended_at integer, error_json text, unique (send_id, number)
) strict;

create table inbox_notices (
  seq integer primary key autoincrement, workspace_id text not null references workspaces(id),
  account_id text not null, subject_json text not null, tries integer not null, look_at integer not null
) strict;
create index inbox_notices_to_look on inbox_notices (look_at, seq);

create table inbox_progress (
  workspace_id text primary key references workspaces(id), last_event_seq integer not null
) strict, without rowid;

create table demo_visits (
  id text primary key, workspace_id text not null references workspaces(id), account_id text not null,
  network_post_id text, visit_json text not null, due_at integer not null
) strict;
create index demo_visits_due on demo_visits (workspace_id, due_at);

create table network_comments (
  seq integer primary key autoincrement, workspace_id text not null, platform text not null,
  comment_id text not null, network_post_id text not null, parent_id text, network_user_id text not null,
  author_json text, text text not null, hidden integer not null, live integer not null,
  created_at integer not null, unique (workspace_id, platform, comment_id)
) strict;
create index network_comments_of_post on network_comments (workspace_id, platform, network_post_id, created_at, seq);

create table network_conversations (
  workspace_id text not null, platform text not null, conversation_id text not null,
  network_user_id text not null, person_id text not null, person_handle text not null,
  person_name text not null, updated_at integer not null,
  primary key (workspace_id, platform, conversation_id),
  unique (workspace_id, platform, network_user_id, person_id)
) strict, without rowid;
create index network_conversations_by_time
  on network_conversations (workspace_id, platform, network_user_id, updated_at, conversation_id);

create table network_messages (
  seq integer primary key autoincrement, workspace_id text not null, platform text not null,
  message_id text not null, conversation_id text not null, from_business integer not null, text text not null,
  attachments_json text not null, from_ad integer not null, answers_comment text, created_at integer not null,
  unique (workspace_id, platform, message_id)
) strict;
create index network_messages_of_conversation
  on network_messages (workspace_id, platform, conversation_id, created_at, seq);
create index network_messages_from_person
  on network_messages (workspace_id, platform, conversation_id, from_ad, created_at) where from_business = 0;
create index network_messages_answering
  on network_messages (workspace_id, platform, answers_comment) where answers_comment is not null;
`;

/** Moves the simulated networks' comments out of `network_uploads`. */
const moveComments = `
insert into network_comments (workspace_id, platform, comment_id, network_post_id, parent_id, network_user_id,
    author_json, text, hidden, live, created_at)
  select workspace_id, platform, json_extract(state_json, '$.commentId'),
    json_extract(state_json, '$.networkPostId'), json_extract(state_json, '$.parentId'), network_user_id,
    null, json_extract(state_json, '$.text'), 0, 0, created_at
  from network_uploads where upload_id like 'comment/%' order by created_at, upload_id;
delete from network_uploads where upload_id like 'comment/%';
`;

/** No PostgreSQL database has comments to move. */
export const inbox: Migration = { embedded: tables + moveComments, postgres: tables };
