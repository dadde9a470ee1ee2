import type { ToolName } from '../../src/mcp/tools/definitions.js';

/** What wrong calls are about. */
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
  /** Its window is closed. */
  readonly silent: string;
}

export interface WrongCall {
  readonly what: string;
  readonly tool: ToolName;
  readonly args: (things: Things) => unknown;
  /** The key that calls; one that may do everything unless said. */
  readonly key?: 'read' | 'draft';
}

const NOBODY = 'post_01k9x3m5t7v9b2c4d6f8g0h1jk';
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

/** Calls that models make and that cannot be carried out. */
export const WRONG_CALLS: readonly WrongCall[] = [
  // What is missing
  wrong('nothing at all', 'get_post', {}),
  wrong('no arguments object', 'get_post', 'post'),
  wrong('a list for the arguments', 'get_post', ['post_1']),
  wrong('null for what is required', 'get_post', { id: null }),
  wrong('an empty id', 'get_post', { id: '' }),
  wrong('no text and no media', 'create_post', { platform: 'bluesky', scheduleMode: 'now' }),
  wrong('no account', 'create_post', { text: 'Hello', scheduleMode: 'now' }),
  wrong('no time', 'create_post', { platform: 'bluesky', text: 'Hello', scheduleMode: 'schedule' }),
  wrong('no outcome', 'resolve_post', (t: Things) => ({ id: t.unknown })),
  wrong('no schedule at all', 'create_schedule', {}),
  wrong('no days', 'create_schedule', mornings({ days: [] })),
  wrong('nothing to change', 'update_post', (t: Things) => ({ id: t.draft })),
  wrong('nothing to change in a schedule', 'update_schedule', (t: Things) => ({ id: t.schedule })),
  wrong('how to publish', 'publish_post', (t: Things) => ({ id: t.draft })),
  wrong('what YouTube demands', 'create_post', { platform: 'youtube', text: 'Hello', scheduleMode: 'now' }),
  wrong('media for Instagram', 'create_post', { platform: 'instagram', text: 'Hello', scheduleMode: 'now' }),
  wrong('no choice between two accounts', 'create_post', {
    platform: 'x',
    text: 'Hello',
    scheduleMode: 'now',
  }),
  // What is mistyped
  wrong('an argument that is spelled wrongly', 'create_post', { platfrom: 'bluesky', text: 'Hello' }),
  wrong('an argument that there is not', 'list_accounts', { color: 'red' }),
  wrong('an argument of another tool', 'get_post', (t: Things) => ({ id: t.draft, platform: 'threads' })),
  wrong('a number for a text', 'create_post', { text: { de: 'Hallo' } }),
  wrong('several texts for one', 'create_post', { text: ['one', 'two'], platform: 'threads' }),
  wrong('words for a number', 'list_posts', { limit: 'many' }),
  wrong('a number that is too large', 'list_posts', { limit: 1000 }),
  wrong('a fraction', 'get_post', (t: Things) => ({ id: t.draft, waitSeconds: 2.5 })),
  wrong('a wait that is too long', 'get_post', (t: Things) => ({ id: t.draft, waitSeconds: 600 })),
  wrong('a word for true', 'update_schedule', (t: Things) => ({ id: t.schedule, active: 'perhaps' })),
  wrong('a network that there is not', 'create_post', { platform: 'myspace', text: 'Hello' }),
  wrong('a network that is spelled wrongly', 'create_post', { platforms: ['blusky'], text: 'Hello' }),
  wrong('a mode that there is not', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'later',
  }),
  wrong('a status that there is not', 'list_posts', { status: 'live' }),
  wrong('an outcome that there is not', 'resolve_post', (t: Things) => ({
    id: t.unknown,
    outcome: 'ignore',
  })),
  wrong('a day that there is not', 'create_schedule', mornings({ days: ['someday'] })),
  wrong('a time of day that there is not', 'create_schedule', mornings({ startTime: '25:00' })),
  wrong('a zone that there is not', 'create_schedule', mornings({ timezone: 'Europe/Berlln' })),
  wrong('a privacy that there is not', 'create_post', {
    platform: 'youtube',
    text: 'Hello',
    overrides: [{ target: 'youtube', privacy: 'secret' }],
  }),
  wrong('an override without a target', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    overrides: [{ text: 'Other' }],
  }),
  wrong('an override for an account that is not addressed', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    overrides: [{ target: 'bluesky', text: 'Other' }],
    scheduleMode: 'now',
  }),
  wrong('several faults at once', 'create_post', {
    platform: 'myspace',
    text: 5,
    scheduleMode: 'soonish',
    limit: 3,
    overrides: 'none',
  }),
  // What contradicts itself
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
  wrong('several posts in no window', 'create_schedule', mornings({ postsPerWindow: 3 })),
  wrong('a platform and accounts of another', 'create_post', (t: Things) => ({
    platform: 'threads',
    accountIds: [t.bluesky],
    text: 'Hello',
    scheduleMode: 'now',
  })),
  wrong('more descriptions than media', 'create_post', {
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
  wrong('a time nobody understands', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: 'soon',
  }),
  wrong('a day that there is not in February', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2027-02-30T09:00',
  }),
  wrong('a time in the far future', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduledAt: '2099-01-01T09:00Z',
  }),
  // What there is not
  wrong('a post that there is not', 'get_post', { id: NOBODY }),
  wrong('an id that is none', 'get_post', { id: '42' }),
  wrong('the id of an account for a post', 'get_post', (t: Things) => ({ id: t.bluesky })),
  wrong('an edit of a post that there is not', 'update_post', { id: NOBODY, text: 'Hello' }),
  wrong('an account that there is not', 'create_post', {
    accountIds: [NO_ACCOUNT],
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('a handle for an account id', 'create_post', {
    accountIds: ['@fernhill'],
    text: 'Hello',
    scheduleMode: 'now',
  }),
  wrong('a schedule that there is not', 'delete_schedule', { id: NO_SCHEDULE }),
  wrong('a slot that there is not', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    slotId: 'slot_nothing',
  }),
  wrong('media that nobody uploaded', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    mediaUrls: ['media_nothing'],
    scheduleMode: 'now',
  }),
  wrong('a web address for media', 'create_post', {
    platform: 'bluesky',
    text: 'Hello',
    mediaUrls: ['https://fernhill.example/cup.jpg'],
    scheduleMode: 'now',
  }),
  wrong('a page of another list', 'list_posts', { cursor: 'bm90aGluZw' }),
  // Too much
  wrong('a text that is too long for the network', 'create_post', {
    platform: 'bluesky',
    text: 'word '.repeat(100),
    scheduleMode: 'now',
  }),
  wrong('a text that is too long for anybody', 'create_post', {
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
  wrong('too much for several networks at once', 'create_post', {
    platforms: ['mastodon', 'bluesky', 'threads', 'youtube', 'instagram', 'pinterest', 'tiktok'],
    text: 'word '.repeat(200),
    scheduleMode: 'now',
  }),
  // What its state does not allow
  wrong('publishing what is out', 'publish_post', (t: Things) => ({ id: t.published, scheduleMode: 'now' })),
  wrong('editing what is out', 'update_post', (t: Things) => ({ id: t.published, text: 'Changed' })),
  wrong('cancelling what is out', 'cancel_post', (t: Things) => ({ id: t.published })),
  wrong('retrying what did not fail', 'retry_post', (t: Things) => ({ id: t.scheduled })),
  wrong('retrying what nobody knows', 'retry_post', (t: Things) => ({ id: t.unknown })),
  wrong('resolving what is known', 'resolve_post', (t: Things) => ({ id: t.failed, outcome: 'check' })),
  wrong('an edit of an older version', 'update_post', (t: Things) => ({
    id: t.draft,
    text: 'Newer',
    version: 99,
  })),
  wrong('an address that is none', 'resolve_post', (t: Things) => ({
    id: t.unknown,
    outcome: 'published',
    url: 'here',
  })),
  // The inbox
  wrong('a comment that there is not', 'get_comment', { id: NO_COMMENT }),
  wrong('no comment', 'get_comment', {}),
  wrong('comments of a post that there is not', 'list_comments', { postId: NOBODY }),
  wrong('comments since a time nobody understands', 'list_comments', { since: 'lately' }),
  wrong('nothing to reply to', 'reply_to_comment', { text: 'Thank you.' }),
  wrong('a reply without words', 'reply_to_comment', (t: Things) => ({ commentId: t.comment })),
  wrong('a reply to a comment that there is not', 'reply_to_comment', { commentId: NO_COMMENT, text: 'Hi' }),
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
    'replying with a key that drafts',
    'reply_to_comment',
    (t: Things) => ({
      commentId: t.comment,
      text: 'Hi',
    }),
    'draft',
  ),
  wrong('a window that there is not', 'list_conversations', { window: 'ajar' }),
  wrong('a conversation that there is not', 'list_messages', { conversationId: NO_CONVERSATION }),
  wrong('a message into no conversation', 'send_message', { text: 'Hi' }),
  wrong('a message without words', 'send_message', (t: Things) => ({ conversationId: t.conversation })),
  wrong('a message into a conversation that there is not', 'send_message', {
    conversationId: NO_CONVERSATION,
    text: 'Hi',
  }),
  wrong('a message after the window closed', 'send_message', (t: Things) => ({
    conversationId: t.silent,
    text: 'Hi',
  })),
  wrong('a handle for a conversation', 'send_message', { conversationId: '@mia.brews', text: 'Hi' }),
  // Sources and media
  wrong('nothing to read', 'ingest_source', {}),
  wrong('two things to read', 'ingest_source', { url: 'https://fernhill.example', text: 'Hello' }),
  wrong('an address of this machine', 'ingest_source', { url: 'http://127.0.0.1:9/secret' }),
  wrong('an address that is no address', 'ingest_source', { url: 'our website' }),
  wrong('a source that there is not', 'ingest_source', { sourceId: NO_SOURCE }),
  wrong('nothing to upload', 'upload_media', {}),
  wrong('a file that there is not', 'upload_media', { path: '/nowhere/cup.jpg' }),
  wrong('a file and an address', 'upload_media', {
    path: 'cup.jpg',
    url: 'https://fernhill.example/cup.jpg',
  }),
  wrong('an upload that there is not', 'upload_media', { uploadId: 'upl_nothing' }),
  // Slots, schedules and checks
  wrong('a state of slots that there is not', 'list_slots', { state: 'full' }),
  wrong('slots until before they begin', 'list_slots', { from: 'tomorrow', to: 'today' }),
  wrong('schedules of an account that there is not', 'list_schedules', { accountId: NO_ACCOUNT }),
  wrong('nothing to check', 'validate_post', {}),
  wrong('a post to check that there is not', 'validate_post', { postId: NOBODY }),
  // Confirmation
  wrong('a confirmToken that is none', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'now',
    confirmToken: 'yes',
  }),
  wrong('a confirmToken that was made up', 'create_post', {
    platform: 'threads',
    text: 'Hello',
    scheduleMode: 'now',
    confirmToken: 'Y29uZmlybQ.mx4f2fuo..AAAA.AAAAAAAAAAAAAAAAAAAAAA',
  }),
  // What the key may not
  wrong(
    'publishing with a key that drafts',
    'create_post',
    { platform: 'threads', text: 'Hello', scheduleMode: 'now' },
    'draft',
  ),
  wrong('retrying with a key that drafts', 'retry_post', (t: Things) => ({ id: t.failed }), 'draft'),
  wrong('drafting with a key that reads', 'create_post', { platform: 'threads', text: 'Hello' }, 'read'),
  wrong('a schedule with a key that reads', 'create_schedule', mornings({}), 'read'),
];
