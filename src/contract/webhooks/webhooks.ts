import { EVENT_TYPES, isOnlyIfNamed } from '../events/events.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, pageOf } from '../lists.js';

/**
 * Delays between attempts in seconds, from the Standard Webhooks specification. After the last attempt, the
 * delivery fails.
 */
export const WEBHOOK_RETRY_SECONDS = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** Random extra delay as a share of the delay, so that retries do not arrive together. */
export const WEBHOOK_RETRY_JITTER = 0.1;

/** A webhook is disabled after every attempt has failed for this many days. */
export const WEBHOOK_FAILING_DAYS = 5;

/** How long a receiver may take to respond, in seconds. */
export const WEBHOOK_TIMEOUT_SECONDS = 15;

/** How long the previous secret stays valid after a rotation, in hours. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;

/** How much of a receiver's response is kept, in bytes. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 1024;

/** How many attempts of a delivery are kept: the newest. Only resending makes more than ten. */
export const MAX_KEPT_ATTEMPTS = 50;

/** Why a webhook is disabled. */
const DISABLED_BECAUSE = ['paused', 'gone', 'failing', 'key_ended'] as const;
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number];

const Url = z
  .string()
  .min(1)
  .max(2000)
  .meta({ description: 'The URL to send events to.', examples: ['https://shop.example/hooks/postrider'] });

/** What a webhook for all events does not get. */
const EXCEPT = `except ${EVENT_TYPES.filter(isOnlyIfNamed)
  .map((type) => `\`${type}\``)
  .join(', ')}`;

const Types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(100)
  .meta({ description: `The event types to send. Default: every type that the key can see, ${EXCEPT}.` });

const Label = z.string().max(100).meta({ description: 'A label of your choice.' });

export const CreateWebhook = z
  .strictObject({ url: Url, events: Types.optional(), label: Label.optional() })
  .meta({ id: 'CreateWebhook' });

export const UpdateWebhook = z
  .strictObject({
    url: Url.optional(),
    events: Types.nullable()
      .optional()
      .meta({ description: `The event types to send. Null for every type that the key can see, ${EXCEPT}.` }),
    label: Label.optional(),
    active: z.boolean().optional().meta({
      description: '`false` pauses the webhook, `true` enables it again. Events in between are not sent.',
    }),
  })
  .meta({ id: 'UpdateWebhook' });

export const Webhook = z
  .object({
    id: idOf('webhook', 'Id of the webhook.'),
    url: z.string(),
    events: z
      .array(z.string())
      .nullable()
      .meta({ description: `The event types to send. Null for every type that its key can see, ${EXCEPT}.` }),
    label: z.string(),
    active: z.boolean(),
    disabled: z
      .object({ because: z.enum(DISABLED_BECAUSE), reason: z.string(), at: Instant })
      .nullable()
      .meta({ description: 'Why and since when the webhook is disabled.' }),
    keyId: z.string().meta({
      description:
        'The API key that last set the URL or the events. The webhook gets only what this key can see.',
    }),
    failingSince: Instant.nullable().meta({ description: 'The time since which every attempt has failed.' }),
    secretOverlapEndsAt: Instant.nullable().meta({
      description: 'Until then, events are also signed with the previous secret.',
    }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Webhook', description: 'A URL that receives events.' });

export type Webhook = z.infer<typeof Webhook>;

const secret = z.string().meta({
  description: 'The signing secret. Shown only in this response.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

export const WebhookWithSecret = Webhook.extend({ secret }).meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookListQuery = z.strictObject({ ...ListQuery });
export const WebhookPage = pageOf(Webhook).meta({ id: 'WebhookPage' });
export type WebhookPage = z.infer<typeof WebhookPage>;

const webhookId = z.string().min(1).max(100).meta({ description: 'Id of the webhook.' });

export const WebhookParams = z.strictObject({ id: webhookId });
export const DeliveryParams = z.strictObject({
  id: webhookId,
  deliveryId: z.string().min(1).max(100).meta({ description: 'Id of the delivery.' }),
});

export const DeletedWebhook = z.object({ id: z.string(), deleted: z.literal(true) }).meta({
  id: 'DeletedWebhook',
});

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const AnswerBody = z
  .string()
  .nullable()
  .meta({
    description: `The first ${WEBHOOK_ANSWER_KEPT_BYTES} bytes of the response body, with secrets redacted. Null if the key cannot see such events. Untrusted content from the receiver.`,
  });

export const Delivery = z
  .object({
    id: idOf('delivery', 'Id of the delivery.'),
    webhookId: z.string(),
    eventId: z.string().meta({ description: 'Sent as `webhook-id` with every attempt.' }),
    type: z.string().meta({ description: 'The event type, or `webhook.test` for a test.' }),
    objectId: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.number().int(),
    nextAttemptAt: Instant.nullable(),
    lastAttemptAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
    answer: z
      .object({
        status: z.number().int(),
        durationMs: z.number().int(),
        body: AnswerBody,
      })
      .nullable()
      .meta({ description: 'The receiver’s response to the last attempt. Null if there was none.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Delivery', description: 'The delivery of an event to a webhook.' });

export type Delivery = z.infer<typeof Delivery>;

const DeliveryAttempt = z
  .object({
    number: z.number().int().meta({ description: 'Number of the attempt, from 1.' }),
    at: Instant.meta({ description: 'When it began, by the workspace’s clock.' }),
    url: z.string().meta({ description: 'Where it was sent.' }),
    headers: z.record(z.string(), z.string()).nullable().meta({
      description:
        'The request’s headers, with the signatures redacted. Null if nothing was sent, because the signing secret could not be opened.',
    }),
    durationMs: z.number().int().meta({ description: 'How long it took, in milliseconds.' }),
    answer: z
      .object({ status: z.number().int(), body: AnswerBody })
      .nullable()
      .meta({ description: 'The receiver’s response. Null if there was none.' }),
    error: z.string().nullable().meta({ description: 'Why it failed. Null if it was accepted.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver an event.' });

export const DeliveryDetail = Delivery.extend({
  body: z.string().nullable().meta({
    description: 'The body that every attempt sends. Null if the key cannot see such events.',
  }),
  log: z.array(DeliveryAttempt).meta({
    description: `The attempts that have ended, oldest first; at most the last ${MAX_KEPT_ATTEMPTS}.`,
  }),
}).meta({
  id: 'DeliveryDetail',
  description: 'The delivery of an event, with what was sent and each attempt.',
});

export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const DeliveryListQuery = z.strictObject({
  status: commaSeparated(DELIVERY_STATUSES, 'Filter by status, comma-separated.').optional(),
  eventId: z.string().max(100).optional().meta({ description: 'Filter by event.' }),
  ...ListQuery,
});

export const DeliveryPage = pageOf(Delivery).meta({ id: 'DeliveryPage' });
export type DeliveryPage = z.infer<typeof DeliveryPage>;
