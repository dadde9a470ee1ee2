import { MAX_SECONDS, MIN_SECONDS } from '../durations.js';
import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { DELIVERY_ERROR_CODES } from '../posts/delivery-errors.js';
import { ATTEMPT_OUTCOMES } from '../posts/posts.js';
import { TARGET_STATUSES } from '../posts/status.js';
import { DELIVERY_STATUSES } from '../webhooks/webhooks.js';

/** The objects of the test operations: clock, accounts, simulated failures, outbox and reset. */

const CLOCK_ACTIONS = ['freeze', 'advance', 'set', 'resume'] as const;

/**
 * The last instant to which a sandbox's clock moves. What is reckoned from it, such as slots and expiry times, has to stay
 * within the year 9999, the last with four digits.
 */
export const MAX_CLOCK = '9900-01-01T00:00:00.000Z';

export const MoveClock = z
  .strictObject({
    action: z.enum(CLOCK_ACTIONS).meta({
      description:
        '`freeze` stops the clock. `advance` moves it forward by `seconds`, and `set` to `to`: whatever becomes due on the way runs, in order, before the response. `resume` lets it run on from its current time.',
    }),
    seconds: z
      .number()
      .min(MIN_SECONDS)
      .max(MAX_SECONDS)
      .optional()
      .meta({
        description: 'With `advance`: the number of seconds, rounded to milliseconds.',
        examples: [3600],
      }),
    to: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({
        description: `With \`set\`: the instant, at most \`${MAX_CLOCK}\`. The clock moves only forward.`,
      }),
  })
  .check((context) => {
    const { action, seconds, to } = context.value;
    const fault = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message });
    if ((action === 'advance') !== (seconds !== undefined)) {
      fault('seconds', action === 'advance' ? '`advance` needs `seconds`' : 'only `advance` takes `seconds`');
    }
    if ((action === 'set') !== (to !== undefined)) {
      fault('to', action === 'set' ? '`set` needs `to`' : 'only `set` takes `to`');
    }
  });

export const TestClock = z
  .object({
    now: TimeForms.meta({ description: 'The workspace’s current time.' }),
    frozen: z.boolean().meta({ description: 'Whether the clock is frozen until it is moved or resumed.' }),
    aheadSeconds: z.number().meta({ description: 'How far it is ahead of system time.' }),
  })
  .meta({ id: 'TestClock', description: 'The clock of a sandbox workspace.' });

export type TestClock = z.infer<typeof TestClock>;

export const Ran = z
  .object({
    at: Instant.meta({ description: 'When the attempt started, in workspace time.' }),
    postId: z.string(),
    targetId: z.string(),
    accountId: z.string(),
    platform: Platform,
    attempt: z.number().int(),
    outcome: z.enum(ATTEMPT_OUTCOMES),
    status: z.enum(TARGET_STATUSES).meta({ description: 'The target’s status after the clock was moved.' }),
    url: z.string().nullable(),
    errorCode: z.enum(DELIVERY_ERROR_CODES).nullable(),
  })
  .meta({ id: 'Ran', description: 'An attempt that ran while the clock moved.' });

export type Ran = z.infer<typeof Ran>;

export const RanDelivery = z
  .object({
    at: Instant.meta({ description: 'When it was sent, in workspace time.' }),
    webhookId: z.string(),
    deliveryId: z.string(),
    eventId: z.string(),
    type: z.string(),
    attempt: z.number().int(),
    status: z.enum(DELIVERY_STATUSES).meta({ description: 'The delivery’s status after the attempt.' }),
    answered: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The receiver’s HTTP status. Null if there was no response.' }),
  })
  .meta({ id: 'RanDelivery', description: 'An event that was sent to a webhook while the clock moved.' });

export type RanDelivery = z.infer<typeof RanDelivery>;

/** Maximum number of attempts in one response. */
export const MAX_RAN = 1000;

export const MovedClock = TestClock.extend({
  ran: z.array(Ran).meta({ description: `The attempts that ran, in order: the first ${MAX_RAN}.` }),
  ranTotal: z.number().int(),
  readingsTotal: z.number().int().meta({
    description: 'How many readings of the numbers of published posts ended while the clock moved.',
  }),
  deliveries: z
    .array(RanDelivery)
    .meta({ description: `The webhook deliveries of this process: the first ${MAX_RAN}.` }),
  deliveriesTotal: z.number().int(),
  deliveriesPending: z.number().int().meta({
    description:
      'Deliveries that are due and not finished: a move takes up to 10 seconds in all for deliveries. They are sent in the background.',
  }),
}).meta({ id: 'MovedClock' });

export type MovedClock = z.infer<typeof MovedClock>;

export const ConnectTestAccount = z.strictObject({
  platform: Platform,
  handle: z
    .string()
    .regex(/^@?[^\s@/]{1,100}$/, 'must be a handle without spaces')
    .meta({
      description: 'Any handle. Some always fail in one way, such as `rate_limited`.',
      examples: ['rate_limited'],
    }),
  displayName: z.string().min(1).max(100).optional(),
  premium: z.boolean().optional().meta({ description: 'Whether the account has the network’s paid tier.' }),
  expiresInSeconds: z
    .number()
    .min(MIN_SECONDS)
    .max(MAX_SECONDS)
    .optional()
    .meta({ description: 'When the access token expires, rounded to milliseconds. Default: never.' }),
});

export const TestAccountParams = z.strictObject({ id: idOf('account', 'Id of the account.') });

export const DisconnectedAccount = z
  .object({
    id: z.string(),
    removed: z.boolean().meta({
      description:
        '`false` if posts, conversations or schedules use the account: it stays in lists, without access.',
    }),
  })
  .meta({ id: 'DisconnectedAccount' });

/** What happens to a request. */
export const FaultEffect = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('status'),
      status: z.number().int().min(400).max(599),
      effect: z
        .enum(['before', 'after'])
        .meta({ description: 'Whether the request fails before or after it takes effect.' }),
    }),
    z.strictObject({ kind: z.literal('latency'), ms: z.number().int().min(1).max(120_000) }),
    z.strictObject({
      kind: z.literal('reset'),
      effect: z
        .enum(['before', 'after'])
        .meta({ description: 'Whether the connection breaks before or after the request takes effect.' }),
    }),
    z.strictObject({ kind: z.literal('cut') }).meta({ description: 'The response breaks off halfway.' }),
  ])
  .meta({ id: 'FaultEffect' });

export type FaultEffect = z.infer<typeof FaultEffect>;

export const SetFault = z.strictObject({
  on: z.enum(['network', 'api']).meta({
    description: '`network`: requests to the simulated networks. `api`: requests to this API.',
  }),
  platform: Platform.optional().meta({ description: 'With `network`: only this network.' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only paths with this prefix.', examples: ['/v1/posts'] }),
  does: FaultEffect,
  times: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: 'How many requests fail. Default: all of them.' }),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .meta({ description: 'The share of requests that fail, drawn with `seed`.' }),
  seed: z.number().int().min(1).max(2_147_483_646).optional().meta({
    description: 'Seed of the random draw: the same seed selects the same requests. Default: 1.',
  }),
});

export type SetFault = z.infer<typeof SetFault>;

export const TestFault = SetFault.extend({
  id: z.string(),
  affected: z.number().int().meta({ description: 'How many requests it has affected so far.' }),
}).meta({ id: 'TestFault', description: 'A simulated failure.' });

export type TestFault = z.infer<typeof TestFault>;

export const TestFaults = z
  .object({ data: z.array(TestFault).meta({ description: 'The failures that are set, oldest first.' }) })
  .meta({ id: 'TestFaults' });

export const OutboxQuery = z.strictObject({
  platform: Platform.optional(),
  accountId: z.string().optional().meta({ description: 'Filter by account.' }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only posts whose text contains this.' }),
  ...ListQuery,
});

const OutboxMedia = z
  .object({
    contentType: z
      .string()
      .meta({ description: 'MIME type, detected from the bytes.', examples: ['image/jpeg'] }),
    bytes: z.number().int().meta({ description: 'Size of the published file, after conversion.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the published file, in hexadecimal.' }),
    altText: z.string().nullable().meta({ description: 'The published alt text.' }),
    url: z.string().meta({ description: 'URL of the published file, valid for a day.' }),
    coverUrl: z.string().nullable().meta({ description: 'URL of the video’s cover, if it has one.' }),
  })
  .meta({ id: 'OutboxMedia', description: 'An image or a video as the network received it.' });

export const OutboxPost = z
  .object({
    platform: Platform,
    networkPostId: z.string(),
    networkUserId: z.string(),
    accountId: z
      .string()
      .nullable()
      .meta({ description: 'The account that posted it. Null if it is no longer connected.' }),
    handle: z.string().nullable().meta({ description: 'The account’s handle, with the leading @.' }),
    url: z.string().meta({ description: 'The post’s page on the simulated network.' }),
    title: z.string().nullable(),
    text: z.string(),
    link: z.string().nullable(),
    mediaIds: z.array(z.string()),
    media: z.array(OutboxMedia).meta({ description: 'The published images and videos, in order.' }),
    createdAt: Instant,
    rawCall: z.unknown().meta({ description: 'The body of the request that created it.' }),
  })
  .meta({ id: 'OutboxPost', description: 'A post on a simulated network.' });

export type OutboxPost = z.infer<typeof OutboxPost>;

export const OutboxPage = pageOf(OutboxPost).meta({ id: 'OutboxPage' });
export type OutboxPage = z.infer<typeof OutboxPage>;

export const WorkspaceReset = z
  .object({
    removed: z
      .record(z.string(), z.number().int())
      .meta({ description: 'How many objects of each kind were removed.' }),
  })
  .meta({ id: 'WorkspaceReset' });
