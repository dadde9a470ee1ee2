/** Example objects for the reference. A test checks each against its schema. */

const now = '2026-12-01T08:00:00.000Z';

const nowForms = {
  utc: now,
  local: 'Tue 2026-12-01 09:00 (UTC+01:00)',
  timezone: 'Europe/Berlin',
  relative: 'now',
};

const dueForms = {
  utc: '2026-12-02T08:00:00.000Z',
  local: 'Wed 2026-12-02 09:00 (UTC+01:00)',
  timezone: 'Europe/Berlin',
  relative: 'in 1 d',
};

export const exampleAccount = {
  id: 'acc_01k9x3m5t7v9b2c4d6f8g0h1jk',
  platform: 'bluesky',
  handle: '@northwind.example',
  displayName: 'Northwind Coffee',
  avatarUrl: 'http://127.0.0.1:4747/network/assets/avatar-4-NC.svg',
  profileUrl: 'http://127.0.0.1:4747/network/bluesky/profile/northwind.example',
  metrics: { read: true, dollarsPerPost: 0 },
  comments: { read: true, dollarsPerComment: 0, maxPerDay: null },
  boards: null,
  linkTags: { add: false, campaign: null },
  inboxNotes: [],
  lastNoticeAt: null,
  standing: [],
  simulated: true,
  health: {
    status: 'healthy',
    reason: null,
    checkedAt: now,
    expiresAt: null,
    action: null,
    actionUrl: null,
  },
  capabilities: { postTypes: ['feed'], mediaRequired: false, options: {}, comments: false, messages: false },
  limits: { text: { max: 300, unit: 'graphemes' }, postsPerDay: null },
  connectedAt: now,
};

export const exampleConnection = {
  id: 'con_01k9x3m5t7v9b2c4d6f8g0h1jk',
  platform: 'mastodon',
  server: 'mastodon.social',
  method: 'browser',
  status: 'waiting',
  authorizeUrl: 'https://mastodon.social/oauth/authorize?client_id=…&state=…',
  standing: [],
  problem: null,
  choices: [],
  account: null,
  accounts: [],
  createdAt: now,
  expiresAt: '2026-12-01T08:10:00.000Z',
};

export const exampleCreate = {
  platform: 'bluesky',
  text: 'We are open on Sunday.',
  scheduleMode: 'schedule',
  scheduledAt: '2026-12-02T09:00:00+01:00',
};

export const exampleTarget = {
  id: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  accountId: exampleAccount.id,
  platform: 'bluesky',
  handle: '@northwind.example',
  simulated: true,
  status: 'pending',
  phase: null,
  text: 'We are open on Sunday.',
  link: null,
  scheduledAt: dueForms.utc,
  when: dueForms,
  slotId: null,
  url: null,
  networkPostId: null,
  error: null,
  nextAttemptAt: null,
  publishedAt: null,
  deletedAt: null,
  parts: [
    { kind: 'main', index: 0, text: 'We are open on Sunday.', status: 'pending', url: null, error: null },
  ],
};

const exampleAssistant = {
  kind: 'assistant',
  keyId: 'key_01k9x3m5t7v9b2c4d6f8g0h1jk',
  label: 'Claude',
  person: 'Ada',
};

const examplePerson = {
  kind: 'person',
  keyId: 'key_01k9x3m5t7v9b2c4d6f8g0h1jm',
  label: 'Grace',
  person: 'Grace',
};

export const examplePost = {
  id: 'post_01k9x3m5t7v9b2c4d6f8g0h1jk',
  status: 'scheduled',
  ready: true,
  issues: [],
  text: 'We are open on Sunday.',
  mediaUrls: [],
  altTexts: [],
  overrides: [],
  scheduleMode: 'schedule',
  scheduledAt: dueForms.utc,
  timezone: 'Europe/Berlin',
  when: dueForms,
  proposed: null,
  reviewNote: null,
  targets: [exampleTarget],
  incomplete: false,
  sourceId: null,
  link: null,
  labels: [],
  remarkCount: 0,
  idempotencyKey: 'sunday-opening-1',
  version: 1,
  reviewUrl: 'http://127.0.0.1:4747/posts/post_01k9x3m5t7v9b2c4d6f8g0h1jk',
  pollAfterSeconds: null,
  draftedBy: exampleAssistant,
  approvedBy: examplePerson,
  publishedBy: examplePerson,
  createdAt: now,
  updatedAt: now,
};

/** A draft with a proposed time. */
export const exampleDraft = {
  ...examplePost,
  status: 'draft',
  scheduleMode: 'draft',
  scheduledAt: null,
  when: null,
  proposed: {
    scheduleMode: 'schedule',
    scheduledAt: dueForms.utc,
    timezone: 'Europe/Berlin',
    when: dueForms,
    slotId: null,
    together: false,
  },
  targets: [{ ...exampleTarget, scheduledAt: null, when: null }],
  approvedBy: null,
  publishedBy: null,
};

/** The post while it is being published. */
export const examplePublishing = {
  ...examplePost,
  status: 'queued',
  scheduleMode: 'now',
  scheduledAt: now,
  when: nowForms,
  targets: [{ ...exampleTarget, scheduledAt: now, when: nowForms }],
  version: 2,
  pollAfterSeconds: 1,
};

export const exampleCancelledPost = {
  ...examplePost,
  status: 'cancelled',
  targets: [
    {
      ...exampleTarget,
      status: 'cancelled',
      parts: [
        {
          kind: 'main',
          index: 0,
          text: 'We are open on Sunday.',
          status: 'cancelled',
          url: null,
          error: null,
        },
      ],
    },
  ],
  version: 2,
};

const deletedAt = '2026-12-02T09:00:00.000Z';

export const exampleDeletedPost = {
  ...examplePost,
  status: 'deleted',
  targets: [
    {
      ...exampleTarget,
      status: 'deleted',
      deletedAt,
      parts: [
        { kind: 'main', index: 0, text: 'We are open on Sunday.', status: 'deleted', url: null, error: null },
      ],
    },
  ],
  version: 2,
};

export const exampleValidation = {
  ok: true,
  scheduleMode: 'schedule',
  when: dueForms,
  targets: [
    {
      accountId: exampleAccount.id,
      platform: 'bluesky',
      handle: '@northwind.example',
      simulated: true,
      ok: true,
      text: 'We are open on Sunday.',
      link: null,
      taggedLinks: 0,
      counts: [{ field: 'text', used: 22, max: 300, room: 278, unit: 'graphemes', cutAt: null }],
      split: null,
      title: null,
      postType: 'feed',
      parts: [
        {
          kind: 'main',
          text: 'We are open on Sunday.',
          mediaUrls: [],
          altTexts: [],
          foldAt: { desktop: null, phone: null },
        },
      ],
      card: null,
      scheduledAt: dueForms.utc,
      when: dueForms,
      errors: [],
      warnings: [],
    },
  ],
  errors: [],
  warnings: [],
  duplicateOf: null,
};

export const exampleReadiness = {
  status: 'ready',
  service: 'postrider',
  version: '0.1.0',
  checks: [
    { name: 'process', status: 'ok', detail: 'This process is running.' },
    { name: 'database', status: 'ok', detail: 'The database answers and accepts changes.' },
    { name: 'migrations', status: 'ok', detail: 'The database has the tables of this version.' },
    { name: 'publisher', status: 'ok', detail: 'The publisher looked for due posts 0 s ago.' },
    { name: 'disk', status: 'ok', detail: 'The data folder is writable, with 48,213 MB free.' },
  ],
} as const;

export const exampleMe = {
  key: {
    id: 'key_01k9x3m5t7v9b2c4d6f8g0h1jk',
    label: 'Claude Desktop',
    prefix: 'postrider_api_7Qm2',
    scopes: ['accounts:read', 'posts:read', 'posts:write'],
    expiresAt: null,
    policy: { confirm: null, readOnly: false, toolsets: null },
  },
  workspace: {
    id: 'ws_01k9x3m5t7v9b2c4d6f8g0h1jk',
    name: 'Northwind Coffee',
    sandbox: true,
    timezone: 'Europe/Berlin',
    requiresOtherApprover: false,
  },
  channelsUrl: 'http://127.0.0.1:4747/channels',
  time: nowForms,
  tzdata: '2026f',
  version: '0.1.0',
};
