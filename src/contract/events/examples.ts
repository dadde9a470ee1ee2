import { exampleMe, examplePost } from '../examples.js';
import { EVENT_KINDS } from './events.js';

/** Example events, activity and webhooks for the reference. */

const at = '2026-12-02T08:00:00.000Z';

export const exampleCursor = 'WyJ5bVpDM2hxYiIsNDJd';

export const exampleEvent = {
  id: 'evt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  type: 'post.published',
  timestamp: at,
  data: EVENT_KINDS['post.published'].example,
  cursor: exampleCursor,
};

export const exampleActivity = {
  id: 'act_000000042',
  at,
  key: { id: exampleMe.key.id, label: exampleMe.key.label, prefix: exampleMe.key.prefix },
  tool: 'postrider_create_post',
  operation: 'posts.create',
  route: 'POST /v1/posts',
  kind: 'change',
  objectId: examplePost.id,
  result: 'done',
  status: 201,
  code: null,
  excerpt: examplePost.text,
  summary: 'created as scheduled for 2026-12-01T08:00:00.000Z',
  requestId: 'req_01k9x3m5t7v9b2c4d6f8g0h1jk',
  cursor: exampleCursor,
};

export const exampleWebhook = {
  id: 'wh_01k9x3m5t7v9b2c4d6f8g0h1jk',
  url: 'https://shop.example/hooks/postrider',
  events: ['post.published', 'post.failed'],
  label: 'Shop',
  active: true,
  disabled: null,
  keyId: exampleMe.key.id,
  failingSince: null,
  secretOverlapEndsAt: null,
  createdAt: at,
  updatedAt: at,
};

export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const exampleDelivery = {
  id: 'dlv_01k9x3m5t7v9b2c4d6f8g0h1jk',
  webhookId: exampleWebhook.id,
  eventId: exampleEvent.id,
  type: exampleEvent.type,
  objectId: examplePost.id,
  status: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  lastAttemptAt: at,
  deliveredAt: at,
  answer: { status: 204, durationMs: 38, body: '' },
  error: null,
  createdAt: at,
};

export const exampleDeliveryDetail = {
  ...exampleDelivery,
  body: JSON.stringify({
    id: exampleEvent.id,
    type: exampleEvent.type,
    timestamp: exampleEvent.timestamp,
    data: exampleEvent.data,
  }),
  log: [
    {
      number: 1,
      at,
      url: exampleWebhook.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': exampleEvent.id,
        'webhook-timestamp': String(Date.parse(at) / 1000),
        'webhook-signature': 'v1,[redacted]',
      },
      durationMs: 38,
      answer: { status: 204, body: '' },
      error: null,
    },
  ],
};
