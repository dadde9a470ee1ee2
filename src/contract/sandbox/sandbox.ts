import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platforms.js';
import { DELIVERY_ERROR_CODES } from '../posts/delivery-errors.js';
import { ATTEMPT_OUTCOMES } from '../posts/posts.js';
import { TARGET_STATUSES } from '../posts/status.js';
import { DELIVERY_STATUSES } from '../webhooks/webhooks.js';

/** The shapes of the test routes: a sandbox's clock, accounts, faults, outbox and reset. */

const CLOCK_ACTIONS = ['freeze', 'advance', 'set', 'resume'] as const;

/** Ten years, in seconds: far enough for any schedule. */
const LONGEST_ADVANCE_SECONDS = 10 * 366 * 24 * 60 * 60;

export const MoveClock = z
  .strictObject({
    action: z.enum(CLOCK_ACTIONS).meta({
      description:
        '`freeze` stops the clock. `advance` moves it on by `seconds`, `set` to `to`; whatever falls due on the way runs, in its order, before the answer. `resume` lets it run on from where it stands.',
    }),
    seconds: z
      .number()
      .positive()
      .max(LONGEST_ADVANCE_SECONDS)
      .optional()
      .meta({
        description: 'With `advance`: by how many seconds.',
        examples: [3600],
      }),
    to: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'With `set`: the instant. The clock moves forward only.' }),
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
    now: TimeForms.meta({ description: 'The workspace’s present time.' }),
    frozen: z.boolean().meta({ description: 'The clock stands still until it is moved or resumed.' }),
    aheadSeconds: z.number().meta({ description: 'How far it is ahead of the system’s clock.' }),
  })
  .meta({ id: 'TestClock', description: 'A sandbox workspace’s clock.' });

export type TestClock = z.infer<typeof TestClock>;

export const Ran = z
  .object({
    at: Instant.meta({ description: 'Workspace time at which the attempt began.' }),
    postId: z.string(),
    targetId: z.string(),
    accountId: z.string(),
    platform: Platform,
    attempt: z.number().int(),
    outcome: z.enum(ATTEMPT_OUTCOMES),
    status: z.enum(TARGET_STATUSES).meta({ description: 'The target’s status at the end of the move.' }),
    url: z.string().nullable(),
    errorCode: z.enum(DELIVERY_ERROR_CODES).nullable(),
  })
  .meta({ id: 'Ran', description: 'One attempt that was made while the clock moved.' });

export type Ran = z.infer<typeof Ran>;

export const RanDelivery = z
  .object({
    at: Instant.meta({ description: 'Workspace time at which it was sent.' }),
    webhookId: z.string(),
    deliveryId: z.string(),
    eventId: z.string(),
    type: z.string(),
    attempt: z.number().int(),
    status: z.enum(DELIVERY_STATUSES).meta({ description: 'The delivery’s status after it.' }),
    answered: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The receiver’s HTTP status, if it gave one.' }),
  })
  .meta({ id: 'RanDelivery', description: 'One event sent to a webhook while the clock moved.' });

export type RanDelivery = z.infer<typeof RanDelivery>;

/** Most attempts that an answer lists. */
export const RAN_AT_MOST = 1000;

export const MovedClock = TestClock.extend({
  ran: z.array(Ran).meta({ description: `What ran, in its order; the first ${RAN_AT_MOST}.` }),
  ranTotal: z.number().int(),
  deliveries: z
    .array(RanDelivery)
    .meta({ description: `What this process sent to webhooks; the first ${RAN_AT_MOST}.` }),
  deliveriesTotal: z.number().int(),
}).meta({ id: 'MovedClock' });

export type MovedClock = z.infer<typeof MovedClock>;

export const ConnectTestAccount = z.strictObject({
  platform: Platform,
  handle: z
    .string()
    .regex(/^@?[^\s@/]{1,100}$/, 'must be a handle without spaces')
    .meta({
      description: 'Any handle. Some are named failures: accounts that always fail in one way.',
      examples: ['rate_limited'],
    }),
  displayName: z.string().min(1).max(100).optional(),
  premium: z.boolean().optional().meta({ description: 'The account has the network’s paid tier.' }),
  expiresInSeconds: z
    .number()
    .positive()
    .optional()
    .meta({ description: 'When its access ends by itself; absent: it does not.' }),
});

export const TestAccountParams = z.strictObject({ id: idOf('account', 'Id of the account.') });

export const DisconnectedAccount = z
  .object({
    id: z.string(),
    removed: z
      .boolean()
      .meta({ description: 'False: posts or conversations name it, so it stays in lists, without access.' }),
  })
  .meta({ id: 'DisconnectedAccount' });

/** What goes wrong with one request. */
export const FaultEffect = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('status'),
      status: z.number().int().min(400).max(599),
      effect: z
        .enum(['before', 'after'])
        .meta({ description: 'Whether the request is acted on all the same.' }),
    }),
    z.strictObject({ kind: z.literal('latency'), ms: z.number().int().min(1).max(120_000) }),
    z.strictObject({
      kind: z.literal('reset'),
      effect: z
        .enum(['before', 'after'])
        .meta({ description: 'The connection ends before or after the request was acted on.' }),
    }),
    z.strictObject({ kind: z.literal('cut') }).meta({ description: 'The answer breaks off in its middle.' }),
  ])
  .meta({ id: 'FaultEffect' });

export type FaultEffect = z.infer<typeof FaultEffect>;

export const SetFault = z.strictObject({
  on: z.enum(['network', 'api']).meta({
    description: '`network`: requests to the simulated networks. `api`: requests to this API.',
  }),
  platform: Platform.optional().meta({ description: 'With `network`: only this one.' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only paths that begin with this.', examples: ['/v1/posts'] }),
  does: FaultEffect,
  times: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: 'How many requests it befalls; absent: all of them.' }),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .meta({ description: 'Befalls only this share of the requests, drawn by `seed`.' }),
  seed: z.number().int().min(1).max(2_147_483_646).optional().meta({
    description: 'The same seed befalls the same requests; 1 unless told.',
  }),
});

export type SetFault = z.infer<typeof SetFault>;

export const TestFault = SetFault.extend({
  id: z.string(),
  befell: z.number().int().meta({ description: 'How many requests it has befallen so far.' }),
}).meta({ id: 'TestFault', description: 'A failure that somebody asked for.' });

export type TestFault = z.infer<typeof TestFault>;

export const TestFaults = z.object({ data: z.array(TestFault) }).meta({ id: 'TestFaults' });

export const OutboxQuery = z.strictObject({
  platform: Platform.optional(),
  accountId: z.string().optional().meta({ description: 'Only what this account has posted.' }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only posts whose text contains this.' }),
  ...ListQuery,
});

const OutboxMedia = z
  .object({
    contentType: z.string().meta({ description: 'MIME type, known by the bytes.', examples: ['image/jpeg'] }),
    bytes: z.number().int().meta({ description: 'Size of what went out: of a converted image, converted.' }),
    sha256: z.string().meta({ description: 'SHA-256 of what went out, hexadecimal.' }),
    altText: z.string().nullable().meta({ description: 'The description that went with it.' }),
    url: z.string().meta({ description: 'Where what went out can be fetched, for a day.' }),
    coverUrl: z
      .string()
      .nullable()
      .meta({ description: 'The same for the cover of a video, if it has one.' }),
  })
  .meta({ id: 'OutboxMedia', description: 'An image or a video as the network got it.' });

export const OutboxPost = z
  .object({
    platform: Platform,
    networkPostId: z.string(),
    networkUserId: z.string(),
    accountId: z
      .string()
      .nullable()
      .meta({ description: 'The account that posted it; null where it is not connected any more.' }),
    handle: z.string().nullable().meta({ description: 'Its handle, with the leading @.' }),
    url: z.string().meta({ description: 'Where the simulated network shows it.' }),
    title: z.string().nullable(),
    text: z.string(),
    link: z.string().nullable(),
    mediaIds: z.array(z.string()),
    media: z.array(OutboxMedia).meta({ description: 'The images and videos that went out, in their order.' }),
    createdAt: Instant,
    rawCall: z.unknown().meta({ description: 'The body of the request that made it.' }),
  })
  .meta({ id: 'OutboxPost', description: 'A post as a simulated network’s readers see it.' });

export type OutboxPost = z.infer<typeof OutboxPost>;

export const OutboxPage = pageOf(OutboxPost).meta({ id: 'OutboxPage' });
export type OutboxPage = z.infer<typeof OutboxPage>;

export const WorkspaceReset = z
  .object({
    removed: z.record(z.string(), z.number().int()).meta({ description: 'How many of what were removed.' }),
  })
  .meta({ id: 'WorkspaceReset' });
