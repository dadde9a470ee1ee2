import type { JsonObject } from '../../base/json.js';
import { EVENT_KINDS, EVENT_TYPES, type EventType, PayloadHead } from '../events/events.js';
import { exampleEvent } from '../events/examples.js';
import * as z from '../lazy-zod.js';
import type { SchemaComponents } from './schema-components.js';

/** The headers of every delivery, by the Standard Webhooks specification. */
const DELIVERY_HEADERS = {
  'webhook-id': 'The id of the event: the same for every attempt, so that a receiver can detect a repeat.',
  'webhook-timestamp':
    'When this attempt was sent, in seconds since 1970. Refuse old ones, which may be replays.',
  'webhook-signature':
    'One or two signatures (while a secret is rotated), separated by a space: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret, whose base64 follows `whsec_`.',
} as const;

/** The requests that webhooks receive: one for each type of event. */
export function webhookItems(schemas: SchemaComponents): JsonObject {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: deliveryOf(type, schemas) }]));
}

function deliveryOf(type: EventType, schemas: SchemaComponents): JsonObject {
  const { summary, scope, data, example } = EVENT_KINDS[type];
  const { cursor: _cursor, ...head } = exampleEvent;
  const payload = z.object({ ...PayloadHead, type: z.literal(type), data });
  return {
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['Events'],
    summary,
    description: `Sent to webhooks whose API key has the scope \`${scope}\`.`,
    security: [],
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.refTo(payload), example: { ...head, type, data: example } },
      },
    },
    responses: {
      '2XX': { description: 'The receiver has the event.' },
      '410': { description: 'The receiver is gone: the webhook is disabled.' },
      default: { description: 'The delivery failed and is retried.' },
    },
  };
}
