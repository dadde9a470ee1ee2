import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { booleanQuery, commaSeparated, ListQuery, pageOf } from '../lists.js';
import { PLATFORMS, Platform } from '../platforms.js';
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
    isYou: z.boolean().meta({ description: 'The account itself wrote it.' }),
  })
  .meta({ id: 'Author', description: 'Who wrote a comment: their own words for themselves.' });

const PrivateReply = z
  .object({
    ...LengthLimit.shape,
    until: TimeForms.nullable().meta({ description: 'Until when one may be sent.' }),
    messageId: z.string().nullable().meta({ description: 'The one that was sent.' }),
    reason: z.string().nullable().meta({ description: 'Why none can be sent now; null: one can.' }),
  })
  .meta({
    id: 'PrivateReplyRules',
    description: 'A direct message that answers a comment: one per comment.',
  });

const CommentReplyRules = z
  .object({
    ...LengthLimit.shape,
    attachesTo: z.string().nullable().meta({
      description:
        'The comment that a reply appears under: a network with a single level of replies puts an answer to a reply under the top comment.',
    }),
    private: PrivateReply.nullable().meta({ description: 'Null: the network has no private replies.' }),
  })
  .meta({ id: 'CommentReplyRules', description: 'What a reply to this comment may be.' });

export const Comment = z
  .object({
    id: idOf('comment', 'Identifier of the comment.'),
    postId: idOf('post', 'The post that it stands under.'),
    accountId: z.string(),
    platform: Platform,
    parentCommentId: z.string().nullable().meta({ description: 'What it answers; null: the post itself.' }),
    threadId: z.string().meta({ description: 'The top comment above it, or its own id.' }),
    author: Author,
    text: z.string().meta({ description: 'As it was written, untouched: other people’s words.' }),
    createdAt: Instant,
    when: TimeForms.meta({ description: 'When it was written.' }),
    state: z.enum(COMMENT_STATES),
    status: SendStatus.nullable().meta({
      description: 'Of your own; null: somebody else wrote it.',
    }),
    error: Diagnosis.nullable(),
    get replies(): z.ZodArray<typeof Comment> {
      return z.array(Comment).meta({
        id: 'CommentReplies',
        description: 'In lists: your own answers to it. In a thread: all that stands under it, oldest first.',
      });
    },
    replyCount: z.number().int().meta({ description: 'How many answer it directly.' }),
    awaitingReply: z.boolean().meta({ description: 'Somebody else wrote it and you have not answered.' }),
    unread: z.boolean(),
    canReply: z.boolean().meta({ description: 'In public, now.' }),
    cannotReplyReason: z.string().nullable(),
    replyRules: CommentReplyRules,
    allowed: ReplyWays,
    url: z.string().nullable().meta({ description: 'Where it can be seen at the network.' }),
    pollAfterSeconds,
  })
  .meta({ id: 'Comment', description: 'A comment under a post, or a reply to one.' });

export type Comment = z.infer<typeof Comment>;

export const CommentThread = z
  .object({
    ...Comment.shape,
    requestedId: z.string().meta({ description: 'The comment that was asked for: the thread holds it.' }),
    nextCursor: z.string().nullable().meta({
      description:
        'Send as `cursor` for further replies. A reply whose parent was on an earlier page stands under the top comment.',
    }),
  })
  .meta({ id: 'CommentThread', description: 'A top comment with everything under it.' });

export type CommentThread = z.infer<typeof CommentThread>;

export const CommentPage = pageOf(Comment).meta({ id: 'CommentPage' });
export type CommentPage = z.infer<typeof CommentPage>;

export const CommentListQuery = z.strictObject({
  postId: z.string().max(64).optional().meta({ description: 'Only comments under this post.' }),
  accountId: z.string().max(64).optional().meta({ description: 'Only comments on posts of this account.' }),
  platform: commaSeparated(PLATFORMS, 'Filter by network, comma-separated.').optional(),
  unanswered: booleanQuery('Only those that await your reply, or only those that do not.'),
  unread: booleanQuery('Only unread ones, or only read ones.'),
  since: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'Only from then on: ISO 8601 with an offset, or a whole day of the workspace’s zone.',
      examples: ['2026-12-01'],
    }),
  state: commaSeparated(
    COMMENT_STATES,
    'Only these, separated by commas; all but `deleted` unless told.',
  ).optional(),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'By time: `desc`, newest first, unless told.' }),
  ...ListQuery,
});

export const CommentParams = z.strictObject({
  commentId: z.string().min(1).max(64).meta({ description: 'Comment identifier.' }),
});

export const ThreadQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'How many replies to return, 1 to 100; 100 unless told.', examples: [100] }),
  cursor: ListQuery.cursor,
});

export const CreateComment = z
  .strictObject({
    postId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The post. May be left out where `parentCommentId` is given.' }),
    parentCommentId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The comment that is answered; absent: a comment on the post itself.' }),
    accountId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'For a comment on a post that is out on several accounts: on which.' }),
    text: replyText,
    private: z.boolean().optional().meta({
      description:
        'Answer with a direct message that only the author sees: once per comment, within 7 days. The key needs `messages:write`.',
    }),
    allowDuplicate,
  })
  .meta({
    id: 'CreateComment',
    description: 'A reply to a comment, or a comment on a post.',
  });

export type CreateComment = z.infer<typeof CreateComment>;

export const CreatedComment = z
  .object({
    ...Comment.shape,
    messageId: z.string().nullable().meta({ description: 'Of a private reply: the message that it became.' }),
    messageStatus: SendStatus.nullable().meta({ description: 'Of a private reply: what became of it.' }),
    conversationId: z.string().nullable().meta({ description: 'Of a private reply: where it stands.' }),
  })
  .meta({
    id: 'CreatedComment',
    description:
      'The reply. Of a private one, which is no comment: the comment that it answers, with `messageId`, `messageStatus` and `conversationId`.',
  });

export type CreatedComment = z.infer<typeof CreatedComment>;
