/** The parts of the OpenAPI description that are no operation's own. */

/** What the operations are about, in the order in which they are told of. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Service: 'The service itself: whether it answers, whose key is in use, and this description.',
  Accounts: 'The connected channels, their health, capabilities and limits.',
  Posts: 'Posts, and what becomes of them on each account.',
  Media: 'Uploaded images and videos, which posts name by their storage keys.',
  Schedules: 'Weekly times, the slots that they make, and the calendar.',
  Sources: 'Articles and texts that posts are made from.',
  Inbox: 'Comments, conversations and direct messages, and the answers to them.',
  Events: 'What happened, who called what, and webhooks.',
  Sandbox: 'For tests, where the networks are simulated: the clock, accounts, failures, and what went out.',
};

export const SECURITY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'postrider_api_…',
  description:
    'An API key, sent as `Authorization: Bearer <key>`. It is made with `postrider keys create` on the backend’s own machine, shown once, and holds the scopes it was made with.',
} as const;

export const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'An id of the caller’s for this request: 1 to 128 letters, digits, `.`, `_`, `:` and `-`.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request act once: sent again with the same key within 24 hours, it gives the first answer. 1 to 255 visible ASCII characters, such as a UUID.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'sunday-opening-1',
  },
} as const;

export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request: the caller’s, or one made here. It is in the log.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) the key may make in so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'How many requests are left (`r`), and in how many seconds all will be back (`t`).',
    schema: { type: 'string' },
    example: '"default";r=599;t=1',
  },
  'Postrider-Time': {
    description:
      'The workspace’s present time, as ISO 8601 in UTC with milliseconds. A sandbox may have stopped or moved it.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-12-01T08:00:00.000Z',
  },
  'Postrider-Time-Zone': {
    description: 'The IANA zone that local times mean in the workspace.',
    schema: { type: 'string' },
    example: 'Europe/Berlin',
  },
  'Idempotency-Replayed': {
    description: '`true` where this is the answer that an earlier request with the same key had.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds after which the request may be sent again.',
    schema: { type: 'string' },
    example: '1',
  },
  'Upload-Offset': {
    description: 'How many bytes have come.',
    schema: { type: 'string' },
    example: '8388608',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
} as const;
