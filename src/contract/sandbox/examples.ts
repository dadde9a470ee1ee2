import { exampleAccount, examplePost } from '../examples.js';

/** Example objects of the test operations for the reference. */

const now = '2026-12-02T08:00:00.000Z';

export const exampleTestClock = {
  now: {
    utc: now,
    local: 'Wed 2026-12-02 09:00 (UTC+01:00)',
    timezone: 'Europe/Berlin',
    relative: 'now',
  },
  frozen: true,
  aheadSeconds: 86_400,
};

export const exampleMovedClock = {
  ...exampleTestClock,
  ran: [
    {
      at: now,
      postId: examplePost.id,
      targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk',
      accountId: exampleAccount.id,
      platform: 'bluesky',
      attempt: 1,
      outcome: 'published',
      status: 'published',
      url: 'http://127.0.0.1:4747/network/bluesky/profile/northwind.example/post/3mabc',
      errorCode: null,
    },
  ],
  ranTotal: 1,
  readingsTotal: 0,
  deliveries: [],
  deliveriesTotal: 0,
  deliveriesPending: 0,
};

export const exampleFault = {
  id: 'fault_1',
  on: 'api',
  method: 'POST',
  path: '/v1/posts',
  does: { kind: 'reset', effect: 'after' },
  times: 1,
  affected: 0,
};

export const exampleOutboxPost = {
  platform: 'bluesky',
  networkPostId: 'at://did:plc:northwindcoffee/app.bsky.feed.post/3mabc',
  networkUserId: 'did:plc:northwindcoffee',
  accountId: exampleAccount.id,
  handle: exampleAccount.handle,
  url: 'http://127.0.0.1:4747/network/bluesky/profile/northwind.example/post/3mabc',
  title: null,
  text: 'We are open on Sunday.',
  link: null,
  mediaIds: [],
  media: [],
  createdAt: now,
  rawCall: { collection: 'app.bsky.feed.post' },
};

export const exampleTestMetrics = {
  targetId: 'tgt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  platform: 'bluesky',
  networkPostId: exampleOutboxPost.networkPostId,
  counts: { likes: 120, replies: 4 },
};

export const exampleAnswer = {
  kind: 'message',
  platform: 'instagram',
  accountId: exampleAccount.id,
  handle: exampleAccount.handle,
  networkId: 'm_4f9k2m7qx8z1',
  text: 'Until six today.',
  networkPostId: null,
  answers: null,
  to: '@mia.brews',
  createdAt: now,
};

export const exampleSnapshot = {
  id: 'snap_1',
  takenAt: now,
  frozen: true,
  rows: { accounts: 10, posts: 3, targets: 4 },
};

export const exampleSentInbound = {
  commentIds: [],
  messageIds: ['msg_01k9x3m5t7v9b2c4d6f8g0h1jk'],
  conversationId: 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk',
  at: now,
};
