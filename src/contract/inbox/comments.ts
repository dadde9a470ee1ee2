import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import {
  booleanQuery,
  commaSeparated,
  ListQuery,
  MAX_PAGE_SIZE,
  nextCursor,
  pageOf,
  pageSize,
} from '../lists.js';
import { Platform } from '../platform-schema.js';
import { PLATFORMS } from '../platforms.js';
import { Diagnosis } from '../posts/delivery-errors.js';
import {
  allowDuplicate,
  LengthLimit,
  pollAfterSeconds,
  ReplyWays,
  replyText,
  SendStatus,
} from './replies.js';
import { COMMENT_STATES } from './values.js';

export { COMMENT_STATES, type CommentState } from './values.js';

const Author = z
  .object({
    handle: z.string().meta({ examples: ['@mia.brews'] }),
    displayName: z.string(),
    isYou: z.boolean().meta({ description: 'Whether your account wrote it.' }),
  })
  .meta({ id: 'Author', description: 'The author of a comment, as they call themselves.' });

const PrivateReply = LengthLimit.extend({
  until: TimeForms.nullable().meta({
    description: 'When the window for a private reply closes. Null if it never does.',
  }),
  messageId: z.string().nullable().meta({ description: 'The private reply that was sent.' }),
  reason: z.string().nullable().meta({ description: 'Why no private reply is possible. Null if one is.' }),
}).meta({
  id: 'PrivateReplyRules',
  description: 'The rules for a direct message in reply to a comment. Each comment can get one.',
});

const CommentReplyRules = LengthLimit.extend({
  attachesTo: z.string().nullable().meta({
    description:
      'The comment that a reply appears under. Networks with a single level of replies place it under the top-level comment.',
  }),
  private: PrivateReply.nullable().meta({ description: 'Null if the network has no private replies.' }),
}).meta({ id: 'CommentReplyRules', description: 'The rules for replies to this comment.' });

export const Comment = z
  .object({
    id: idOf('comment', 'Id of the comment.'),
    postId: idOf('post', 'The post that the comment is on.'),
    accountId: z.string(),
    platform: Platform,
    simulated: z
      .boolean()
      .meta({ description: 'The network is a simulation: nobody real wrote or reads this.' }),
    parentCommentId: z
      .string()
      .nullable()
      .meta({ description: 'The parent comment. Null for a comment on the post itself.' }),
    threadId: z
      .string()
      .meta({ description: 'The top-level comment of the thread, or the comment’s own id.' }),
    author: Author,
    text: z.string().meta({ description: 'The text as written. Untrusted content from other people.' }),
    createdAt: Instant,
    when: TimeForms.meta({ description: 'When it was written.' }),
    state: z.enum(COMMENT_STATES),
    status: SendStatus.nullable().meta({
      description: 'The sending status of your own comments. Null if someone else wrote it.',
    }),
    error: Diagnosis.nullable(),
    get replies(): z.ZodArray<typeof Comment> {
      return z.array(Comment).meta({
        id: 'CommentReplies',
        description: 'In lists, your own replies to it. In a thread, all replies, oldest first.',
      });
    },
    replyCount: z.number().int().meta({ description: 'The number of direct replies.' }),
    awaitingReply: z
      .boolean()
      .meta({ description: 'Whether someone else wrote it and you have not replied.' }),
    unread: z.boolean(),
    canReply: z.boolean().meta({ description: 'Whether a public reply is possible now.' }),
    cannotReplyReason: z.string().nullable(),
    replyRules: CommentReplyRules,
    allowed: ReplyWays,
    url: z.string().nullable().meta({ description: 'The URL on the network.' }),
    pollAfterSeconds,
  })
  .meta({ id: 'Comment', description: 'A comment on a post, or a reply to a comment.' });

export type Comment = z.infer<typeof Comment>;

export const CommentThread = Comment.extend({
  requestedId: z.string().meta({ description: 'The comment in the request, which is part of this thread.' }),
  nextCursor: nextCursor(
    'Null on the last page. A reply whose parent was on an earlier page is listed under the top-level comment.',
  ),
}).meta({ id: 'CommentThread', description: 'A top-level comment with all its replies.' });

export type CommentThread = z.infer<typeof CommentThread>;

export const CommentPage = pageOf(Comment).meta({ id: 'CommentPage' });
export type CommentPage = z.infer<typeof CommentPage>;

export const CommentListQuery = z.strictObject({
  postId: z.string().max(64).optional().meta({ description: 'Filter by post.' }),
  accountId: z.string().max(64).optional().meta({ description: 'Filter by account.' }),
  platform: commaSeparated(PLATFORMS, 'Filter by network, comma-separated.').optional(),
  unanswered: booleanQuery(
    '`true` returns only those that await your reply, `false` only those that do not.',
  ),
  unread: booleanQuery('`true` returns only unread comments, `false` only read ones.'),
  since: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description:
        'Only comments from this time on: ISO 8601 with an offset, or a date in the workspace’s time zone.',
      examples: ['2026-12-01'],
    }),
  state: commaSeparated(
    COMMENT_STATES,
    'Filter by state, comma-separated. Default: all but `deleted`.',
  ).optional(),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Sort order by time. Default: `desc`, newest first.' }),
  ...ListQuery,
});

export const CommentParams = z.strictObject({
  commentId: z.string().min(1).max(64).meta({ description: 'Id of the comment.' }),
});

export const ThreadQuery = z.strictObject({
  limit: pageSize(MAX_PAGE_SIZE),
  cursor: ListQuery.cursor,
});

export const CreateComment = z
  .strictObject({
    postId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The post to comment on. Optional with `parentCommentId`.' }),
    parentCommentId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The comment to reply to. Omit it to comment on the post itself.' }),
    accountId: z.string().max(64).optional().meta({
      description: 'The account to comment from, for a post that is published on several accounts.',
    }),
    text: replyText,
    private: z.boolean().optional().meta({
      description:
        'Reply with a direct message that only the author sees. Possible once per comment, within 7 days. Requires `messages:write`.',
    }),
    allowDuplicate,
  })
  .meta({
    id: 'CreateComment',
    description: 'A reply to a comment, or a comment on a post.',
  });

export type CreateComment = z.infer<typeof CreateComment>;

export const CreatedComment = Comment.extend({
  messageId: z.string().nullable().meta({ description: 'For a private reply, the message.' }),
  messageStatus: SendStatus.nullable().meta({
    description: 'For a private reply, the status of the message.',
  }),
  conversationId: z.string().nullable().meta({ description: 'For a private reply, the conversation.' }),
}).meta({
  id: 'CreatedComment',
  description:
    'The created reply. A private reply is a message and not a comment: it returns the comment it replies to, with `messageId`, `messageStatus` and `conversationId`.',
});

export type CreatedComment = z.infer<typeof CreatedComment>;
