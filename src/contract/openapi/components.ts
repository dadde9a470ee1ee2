/** The parts of the OpenAPI description that do not belong to an operation. */

/** The sections of the API, in display order. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Service: 'The service: its health, the API key in use, and the OpenAPI description.',
  Accounts: 'The connected accounts, with their health, capabilities and limits.',
  Posts: 'Posts and their results on each account.',
  Labels: 'Labels that bring order into posts.',
  Texts: 'Saved texts and groups of hashtags, to insert into posts and replies.',
  People: 'Who can sign in to the dashboard, what their roles allow, and invitations.',
  Media: 'Uploaded images and videos. Posts use them by storage key.',
  Schedules: 'Weekly schedules, their slots, and the calendar.',
  Sources: 'Articles and texts that posts are created from.',
  Inbox: 'Comments, conversations and direct messages, and replies to them.',
  Insights: 'What the networks count of published posts, read at fixed ages.',
  Events: 'Events, the activity log, and webhooks.',
  Alerts: 'Where the workspace is told of failures: email, Slack, Mattermost and Discord.',
  Sandbox: 'For tests against simulated networks: the clock, accounts, failures, and published posts.',
};

export const SECURITY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'postrider_api_…',
  description:
    'An API key, sent as `Authorization: Bearer <key>`. Create one with `postrider keys create` on the backend’s machine. A key is shown once, and its scopes are fixed when it is created.',
} as const;

export const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id for this request: 1 to 128 letters, digits, `.`, `_`, `:` and `-`.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request idempotent: repeating it with the same key within 24 hours returns the first response. 1 to 255 visible ASCII characters, such as a UUID, as they are or as a string of RFC 9651 in double quotes: `abc` and `"abc"` are the same key.',
    schema: { type: 'string', minLength: 1 },
    example: 'sunday-opening-1',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the object you read, or several: if the object has changed since, the request fails with 412 `precondition_failed`. The same as `version`, which fails with 409 `version_conflict`; if both are sent, they must agree. `*` accepts any version.',
    schema: { type: 'string' },
    example: '"1"',
  },
} as const;

export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request: yours, or a generated one. It appears in the log.',
    schema: { type: 'string' },
  },
  'Postrider-Version': {
    description: 'The version of Postrider that answers.',
    schema: { type: 'string' },
    example: '0.1.0',
  },
  Deprecation: {
    description:
      'Since when the operation is deprecated (RFC 9745): `@` and seconds since 1970. Absent for all others.',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'When a deprecated operation may stop working (RFC 8594), if that is decided.',
    schema: { type: 'string' },
    example: 'Thu, 01 Apr 2027 00:00:00 GMT',
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) the key can make per window of `w` seconds.',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'How many requests are left (`r`), and in how many seconds the limit resets (`t`).',
    schema: { type: 'string' },
    example: '"default";r=599;t=1',
  },
  'Postrider-Time': {
    description:
      'The workspace’s current time: ISO 8601 in UTC with milliseconds. In a sandbox, the clock can be frozen or moved.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-12-01T08:00:00.000Z',
  },
  'Postrider-Time-Zone': {
    description: 'The IANA time zone of the workspace.',
    schema: { type: 'string' },
    example: 'Europe/Berlin',
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the response to an earlier request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'How many seconds to wait before sending the request again.',
    schema: { type: 'string' },
    example: '1',
  },
  ETag: {
    description:
      'The `version` of the object in double quotes. It counts changes by people and API keys, not the progress of publishing, so a read with `If-None-Match` returns the whole object.',
    schema: { type: 'string' },
    example: '"1"',
  },
  'Upload-Offset': {
    description: 'How many bytes have been received.',
    schema: { type: 'string' },
    example: '8388608',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
} as const;
