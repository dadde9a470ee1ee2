import type { ToolName } from '../../src/mcp/tools/definitions.js';

/** The objects that the invalid calls refer to. */
export interface Things {
  readonly draft: string;
  readonly scheduled: string;
  readonly published: string;
  readonly failed: string;
  readonly unknown: string;
  readonly schedule: string;
  readonly bluesky: string;
  readonly youtube: string;
  readonly comment: string;
  readonly hidden: string;
  readonly conversation: string;
  /** Its reply window is closed. */
  readonly silent: string;
}

export interface WrongCall {
  readonly what: string;
  readonly tool: ToolName;
  readonly args: (things: Things) => unknown;
  /** The key that calls; a full-access key by default. */
  readonly key?: 'read' | 'draft';
}

const NO_POST = 'post_01k9x3m5t7v9b2c4d6f8g0h1jk';
const NO_ACCOUNT = 'acc_01k9x3m5t7v9b2c4d6f8g0h1jk';
const NO_COMMENT = 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk';
const NO_CONVERSATION = 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk';
const NO_SOURCE = 'src_01k9x3m5t7v9b2c4d6f8g0h1jk';
const NO_SCHEDULE = 'sch_01k9x3m5t7v9b2c4d6f8g0h1jk';

function wrong(
  what: string,
  tool: string,
  args: unknown | ((things: Things) => unknown),
  key?: WrongCall['key'],
): WrongCall {
  return {
    what,
    tool: `postrider_${tool}` as ToolName,
    args: typeof args === 'function' ? (args as WrongCall['args']) : () => args,
    ...(key && { key }),
  };
}

const mornings = (more: object) => (t: Things) => ({
  label: 'Mornings',
  accountIds: [t.bluesky],
  days: ['mon'],
  startTime: '09:00',
  ...more,
});

/** Calls that models make and that cannot succeed. */
export const WRONG_CALLS: readonly WrongCall[] = [
  // Missing arguments
  wrong('a plan without posts', 'plan_posts', { posts: [] }),
  wrong('a plan with a post that is too long', 'plan_posts', {
    posts: [
      { text: 'Good', platform: 'mastodon' },
      { text: 'long '.repeat(120), platform: 'mastodon', scheduledAt: 'tomorrow 9:00' },
    ],
  }),
  wrong('a plan with a time that cannot be read', 'plan_posts', {
    posts: [{ text: 'When?', platform: 'mastodon', scheduledAt: 'at noonish' }],
  }),
  wrong(
    'a plan of a key that may only draft',
    'plan_posts',
    { posts: [{ text: 'Soon', platform: 'mastodon', scheduledAt: 'tomorrow 9:00' }] },
    'draft',
  ),
  wrong('no arguments', 'get_post', {}),
  wrong('no arguments object', 'get_post', 'post'),
  wrong('a list for the arguments', 'get_post', ['post_1']),
  wrong('null for a required argument', 'get_post', { id: null }),
  wrong('an empty id', 'get_post', { id: '' }),
  wrong('no text and no media', 'create_post', { platform: 'bluesky', scheduleMode: 'now' }),
  wrong('no account', 'create_post', { text: 'Hello', scheduleMode: 'now' }),
  wrong('no time', 'create_post', { platform: 'bluesky', text: 'Hello', scheduleMode: 'schedule' }),
  wrong('no outcome', 'resolve_post', (t: Things) => ({ id: t.unknown })),
  wrong('no schedule at all', 'create_schedule', {}),
  wrong('no days', 'create_schedule', mornings({ days: [] })),
  wrong('nothing to change', 'update_post', (t: Things) => ({ id: t.draft })),
  wrong('nothing to change in a schedule', 'update_schedule', (t: Things) => ({ id: t.schedule })),
  wrong('no schedule mode', 'publish_post', (t: Things) => ({ id: t.draft })),
  wrong('no fields that YouTube requires', 'create_post', {
    platform: 'youtube',
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('no media for Instagram', 'create_post', {
    platform: 'instagram',
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('an ambiguous account', 'create_post', {
    platform: 'x',
    text: 'Hello',
    scheduleMode: 'now',
  }),
  // Wrong types
  wrong('a misspelled argument', 'create_post', { platfrom: 'bluesky', text: 'Hello' }),
  wrong('an unknown argument', 'list_accounts', { color: 'red' }),
  wrong('an argument of another tool', 'get_post', (t: Things) => ({ id: t.draft, platform: 'threads' })),
  wrong('an object for a string', 'create_post', { text: { de: 'Hallo' } }),
  wrong('several texts for one', 'create_post', { text: ['one', 'two'], platform: 'threads' }),
  wrong('a word for a number', 'list_posts', { limit: 'many' }),
  wrong('a number that is too large', 'list_posts', { limit: 1000 }),
  wrong('a fraction', 'get_post', (t: Things) => ({ id: t.draft, waitSeconds: 2.5 })),
  wrong('a wait that is too long', 'get_post', (t: Things) => ({ id: t.draft, waitSeconds: 600 })),
  wrong('a word for a boolean', 'update_schedule', (t: Things) => ({ id: t.schedule, active: 'perhaps' })),
  wrong('an unknown network', 'create_post', { platform: 'myspace', text: 'Hello' }),
  wrong('a misspelled network', 'create_post', { platforms: ['blusky'], text: 'Hello' }),
  wrong('an unknown schedule mode', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'later',
  }),
  wrong('an unknown status', 'list_posts', { status: 'live' }),
  wrong('an unknown outcome', 'resolve_post', (t: Things) => ({
    id: t.unknown,
    outcome: 'ignore',
  })),
  wrong('an unknown day', 'create_schedule', mornings({ days: ['someday'] })),
  wrong('an invalid time of day', 'create_schedule', mornings({ startTime: '25:00' })),
  wrong('an unknown time zone', 'create_schedule', mornings({ timezone: 'Europe/Berlln' })),
  wrong('an unknown privacy', 'create_post', {
    platform: 'youtube',
    text: 'Hello',
    overrides: [{ target: 'youtube', privacy: 'secret' }],
  }),
  wrong('an override without a target', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    overrides: [{ text: 'Other' }],
  }),
  wrong('an override for an account that is not a target', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    overrides: [{ target: 'bluesky', text: 'Other' }],
    scheduleMode: 'now',
  }),
  wrong('several problems at once', 'create_post', {
    platform: 'myspace',
    text: 5,
    scheduleMode: 'soonish',
    limit: 3,
    overrides: 'none',
  }),
  // Contradictions
  wrong('now and a time', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'now',
    scheduledAt: 'tomorrow 9:00',
  }),
  wrong('a slot and a time', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    slotId: 'slot_x',
    scheduledAt: 'tomorrow 9:00',
  }),
  wrong('an offset that contradicts the zone', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2026-12-24T09:00:00+05:00',
    timezone: 'Europe/Berlin',
  }),
  wrong('an end before the beginning', 'list_posts', { from: '2026-12-24', to: '2026-12-01' }),
  wrong('several posts without a window', 'create_schedule', mornings({ postsPerWindow: 3 })),
  wrong('a platform and accounts of another platform', 'create_post', (t: Things) => ({
    platform: 'threads',
    accountIds: [t.bluesky],
    text: 'Hello',
    scheduleMode: 'now',
  })),
  wrong('more alt texts than media', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    altTexts: ['A cup'],
  }),
  // Times
  wrong('a past time', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2020-01-01T09:00:00Z',
  }),
  wrong('yesterday', 'create_post', { platform: 'threads', text: 'Hello', scheduledAt: 'yesterday 9:00' }),
  wrong('an hour that has passed today', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: 'today 6:00',
  }),
  wrong('an unparseable time', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: 'soon',
  }),
  wrong('a day that February does not have', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2027-02-30T09:00',
  }),
  wrong('a time in the far future', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2099-01-01T09:00Z',
  }),
  // Objects that do not exist
  wrong('an unknown post', 'get_post', { id: NO_POST }),
  wrong('an invalid id', 'get_post', { id: '42' }),
  wrong('an account id for a post id', 'get_post', (t: Things) => ({ id: t.bluesky })),
  wrong('an edit of an unknown post', 'update_post', { id: NO_POST, text: 'Hello' }),
  wrong('an unknown account', 'create_post', {
    accountIds: [NO_ACCOUNT],
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('a handle for an account id', 'create_post', {
    accountIds: ['@fernhill'],
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('an unknown schedule', 'delete_schedule', { id: NO_SCHEDULE }),
  wrong('an unknown slot', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    slotId: 'slot_nothing',
  }),
  wrong('an unknown media key', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    mediaUrls: ['media_nothing'],
    scheduleMode: 'now',
  }),
  wrong('a URL for a media key', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    mediaUrls: ['https://fernhill.example/cup.jpg'],
    scheduleMode: 'now',
  }),
  wrong('a cursor of another list', 'list_posts', { cursor: 'bm90aGluZw' }),
  // Values out of range
  wrong('a text that is too long for the network', 'create_post', {
    platform: 'bluesky',
    text: 'word '.repeat(100),
    scheduleMode: 'now',
  }),
  wrong('a text that is too long for every network', 'create_post', {
    platform: 'threads',
    text: 'a'.repeat(200_000),
  }),
  wrong('too many accounts', 'create_post', {
    text: 'Hello',
    accountIds: Array.from({ length: 200 }, () => NO_ACCOUNT),
  }),
  wrong('too many media', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    mediaUrls: Array.from({ length: 60 }, (_, index) => `media_${index}`),
    scheduleMode: 'now',
  }),
  wrong('an idempotency key that is too long', 'create_post', {
    text: 'Hello',
    idempotencyKey: 'k'.repeat(300),
  }),
  wrong('a text that is too long for several networks', 'create_post', {
    platforms: ['mastodon', 'bluesky', 'threads', 'youtube', 'instagram', 'pinterest', 'tiktok'],
    text: 'word '.repeat(200),
    scheduleMode: 'now',
  }),
  // Actions that the status does not allow
  wrong('publishing a published post', 'publish_post', (t: Things) => ({
    id: t.published,
    scheduleMode: 'now',
  })),
  wrong('editing a published post', 'update_post', (t: Things) => ({ id: t.published, text: 'Changed' })),
  wrong('cancelling a published post', 'cancel_post', (t: Things) => ({ id: t.published })),
  wrong('retrying a post that did not fail', 'retry_post', (t: Things) => ({ id: t.scheduled })),
  wrong('retrying an unknown outcome', 'retry_post', (t: Things) => ({ id: t.unknown })),
  wrong('resolving a known outcome', 'resolve_post', (t: Things) => ({ id: t.failed, outcome: 'check' })),
  wrong('an edit of an older version', 'update_post', (t: Things) => ({
    id: t.draft,
    text: 'Newer',
    version: 99,
  })),
  wrong('an invalid URL', 'resolve_post', (t: Things) => ({
    id: t.unknown,
    outcome: 'published',
    url: 'here',
  })),
  // The inbox
  wrong('an unknown comment', 'get_comment', { id: NO_COMMENT }),
  wrong('no comment id', 'get_comment', {}),
  wrong('comments of an unknown post', 'list_comments', { postId: NO_POST }),
  wrong('comments since an unparseable time', 'list_comments', { since: 'lately' }),
  wrong('a reply without a comment id', 'reply_to_comment', { text: 'Thank you.' }),
  wrong('a reply without text', 'reply_to_comment', (t: Things) => ({ commentId: t.comment })),
  wrong('a reply to an unknown comment', 'reply_to_comment', { commentId: NO_COMMENT, text: 'Hi' }),
  wrong('a reply to a hidden comment', 'reply_to_comment', (t: Things) => ({
    commentId: t.hidden,
    text: 'Hi',
  })),
  wrong('two replies to one comment', 'reply_to_comment', (t: Things) => ({
    replies: [
      { commentId: t.comment, text: 'One' },
      { commentId: t.comment, text: 'Two' },
    ],
  })),
  wrong('too many replies', 'reply_to_comment', {
    replies: Array.from({ length: 21 }, () => ({ commentId: NO_COMMENT, text: 'Hi' })),
  }),
  wrong('a reply that is too long', 'reply_to_comment', (t: Things) => ({
    commentId: t.comment,
    text: 'word '.repeat(2000),
  })),
  wrong(
    'replying with a draft-only key',
    'reply_to_comment',
    (t: Things) => ({
      commentId: t.comment,
      text: 'Hi',
    }),
    'draft',
  ),
  wrong('an unknown reply window', 'list_conversations', { window: 'ajar' }),
  wrong('an unknown conversation', 'list_messages', { conversationId: NO_CONVERSATION }),
  wrong('a message without a conversation id', 'send_message', { text: 'Hi' }),
  wrong('a message without text', 'send_message', (t: Things) => ({ conversationId: t.conversation })),
  wrong('a message to an unknown conversation', 'send_message', {
    conversationId: NO_CONVERSATION,
    text: 'Hi',
  }),
  wrong('a message after the window closed', 'send_message', (t: Things) => ({
    conversationId: t.silent,
    text: 'Hi',
  })),
  wrong('a handle for a conversation', 'send_message', { conversationId: '@mia.brews', text: 'Hi' }),
  // Sources and media
  wrong('no source to ingest', 'ingest_source', {}),
  wrong('two sources to ingest', 'ingest_source', { url: 'https://fernhill.example', text: 'Hello' }),
  wrong('a URL on this machine', 'ingest_source', { url: 'http://127.0.0.1:9/secret' }),
  wrong('an invalid source URL', 'ingest_source', { url: 'our website' }),
  wrong('an unknown source', 'ingest_source', { sourceId: NO_SOURCE }),
  wrong('nothing to upload', 'upload_media', {}),
  wrong('a missing file', 'upload_media', { path: '/nowhere/cup.jpg' }),
  wrong('a file and a URL', 'upload_media', {
    path: 'cup.jpg',
    url: 'https://fernhill.example/cup.jpg',
  }),
  wrong('an unknown upload', 'upload_media', { uploadId: 'upl_nothing' }),
  // Slots, schedules and checks
  wrong('a number that no network counts', 'get_insights', { metric: 'joy' }),
  wrong('an age at which nothing is read', 'get_insights', { window: '2h' }),
  wrong('numbers of a post that does not exist', 'get_insights', { postId: NO_POST }),
  wrong('an unknown slot state', 'list_slots', { state: 'full' }),
  wrong('a slot range that ends before it starts', 'list_slots', { from: 'tomorrow', to: 'today' }),
  wrong('schedules of an unknown account', 'list_schedules', { accountId: NO_ACCOUNT }),
  wrong('nothing to validate', 'validate_post', {}),
  wrong('an unknown post to validate', 'validate_post', { postId: NO_POST }),
  // Confirmation
  wrong('an invalid confirmToken', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'now',
    confirmToken: 'yes',
  }),
  wrong('a forged confirmToken', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'now',
    confirmToken: '00000000',
  }),
  // Missing scopes
  wrong(
    'publishing with a draft-only key',
    'create_post',
    { platform: 'threads', text: 'Hello', scheduleMode: 'now' },
    'draft',
  ),
  wrong('retrying with a draft-only key', 'retry_post', (t: Things) => ({ id: t.failed }), 'draft'),
  wrong('drafting with a read-only key', 'create_post', { platform: 'threads', text: 'Hello' }, 'read'),
  wrong('a schedule with a read-only key', 'create_schedule', mornings({}), 'read'),
];
