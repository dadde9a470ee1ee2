import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { webAddress } from '../web-address.js';

/** Comments and messages from people on a simulated network: `POST /v1/test/inbound`. */

const INBOUND_TYPES = ['comment', 'message'] as const;
const ATTACHMENT_KINDS = ['image', 'video', 'audio', 'file'] as const;

/** Maximum number of comments or messages in one request. */
const MAX_COUNT = 1000;

/** Maximum number of characters of all comments or messages of one request, in UTF-16 units. */
export const MAX_TOTAL_CHARACTERS = 1_000_000;

export const SendInbound = z
  .strictObject({
    type: z.enum(INBOUND_TYPES),
    postId: z.string().max(64).optional().meta({
      description: 'For a comment, the published post. Omit it with `parentCommentId`.',
    }),
    accountId: z.string().max(64).optional().meta({
      description:
        'For a comment, the account of the post, if there are several. For a message, the receiving account.',
    }),
    parentCommentId: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'For a comment, the parent comment.' }),
    conversationId: z.string().max(64).optional().meta({
      description:
        'For a message, the conversation. Default: the author’s conversation with the account, which is created if needed.',
    }),
    author: z
      .string()
      .regex(/^@?[^\s@/]{1,100}$/, 'must be a handle without spaces')
      .optional()
      .meta({
        description:
          'The author. Some handles always fail: `@unreachable` does not accept messages, and the conversation with `@held_by_other_app` is controlled by another app. Default: `@mia.brews`.',
        examples: ['@mia.brews'],
      }),
    displayName: z.string().min(1).max(100).optional(),
    text: z.string().max(20_000).optional().meta({ description: 'Any text.' }),
    attachments: z
      .array(z.strictObject({ kind: z.enum(ATTACHMENT_KINDS), url: webAddress(2048).optional() }))
      .max(10)
      .optional()
      .meta({ description: 'For a message, its attachments.' }),
    clickToMessage: z
      .boolean()
      .optional()
      .meta({ description: 'For a message, whether the person came from a click-to-message ad.' }),
    live: z.boolean().optional().meta({ description: 'For a comment, whether it is on a live video.' }),
    hidden: z.boolean().optional().meta({ description: 'For a comment, whether the network has hidden it.' }),
    at: z.iso.datetime({ offset: true }).optional().meta({
      description:
        'When it was written: not before 1970, and not later than the workspace’s current time. Default: now.',
    }),
    count: z
      .number()
      .int()
      .min(1)
      .max(MAX_COUNT)
      .optional()
      .meta({
        description: `How many to create. Each gets its number after the text. \`count\` times the length of \`text\` can be at most ${MAX_TOTAL_CHARACTERS} characters.`,
      }),
  })
  .meta({ id: 'SendInbound', description: 'A comment or message from a person on a simulated network.' });

export type SendInbound = z.infer<typeof SendInbound>;

export const SentInbound = z
  .object({
    commentIds: z.array(z.string()),
    messageIds: z.array(z.string()),
    conversationId: z.string().nullable(),
    at: Instant,
  })
  .meta({ id: 'SentInbound', description: 'The received comments or messages.' });

export type SentInbound = z.infer<typeof SentInbound>;
