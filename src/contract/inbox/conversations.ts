import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { booleanQuery, commaSeparated, ListQuery, pageOf } from '../lists.js';
import { PLATFORMS, Platform } from '../platforms.js';
import { DIRECTIONS } from './messages.js';
import { LengthLimit, ReplyWays, SendStatus } from './replies.js';
import { CONVERSATION_ORDERS, WINDOW_STATES } from './values.js';

export { CONVERSATION_ORDERS, WINDOW_STATES, type WindowState } from './values.js';

const WINDOW_BASES = ['standard', 'click_to_message'] as const;
export type WindowBasis = (typeof WINDOW_BASES)[number];

/** A window that ends within this many hours is `closing`. */
export const CLOSING_HOURS = 3;

const ReplyWindow = z
  .object({
    state: z.enum(WINDOW_STATES).meta({ description: `\`closing\`: it ends within ${CLOSING_HOURS} h.` }),
    basis: z.enum(WINDOW_BASES).nullable().meta({
      description:
        '`standard`: 24 h from the person’s last message. `click_to_message`: 7 days, they came by such an advertisement. Null: they have not written.',
    }),
  })
  .meta({ id: 'ReplyWindow', description: 'The time in which the network lets a business answer.' });

const LastMessage = z
  .object({
    id: z.string(),
    direction: z.enum(DIRECTIONS),
    text: z.string().meta({ description: 'Its first 200 characters.' }),
    hasMedia: z.boolean(),
    status: SendStatus.nullable(),
    createdAt: Instant,
    when: TimeForms,
  })
  .meta({ id: 'LastMessage' });

const MessageRules = z
  .object({
    ...LengthLimit.shape,
    media: z
      .object({
        max: z.number().int().meta({ description: 'Files in one message.' }),
        imageBytes: z.number().int(),
        videoBytes: z.number().int(),
        withText: z.boolean().meta({ description: 'Whether text and a file may go in one message.' }),
      })
      .meta({ description: 'What may be sent along.' }),
  })
  .meta({ id: 'MessageRules', description: 'What a message in this conversation may be.' });

export const Conversation = z
  .object({
    id: idOf('conversation', 'Identifier of the conversation.'),
    accountId: z.string(),
    platform: Platform,
    participant: z
      .object({ handle: z.string().meta({ examples: ['@mia.brews'] }), displayName: z.string() })
      .meta({ description: 'The person at the other end: their own words for themselves.' }),
    canReplyUntil: TimeForms.nullable().meta({
      description:
        'When the window closes, or closed; null: the person has not written, see `cannotReplyReason`.',
    }),
    cannotReplyReason: z
      .string()
      .nullable()
      .meta({ description: 'Why no message can be sent now; null: one can.' }),
    window: ReplyWindow,
    lastMessage: LastMessage.nullable(),
    awaitingReply: z.boolean().meta({ description: 'The last word is the person’s.' }),
    unread: z.number().int().meta({ description: 'Messages that nobody has read.' }),
    replyRules: MessageRules,
    allowed: ReplyWays,
    url: z.string().nullable().meta({
      description: 'Where the person at the other end sees it; null: the network has not named it.',
    }),
    createdAt: Instant,
  })
  .meta({ id: 'Conversation', description: 'Direct messages between an account and one person.' });

export type Conversation = z.infer<typeof Conversation>;

export const ConversationPage = pageOf(Conversation).meta({ id: 'ConversationPage' });
export type ConversationPage = z.infer<typeof ConversationPage>;

export const ConversationListQuery = z.strictObject({
  accountId: z.string().max(64).optional().meta({ description: 'Only conversations of this account.' }),
  platform: commaSeparated(PLATFORMS, 'Filter by network, comma-separated.').optional(),
  unanswered: booleanQuery('Only those that await your reply, or only those that do not.'),
  unread: booleanQuery('Only those with unread messages, or only those without.'),
  window: commaSeparated(WINDOW_STATES, 'Only those whose window stands so, separated by commas.').optional(),
  order: z.enum(CONVERSATION_ORDERS).optional().meta({
    description:
      '`recent` (unless told): the latest message first. `soonest_closing`: those whose window is open, the one that closes next first.',
  }),
  ...ListQuery,
});

export const ConversationParams = z.strictObject({
  conversationId: z.string().min(1).max(64).meta({ description: 'Conversation identifier.' }),
});
