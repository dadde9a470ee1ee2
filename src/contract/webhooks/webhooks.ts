import { EVENT_TYPES } from '../events/events.js';
import { idOf } from '../ids.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, pageOf } from '../lists.js';

/**
 * How long after an attempt that failed the next one comes, in seconds: the times that the Standard Webhooks
 * specification gives. After the last, a delivery is given up.
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

/** How much later than that an attempt may come, as a share: so that failures do not come back together. */
export const WEBHOOK_RETRY_JITTER = 0.1;

/** A webhook whose every attempt has failed for so long is switched off, in days. */
export const WEBHOOK_FAILING_DAYS = 5;

/** How long a receiver may take, in seconds. */
export const WEBHOOK_TIMEOUT_SECONDS = 15;

/** How long the former secret signs beside the new one, in hours. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;

/** How much of a receiver's answer is kept, in bytes. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 1024;

/** Why a webhook is switched off. */
const DISABLED_BECAUSE = ['paused', 'gone', 'failing', 'key_ended'] as const;
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number];

const Url = z
  .string()
  .min(1)
  .max(2000)
  .meta({ description: 'Where events are sent.', examples: ['https://shop.example/hooks/postrider'] });

const Types = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(100)
  .meta({ description: 'Which events; every type that the key may see, where it is left out.' });

const Label = z.string().max(100).meta({ description: 'What it is for, in your words.' });

export const CreateWebhook = z
  .strictObject({ url: Url, events: Types.optional(), label: Label.optional() })
  .meta({ id: 'CreateWebhook' });

export const UpdateWebhook = z
  .strictObject({
    url: Url.optional(),
    events: Types.nullable()
      .optional()
      .meta({ description: 'Which events; null: every type that the key may see.' }),
    label: Label.optional(),
    active: z.boolean().optional().meta({
      description: 'False pauses it. True switches it on again, for what happens from then on.',
    }),
  })
  .meta({ id: 'UpdateWebhook' });

export const Webhook = z
  .object({
    id: idOf('webhook', 'Identifier of the webhook.'),
    url: z.string(),
    events: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Which events; null: every type that its key may see.' }),
    label: z.string(),
    active: z.boolean(),
    disabled: z
      .object({ because: z.enum(DISABLED_BECAUSE), reason: z.string(), at: Instant })
      .nullable()
      .meta({ description: 'Why it is switched off, and since when.' }),
    keyId: z.string().meta({
      description: 'The key that last set its address or events: it is sent what that key may see.',
    }),
    failingSince: Instant.nullable().meta({ description: 'Every attempt since then has failed.' }),
    secretOverlapEndsAt: Instant.nullable().meta({
      description: 'Until then events are signed with the former secret too.',
    }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Webhook', description: 'An address that is told of events.' });

export type Webhook = z.infer<typeof Webhook>;

const secret = z.string().meta({
  description: 'Signs what is sent. Shown in this answer only.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

export const WebhookWithSecret = Webhook.extend({ secret }).meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookListQuery = z.strictObject({ ...ListQuery });
export const WebhookPage = pageOf(Webhook).meta({ id: 'WebhookPage' });
export type WebhookPage = z.infer<typeof WebhookPage>;

const webhookId = z.string().min(1).max(100).meta({ description: 'Webhook identifier.' });

export const WebhookParams = z.strictObject({ id: webhookId });
export const DeliveryParams = z.strictObject({
  id: webhookId,
  deliveryId: z.string().min(1).max(100).meta({ description: 'Delivery identifier.' }),
});

export const DeletedWebhook = z.object({ id: z.string(), deleted: z.literal(true) }).meta({
  id: 'DeletedWebhook',
});

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const Delivery = z
  .object({
    id: idOf('delivery', 'Identifier of the delivery.'),
    webhookId: z.string(),
    eventId: z.string().meta({ description: 'What is sent as `webhook-id`, with every attempt.' }),
    type: z.string().meta({ description: 'The event’s type; `webhook.test` for a test.' }),
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
        body: z
          .string()
          .nullable()
          .meta({
            description: `The first ${WEBHOOK_ANSWER_KEPT_BYTES} bytes, secrets struck out; null where the key may not see such events. The receiver’s words, not ours.`,
          }),
      })
      .nullable()
      .meta({ description: 'The receiver’s answer to the last attempt; null where none came.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Delivery', description: 'One event on its way to one webhook.' });

export type Delivery = z.infer<typeof Delivery>;

export const DeliveryListQuery = z.strictObject({
  status: commaSeparated(DELIVERY_STATUSES, 'Only deliveries in these states.').optional(),
  eventId: z.string().max(100).optional().meta({ description: 'Only deliveries of this event.' }),
  ...ListQuery,
});

export const DeliveryPage = pageOf(Delivery).meta({ id: 'DeliveryPage' });
export type DeliveryPage = z.infer<typeof DeliveryPage>;
