import { exampleAccount, examplePost } from '../examples.js';
import { idOf } from '../ids.js';
import { exampleReading } from '../insights/examples.js';
import { MetricsAtAge } from '../insights/metrics.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, nextCursor, numberQuery } from '../lists.js';
import { PLATFORMS } from '../platforms.js';
import { Actor } from '../posts/actors.js';
import { DELIVERY_ERROR_CODES } from '../posts/delivery-errors.js';
import { POST_STATUSES, TARGET_STATUSES } from '../posts/status.js';
import type { Scope } from '../scopes.js';

/** One type of event. */
interface EventKind {
  /** When the event is sent, in one sentence. */
  readonly summary: string;
  /** The scope that a key needs to receive it. */
  readonly scope: Scope;
  readonly data: z.ZodObject;
  /** The field of `data` with the id of the object that the event is about. */
  readonly object: string;
  readonly example: Readonly<Record<string, unknown>>;
  /** Sent only to webhooks that name it, and recorded only where there is such a webhook. */
  readonly onlyIfNamed?: true;
}

const Network = z.enum(PLATFORMS);

const TargetNow = z.object({
  accountId: z.string(),
  platform: Network,
  status: z.enum(TARGET_STATUSES),
  url: z.string().nullable().meta({ description: 'The post’s URL, once it is published.' }),
});

const labels = z.array(z.string()).optional().meta({
  description: 'The names of the post’s labels at that time. Absent in events of earlier versions.',
});

const whoDid = (what: string) =>
  Actor.nullable()
    .optional()
    .meta({ description: `Who ${what} the post, if somebody did. Absent in events of earlier versions.` });

/** Who is responsible for a post at the time of its event. */
const actors = {
  draftedBy: whoDid('drafted'),
  approvedBy: whoDid('approved'),
  publishedBy: whoDid('published or scheduled'),
};

const PostData = z.object({
  postId: z.string(),
  status: z.enum(POST_STATUSES),
  labels,
  ...actors,
  targets: z.array(TargetNow).meta({ description: 'The result on each account.' }),
});

const TargetData = z.object({
  postId: z.string(),
  targetId: z.string(),
  accountId: z.string(),
  platform: Network,
});

const PublishedTarget = TargetData.extend({
  url: z.string().nullable().meta({ description: 'The post’s URL on the network.' }),
});

const FailedTarget = TargetData.extend({
  code: z.enum(DELIVERY_ERROR_CODES),
  message: z.string().meta({ description: 'What happened, in one sentence.' }),
});

const postId = examplePost.id;
const accountId = exampleAccount.id;
const { draftedBy, approvedBy, publishedBy } = examplePost;
const by = { draftedBy, approvedBy, publishedBy };
const url = 'http://127.0.0.1:4747/network/bluesky/profile/northwind.example/post/3mabc';
const target = { postId, targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk', accountId, platform: 'bluesky' };
const post = (status: string, target: string, url: string | null = null) => ({
  postId,
  status,
  labels: ['Launch'],
  ...by,
  targets: [{ accountId, platform: 'bluesky', status: target, url }],
});

/** Every event type, once. Payloads, permissions, fixtures and the documentation derive from it. */
export const EVENT_KINDS = {
  'post.scheduled': {
    summary: 'A post was scheduled or rescheduled.',
    scope: 'posts:read',
    data: z.object({
      postId: z.string(),
      status: z.literal('scheduled'),
      labels,
      ...actors,
      scheduledAt: Instant,
    }),
    object: 'postId',
    example: {
      postId,
      status: 'scheduled',
      labels: ['Launch'],
      ...by,
      scheduledAt: '2026-12-02T08:00:00.000Z',
    },
  },
  'post.reopened': {
    summary: 'The approval of a scheduled post was taken back: it is a draft again.',
    scope: 'posts:read',
    data: z.object({ postId: z.string(), status: z.literal('draft'), labels, ...actors }),
    object: 'postId',
    example: { postId, status: 'draft', labels: ['Launch'], ...by, approvedBy: null, publishedBy: null },
  },
  'post.published': {
    summary: 'A post was published on every account.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('published', 'published', url),
  },
  'post.in_inbox': {
    summary: 'A post waits in the inbox of a network’s app: a person has to finish it there.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: {
      ...post('in_inbox', 'in_inbox', null),
      targets: [{ accountId, platform: 'tiktok', status: 'in_inbox', url: null }],
    },
  },
  'post.partially_published': {
    summary: 'A post was published on some accounts and failed on others. It is not retried automatically.',
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
    summary: 'A post could not be published on any account.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('failed', 'failed'),
  },
  'post.unknown': {
    summary: 'A post was sent, but its outcome is unknown. Someone has to check the account.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('unknown', 'unknown'),
  },
  'post.missed': {
    summary: 'A post missed its time and was not published late. Someone has to decide what to do.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('missed', 'missed'),
  },
  'post.cancelled': {
    summary: 'A post was cancelled.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('cancelled', 'cancelled'),
  },
  'post.deleted': {
    summary: 'A published post was deleted from the last account on which it was.',
    scope: 'posts:read',
    data: PostData,
    object: 'postId',
    example: post('deleted', 'deleted', url),
  },
  'post.metrics': {
    summary:
      'The numbers of a post after 24 hours, 7 or 28 days were read. Sent only to webhooks that name this event.',
    scope: 'insights:read',
    data: z.object({ postId: z.string(), labels, ...MetricsAtAge }),
    object: 'postId',
    example: {
      postId,
      labels: ['Launch'],
      window: '24h',
      targets: [
        {
          ...{ targetId: target.targetId, accountId, platform: 'bluesky' },
          publishedAt: '2026-12-02T08:00:00.000Z',
          definitions: { likes: 'bluesky.likes', reposts: 'bluesky.reposts' },
          numbers: exampleReading,
        },
      ],
    },
    onlyIfNamed: true,
  },
  'post.remarked': {
    summary: 'Somebody of the workspace wrote a remark about a post.',
    scope: 'posts:read',
    data: z.object({
      postId: z.string(),
      remarkId: z.string(),
      labels,
      by: z.string().meta({ description: 'The name of who wrote it: a person, an assistant or an API key.' }),
    }),
    object: 'postId',
    example: { postId, remarkId: 'rmk_01k9x3m5t7v9b2c4d6f8g0h1jk', labels: ['Launch'], by: 'Ada' },
  },
  'target.deleted': {
    summary: 'A published post was deleted from one account.',
    scope: 'posts:read',
    data: PublishedTarget,
    object: 'postId',
    example: { ...target, url },
  },
  'target.in_inbox': {
    summary: 'A post waits in the inbox of a network’s app on one account: a person has to finish it there.',
    scope: 'posts:read',
    data: TargetData,
    object: 'postId',
    example: { ...target, platform: 'tiktok' },
  },
  'target.published': {
    summary: 'A post was published on one account.',
    scope: 'posts:read',
    data: PublishedTarget,
    object: 'postId',
    example: { ...target, url },
  },
  'target.failed': {
    summary: 'A post could not be published on one account.',
    scope: 'posts:read',
    data: FailedTarget,
    object: 'postId',
    example: { ...target, code: 'text_too_long', message: 'The network takes 300 graphemes at most.' },
  },
  'account.health_changed': {
    summary: 'The health of an account changed.',
    scope: 'accounts:read',
    data: z.object({ accountId: z.string(), platform: Network, from: z.string(), to: z.string() }),
    object: 'accountId',
    example: { accountId, platform: 'bluesky', from: 'healthy', to: 'reconnect_required' },
  },
  'comment.received': {
    summary: 'Someone commented on a post or replied to a comment.',
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
    summary: 'Someone sent a direct message.',
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
    summary: 'A direct message from one of your accounts was sent.',
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
    summary:
      'A webhook was disabled because its receiver is gone or keeps failing, or because its API key expired or was revoked.',
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

/** Whether only webhooks that name this type get it. */
export function isOnlyIfNamed(type: EventType): boolean {
  const kind: EventKind = EVENT_KINDS[type];
  return kind.onlyIfNamed ?? false;
}

/** The types that a webhook for all events gets, and that `*` and families such as `post.*` stand for. */
export const UNNAMED_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => !isOnlyIfNamed(type));

/** The event types that a key with these scopes can see. */
export function typesVisibleTo(scopes: ReadonlySet<Scope>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(EVENT_KINDS[type].scope));
}

/** What the payload of a webhook and an event in a list begin with. */
export const PayloadHead = {
  id: idOf('event', 'Id of the event. It is the same in every delivery and stream.'),
  timestamp: Instant.meta({ description: 'When it happened, by the workspace’s clock.' }),
};

const EventHead = {
  ...PayloadHead,
  cursor: z.string().meta({
    description: 'Position in the log. Send as `cursor` to get what came after it.',
  }),
};

/** An event. `type` determines the shape of `data`. */
export type PostriderEvent = {
  [Type in EventType]: z.output<z.ZodObject<typeof EventHead>> & {
    readonly type: Type;
    readonly data: EventDataOf<Type>;
  };
}[EventType];

const [firstType, ...otherTypes] = EVENT_TYPES;
const shapeOf = (type: EventType) =>
  z.object({ ...EventHead, type: z.literal(type), data: EVENT_KINDS[type].data });

/** The union is built from the table at run time, so its type is stated here. */
export const PostriderEvent = z
  .discriminatedUnion('type', [shapeOf(firstType), ...otherTypes.map(shapeOf)])
  .meta({ id: 'Event', description: 'An event.' }) as unknown as z.ZodType<PostriderEvent, PostriderEvent>;

/** The payload of a webhook: an event, or a requested test. */
export type WebhookPayload =
  | { [Type in EventType]: Omit<Extract<PostriderEvent, { readonly type: Type }>, 'cursor'> }[EventType]
  | { readonly id: string; readonly type: 'webhook.test'; readonly timestamp: string; readonly data: object };

/** The longest time that a request waits for events, in seconds. */
const MAX_EVENT_WAIT_SECONDS = 40;

/** How many event streams one key may have open in one process. */
export const MAX_STREAMS_PER_KEY = 10;

export const EventListQuery = z.strictObject({
  types: commaSeparated(
    EVENT_TYPES,
    'Filter by event type, comma-separated. Default: every type that the key can see.',
  ).optional(),
  start: z.enum(['oldest', 'latest', 'now']).optional().meta({
    description:
      'Where to start without a cursor: at the oldest event (default), at the last `limit` events (`latest`), or at new events (`now`).',
  }),
  wait: numberQuery({ type: 'number', minimum: 0, maximum: MAX_EVENT_WAIT_SECONDS })
    .optional()
    .meta({
      description: 'If there are no events yet, wait for one for up to this many seconds.',
      examples: [20],
    }),
  ...ListQuery,
});

export const EventPage = z
  .object({
    data: z.array(PostriderEvent),
    nextCursor: nextCursor('Null if there are no more events now.'),
    position: z.string().meta({
      description: 'How far this page reaches. Send as `cursor`, now or later, to continue from here.',
    }),
  })
  .meta({ id: 'EventPage' });

export type EventPage = z.infer<typeof EventPage>;
