import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { booleanQuery, commaSeparated, ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { PLATFORMS } from '../platforms.js';
import { DIRECTIONS } from './messages.js';
import { LengthLimit, ReplyWays, SendStatus } from './replies.js';
import { CONVERSATION_ORDERS, WINDOW_STATES } from './values.js';

export { CONVERSATION_ORDERS, WINDOW_STATES, type WindowState } from './values.js';

const WINDOW_BASES = ['standard', 'click_to_message'] as const;
export type WindowBasis = (typeof WINDOW_BASES)[number];

/** A window is `closing` in its last hours. */
export const CLOSING_HOURS = 3;

const ReplyWindow = z
  .object({
    state: z
      .enum(WINDOW_STATES)
      .meta({ description: `\`closing\` means that it closes within ${CLOSING_HOURS} hours.` }),
    basis: z.enum(WINDOW_BASES).nullable().meta({
      description:
        '`standard`: 24 hours after the person’s last message. `click_to_message`: 7 days, because the person came from a click-to-message ad. Null if the person has not written, or if the network sets no limit.',
    }),
  })
  .meta({ id: 'ReplyWindow', description: 'The period in which the network lets a business reply.' });

const LastMessage = z
  .object({
    id: z.string(),
    direction: z.enum(DIRECTIONS),
    text: z.string().meta({ description: 'The first 200 characters.' }),
    hasMedia: z.boolean(),
    status: SendStatus.nullable(),
    createdAt: Instant,
    when: TimeForms,
  })
  .meta({ id: 'LastMessage' });

const MessageRules = LengthLimit.extend({
  media: z
    .object({
      max: z.number().int().meta({ description: 'Maximum number of files in one message.' }),
      imageBytes: z.number().int(),
      videoBytes: z.number().int(),
      withText: z.boolean().meta({ description: 'Whether one message can have both text and a file.' }),
    })
    .meta({ description: 'The limits on attached files.' }),
}).meta({ id: 'MessageRules', description: 'The rules for messages in this conversation.' });

export const Conversation = z
  .object({
    id: idOf('conversation', 'Id of the conversation.'),
    accountId: z.string(),
    platform: Platform,
    simulated: z
      .boolean()
      .meta({ description: 'The network is a simulation: nobody real wrote or reads this.' }),
    participant: z
      .object({ handle: z.string().meta({ examples: ['@mia.brews'] }), displayName: z.string() })
      .meta({ description: 'The other person, as they call themselves.' }),
    canReplyUntil: TimeForms.nullable().meta({
      description:
        'When the reply window closes or closed. Null if it never closes, or if the person has not written: see `cannotReplyReason`.',
    }),
    cannotReplyReason: z
      .string()
      .nullable()
      .meta({ description: 'Why no message can be sent now. Null if one can.' }),
    window: ReplyWindow,
    lastMessage: LastMessage.nullable(),
    awaitingReply: z.boolean().meta({ description: 'Whether the last message is from the other person.' }),
    unread: z.number().int().meta({ description: 'The number of unread messages.' }),
    replyRules: MessageRules,
    allowed: ReplyWays,
    url: z.string().nullable().meta({
      description: 'The URL of the conversation on the network. Null if it is unknown.',
    }),
    createdAt: Instant,
  })
  .meta({ id: 'Conversation', description: 'The direct messages between an account and one person.' });

export type Conversation = z.infer<typeof Conversation>;

export const ConversationPage = pageOf(Conversation).meta({ id: 'ConversationPage' });
export type ConversationPage = z.infer<typeof ConversationPage>;

export const ConversationListQuery = z.strictObject({
  accountId: z.string().max(64).optional().meta({ description: 'Filter by account.' }),
  platform: commaSeparated(PLATFORMS, 'Filter by network, comma-separated.').optional(),
  unanswered: booleanQuery(
    '`true` returns only those that await your reply, `false` only those that do not.',
  ),
  unread: booleanQuery('`true` returns only those with unread messages, `false` only those without.'),
  window: commaSeparated(
    WINDOW_STATES,
    'Filter by the state of the reply window, comma-separated.',
  ).optional(),
  order: z.enum(CONVERSATION_ORDERS).optional().meta({
    description:
      'Sort order. `recent` (default): latest message first. `soonest_closing`: only conversations with an open reply window, the one that closes next first.',
  }),
  ...ListQuery,
});

export const ConversationParams = z.strictObject({
  conversationId: z.string().min(1).max(64).meta({ description: 'Id of the conversation.' }),
});
