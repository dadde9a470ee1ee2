import { exampleAccount, examplePost } from '../examples.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery } from '../lists.js';
import { PLATFORMS } from '../platforms.js';
import { DELIVERY_ERROR_CODES } from '../posts/delivery-errors.js';
import { POST_STATUSES, TARGET_STATUSES } from '../posts/status.js';
import type { Scope } from '../scopes.js';

/** One kind of thing that happens. */
interface EventKind {
  /** When it happens, in one sentence. */
  readonly summary: string;
  /** What a key needs to be told of it. */
  readonly scope: Scope;
  readonly data: z.ZodObject;
  /** The field of `data` that holds the id of the object that it happened to. */
  readonly object: string;
  readonly example: Readonly<Record<string, unknown>>;
}

const Network = z.enum(PLATFORMS);

const TargetNow = z.object({
  accountId: z.string(),
  platform: Network,
  status: z.enum(TARGET_STATUSES),
  url: z.string().nullable().meta({ description: 'Where it can be seen, once it is out.' }),
});

const PostData = z.object({
  postId: z.string(),
  status: z.enum(POST_STATUSES),
  targets: z.array(TargetNow).meta({ description: 'What became of it on each account.' }),
});

const TargetData = z.object({
  postId: z.string(),
  targetId: z.string(),
  accountId: z.string(),
  platform: Network,
});

const PublishedTarget = TargetData.extend({
  url: z.string().nullable().meta({ description: 'Where it can be seen.' }),
});

const FailedTarget = TargetData.extend({
  code: z.enum(DELIVERY_ERROR_CODES),
  message: z.string().meta({ description: 'What happened, in one sentence.' }),
});

const postId = examplePost.id;
const accountId = exampleAccount.id;
const url = 'http://127.0.0.1:4747/network/bluesky/profile/northwind.example/post/3mabc';
const target = { postId, targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk', accountId, platform: 'bluesky' };
const post = (status: string, target: string, url: string | null = null) => ({
  postId,
  status,
  targets: [{ accountId, platform: 'bluesky', status: target, url }],
});

/** Every kind of event, once: payloads, permissions, fixtures and the documentation are made from it. */
export const EVENT_KINDS = {
  'post.scheduled': {
    summary: 'A post was given a time, or another one.',
    scope: 'posts:read',
    data: z.object({ postId: z.string(), status: z.literal('scheduled'), scheduledAt: Instant }),
    object: 'postId',
    example: { postId, status: 'scheduled', scheduledAt: '2026-12-02T08:00:00.000Z' },
  },
  'post.published': {
    summary: 'A post is out on every account.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('published', 'published', url),
  },
  'post.partially_published': {
    summary: 'A post is out on some accounts, and will not go out on the others by itself.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: {
      ...post('partially_published', 'published', url),
      targets: [
        { accountId, platform: 'bluesky', status: 'published', url },
        { accountId: 'acc_01k9x3m5t7v9b2c4d6f8g0h1jm', platform: 'x', status: 'failed', url: null },
      ],
    },
  },
  'post.failed': {
    summary: 'A post went out nowhere: a network refused it.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('failed', 'failed'),
  },
  'post.unknown': {
    summary: 'A post was sent and its outcome is not known: somebody has to look.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('unknown', 'unknown'),
  },
  'post.missed': {
    summary: 'A post is too late to be sent silently: somebody has to decide.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('missed', 'missed'),
  },
  'post.cancelled': {
    summary: 'A post was called off.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('cancelled', 'cancelled'),
  },
  'target.published': {
    summary: 'A post is out on one account.',
    scope: 'posts:read',
    data: PublishedTarget,
    object: 'postId',
    example: { ...target, url },
  },
  'target.failed': {
    summary: 'One account’s network refused a post.',
    scope: 'posts:read',
    data: FailedTarget,
    object: 'postId',
    example: { ...target, code: 'text_too_long', message: 'The network takes 300 graphemes at most.' },
  },
  'account.health_changed': {
    summary: 'A channel became usable, or stopped being so.',
    scope: 'accounts:read',
    data: z.object({ accountId: z.string(), platform: Network, from: z.string(), to: z.string() }),
    object: 'accountId',
    example: { accountId, platform: 'bluesky', from: 'healthy', to: 'reconnect_required' },
  },
  'comment.received': {
    summary: 'Somebody commented on a post, or answered a comment.',
    scope: 'comments:read',
    data: z.object({
      commentId: z.string(),
      postId: z.string().nullable(),
      accountId: z.string(),
      platform: Network,
    }),
    object: 'commentId',
    example: { commentId: 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', postId, accountId, platform: 'instagram' },
  },
  'message.received': {
    summary: 'Somebody wrote a direct message.',
    scope: 'messages:read',
    data: z.object({
      messageId: z.string(),
      conversationId: z.string(),
      accountId: z.string(),
      platform: Network,
    }),
    object: 'messageId',
    example: {
      messageId: 'msg_01k9x3m5t7v9b2c4d6f8g0h1jk',
      conversationId: 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      accountId,
      platform: 'facebook',
    },
  },
  'message.sent': {
    summary: 'A direct message of ours went out.',
    scope: 'messages:read',
    data: z.object({
      messageId: z.string(),
      conversationId: z.string(),
      accountId: z.string(),
      platform: Network,
    }),
    object: 'messageId',
    example: {
      messageId: 'msg_01k9x3m5t7v9b2c4d6f8g0h1jm',
      conversationId: 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk',
      accountId,
      platform: 'facebook',
    },
  },
  'webhook.disabled': {
    summary: 'A webhook was switched off because its receiver is gone, keeps failing, or its key has ended.',
    scope: 'webhooks:read',
    data: z.object({ webhookId: z.string(), reason: z.string() }),
    object: 'webhookId',
    example: { webhookId: 'wh_01k9x3m5t7v9b2c4d6f8g0h1jk', reason: 'The receiver answered 410 Gone.' },
  },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENT_KINDS;

export const EVENT_TYPES = Object.keys(EVENT_KINDS) as [EventType, ...EventType[]];

export type EventDataOf<Type extends EventType> = z.output<(typeof EVENT_KINDS)[Type]['data']>;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_KINDS, text);
}

/** The kinds of events that these scopes let a key see. */
export function typesVisibleTo(scopes: ReadonlySet<Scope>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(EVENT_KINDS[type].scope));
}

const EventHead = {
  id: idOf('event', 'Identifier of the event: the same wherever and however often it is told.'),
  timestamp: Instant.meta({ description: 'When it happened, by the workspace’s clock.' }),
  cursor: z.string().meta({
    description: 'Its place in the log: sent as `cursor`, it asks for what came after it.',
  }),
};

/** Something that happened. `type` says what `data` holds. */
export type PostriderEvent = {
  [Type in EventType]: z.output<z.ZodObject<typeof EventHead>> & {
    readonly type: Type;
    readonly data: EventDataOf<Type>;
  };
}[EventType];

const [firstType, ...otherTypes] = EVENT_TYPES;
const shapeOf = (type: EventType) =>
  z.object({ ...EventHead, type: z.literal(type), data: EVENT_KINDS[type].data });

/** The union is made from the table, so that only its type has to be said here. */
export const PostriderEvent = z
  .discriminatedUnion('type', [shapeOf(firstType), ...otherTypes.map(shapeOf)])
  .meta({ id: 'Event', description: 'Something that happened.' }) as unknown as z.ZodType<
  PostriderEvent,
  PostriderEvent
>;

/** What a receiver of webhooks gets: an event, or the test that somebody asked for. */
export type WebhookPayload =
  | { [Type in EventType]: Omit<Extract<PostriderEvent, { readonly type: Type }>, 'cursor'> }[EventType]
  | { readonly id: string; readonly type: 'webhook.test'; readonly timestamp: string; readonly data: object };

/** Longest time that a read of the log may be held, in seconds. */
const EVENT_WAIT_MAX_SECONDS = 40;

/** Most streams that one key may have open at a time in one process. */
export const STREAMS_PER_KEY = 10;

export const EventListQuery = z.strictObject({
  types: commaSeparated(EVENT_TYPES, 'Only these types; all that the key may see unless told.').optional(),
  start: z.enum(['oldest', 'latest', 'now']).optional().meta({
    description:
      'Where to begin without a cursor: with the oldest event unless told, with the last `limit` ones, or with what comes.',
  }),
  wait: z.coerce
    .number()
    .min(0)
    .max(EVENT_WAIT_MAX_SECONDS)
    .optional()
    .meta({
      description:
        'Where there is nothing yet: hold the answer until there is, for this many seconds at most.',
      examples: [20],
    }),
  ...ListQuery,
});

export const EventPage = z
  .object({
    data: z.array(PostriderEvent),
    nextCursor: z.string().nullable().meta({ description: 'Send as `cursor` for more that is there now.' }),
    position: z.string().meta({
      description: 'How far this page looked. Send as `cursor`, now or later, to go on from there.',
    }),
  })
  .meta({ id: 'EventPage' });

export type EventPage = z.infer<typeof EventPage>;
