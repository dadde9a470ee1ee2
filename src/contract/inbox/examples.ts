/** Example comments, conversations and messages for the reference. */

const now = '2026-12-02T10:00:00.000Z';

const forms = (utc: string, local: string, relative: string) => ({
  utc,
  local,
  timezone: 'Europe/Berlin',
  relative,
});

const written = forms('2026-12-02T09:40:00.000Z', 'Wed 2026-12-02 10:40 (UTC+01:00)', '20 min ago');
const present = forms(now, 'Wed 2026-12-02 11:00 (UTC+01:00)', 'now');

export const exampleCommentId = 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk';
const replyId = 'cmt_01k9x3m5t7v9b2c4d6f8g0h2mn';
export const exampleConversationId = 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk';
export const exampleMessageId = 'msg_01k9x3m5t7v9b2c4d6f8g0h1jk';
const accountId = 'acc_01k9x3m5t7v9b2c4d6f8g0h3pq';
export const exampleInboxPostId = 'post_01k9x3m5t7v9b2c4d6f8g0h1jk';

const page = 'http://127.0.0.1:4747/network/instagram/p/DRx1';

const privateRules = {
  max: 1000,
  unit: 'utf8-bytes',
  until: forms('2026-12-09T09:40:00.000Z', 'Wed 2026-12-09 10:40 (UTC+01:00)', 'in 6 d 23 h'),
  messageId: null,
  reason: null,
};

export const exampleComment = {
  id: exampleCommentId,
  postId: exampleInboxPostId,
  accountId,
  platform: 'instagram',
  simulated: true,
  parentCommentId: null,
  threadId: exampleCommentId,
  author: { handle: '@mia.brews', displayName: 'Mia', isYou: false },
  text: 'Do you have oat milk? 🥛',
  createdAt: written.utc,
  when: written,
  state: 'visible',
  status: null,
  error: null,
  replies: [],
  replyCount: 0,
  awaitingReply: true,
  unread: true,
  canReply: true,
  cannotReplyReason: null,
  replyRules: { max: 2200, unit: 'utf16', attachesTo: exampleCommentId, private: privateRules },
  allowed: ['reply', 'private_reply'],
  url: page,
  pollAfterSeconds: null,
};

export const exampleReplyRequest = {
  postId: exampleInboxPostId,
  parentCommentId: exampleCommentId,
  text: 'We do, and it costs nothing extra. ☕',
};

export const exampleReply = {
  ...exampleComment,
  id: replyId,
  parentCommentId: exampleCommentId,
  author: { handle: '@fernhill', displayName: 'Fernhill Coffee', isYou: true },
  text: exampleReplyRequest.text,
  createdAt: now,
  when: present,
  status: 'sent',
  awaitingReply: false,
  unread: false,
  canReply: false,
  cannotReplyReason: 'You wrote it.',
  replyRules: { ...exampleComment.replyRules, private: null },
  allowed: [],
};

export const exampleAnsweredComment = {
  ...exampleComment,
  replies: [exampleReply],
  replyCount: 1,
  awaitingReply: false,
  unread: false,
};

export const exampleMessage = {
  id: exampleMessageId,
  conversationId: exampleConversationId,
  accountId,
  platform: 'instagram',
  simulated: true,
  direction: 'outbound',
  text: 'Yes, the table by the window is yours at 10.',
  media: [],
  createdAt: now,
  when: present,
  status: 'sent',
  error: null,
  answersCommentId: null,
  pollAfterSeconds: null,
};

export const exampleConversation = {
  id: exampleConversationId,
  accountId,
  platform: 'instagram',
  simulated: true,
  participant: { handle: '@mia.brews', displayName: 'Mia' },
  canReplyUntil: forms('2026-12-03T09:40:00.000Z', 'Thu 2026-12-03 10:40 (UTC+01:00)', 'in 23 h 40 min'),
  cannotReplyReason: null,
  window: { state: 'open', basis: 'standard' },
  lastMessage: {
    id: 'msg_01k9x3m5t7v9b2c4d6f8g0h0ab',
    direction: 'inbound',
    text: 'Can I book a table for tomorrow?',
    hasMedia: false,
    status: null,
    createdAt: written.utc,
    when: written,
  },
  awaitingReply: true,
  unread: 1,
  replyRules: {
    max: 1000,
    unit: 'utf8-bytes',
    media: { max: 1, imageBytes: 8_000_000, videoBytes: 25_000_000, withText: false },
  },
  allowed: ['message'],
  url: 'http://127.0.0.1:4747/network/instagram/direct/t/t_17',
  createdAt: written.utc,
};
