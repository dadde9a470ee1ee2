import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';

/** What a simulated network’s people write: `POST /v1/test/inbound`. */

const INBOUND_TYPES = ['comment', 'message'] as const;
const ATTACHMENT_KINDS = ['image', 'video', 'audio', 'file'] as const;

/** Most that one request lets people write. */
const COUNT_MAX = 1000;

export const SendInbound = z
  .strictObject({
    type: z.enum(INBOUND_TYPES),
    postId: z.string().max(64).optional().meta({
      description: 'Of a comment: the published post. Left out where `parentCommentId` is given.',
    }),
    accountId: z.string().max(64).optional().meta({
      description:
        'Of a comment: on which of the post’s accounts, where there are several. Of a message: to whom it is written.',
    }),
    parentCommentId: z.string().max(64).optional().meta({ description: 'Of a comment: what it answers.' }),
    conversationId: z.string().max(64).optional().meta({
      description:
        'Of a message: in which conversation; else the author’s with the account, begun where there is none.',
    }),
    author: z
      .string()
      .regex(/^@?[^\s@/]{1,100}$/, 'must be a handle without spaces')
      .optional()
      .meta({
        description:
          'Who writes. Some handles are named failures: `@unreachable` takes no messages, `@held_by_other_app` is talked to by another app. `@mia.brews` unless told.',
        examples: ['@mia.brews'],
      }),
    displayName: z.string().min(1).max(100).optional(),
    text: z.string().max(20_000).optional().meta({ description: 'Any text whatever.' }),
    attachments: z
      .array(z.strictObject({ kind: z.enum(ATTACHMENT_KINDS), url: z.url().max(2048).optional() }))
      .max(10)
      .optional()
      .meta({ description: 'Of a message.' }),
    clickToMessage: z
      .boolean()
      .optional()
      .meta({ description: 'Of a message: the person came by an advertisement that invites to write.' }),
    live: z.boolean().optional().meta({ description: 'Of a comment: it was made on a live video.' }),
    hidden: z.boolean().optional().meta({ description: 'Of a comment: the network has hidden it.' }),
    at: z.iso.datetime({ offset: true }).optional().meta({
      description: 'When it was written; now, unless told. Not later than the workspace’s present time.',
    }),
    count: z
      .number()
      .int()
      .min(1)
      .max(COUNT_MAX)
      .optional()
      .meta({ description: 'That many, each with its number behind the text.' }),
  })
  .meta({ id: 'SendInbound', description: 'What a person at a simulated network writes.' });

export type SendInbound = z.infer<typeof SendInbound>;

export const SentInbound = z
  .object({
    commentIds: z.array(z.string()),
    messageIds: z.array(z.string()),
    conversationId: z.string().nullable(),
    at: Instant,
  })
  .meta({ id: 'SentInbound', description: 'What came in.' });

export type SentInbound = z.infer<typeof SentInbound>;
