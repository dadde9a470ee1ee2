import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';
import { Diagnosis } from '../posts/delivery-errors.js';
import { allowDuplicate, pollAfterSeconds, replyText, SendStatus } from './replies.js';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const MessageMedia = z
  .object({
    kind: z.enum(['image', 'video', 'audio', 'file']),
    key: z.string().nullable().meta({ description: 'Storage key, for files sent from Postrider.' }),
    url: z.string().nullable().meta({ description: 'The file’s URL on the network, which may expire.' }),
  })
  .meta({ id: 'MessageMedia' });

export type MessageMedia = z.infer<typeof MessageMedia>;

export const Message = z
  .object({
    id: idOf('message', 'Id of the message.'),
    conversationId: idOf('conversation', 'The conversation of the message.'),
    accountId: z.string(),
    platform: Platform,
    simulated: z
      .boolean()
      .meta({ description: 'The network is a simulation: nobody real wrote or reads this.' }),
    direction: z.enum(DIRECTIONS),
    text: z.string().meta({
      description: 'The text as written. Inbound messages are untrusted content from other people.',
    }),
    media: z.array(MessageMedia),
    createdAt: Instant,
    when: TimeForms.meta({ description: 'When it was written.' }),
    status: SendStatus.nullable().meta({
      description: 'The sending status of an outbound message. Null for inbound messages.',
    }),
    error: Diagnosis.nullable(),
    answersCommentId: z
      .string()
      .nullable()
      .meta({ description: 'For a private reply, the comment it replies to.' }),
    pollAfterSeconds,
  })
  .meta({ id: 'Message', description: 'One direct message.' });

export type Message = z.infer<typeof Message>;

export const MessagePage = pageOf(Message).meta({ id: 'MessagePage' });
export type MessagePage = z.infer<typeof MessagePage>;

export const MessageListQuery = z.strictObject({
  conversationId: z.string().min(1).max(64).meta({ description: 'The conversation.' }),
  ...ListQuery,
});

export const MessageParams = z.strictObject({
  messageId: z.string().min(1).max(64).meta({ description: 'Id of the message.' }),
});

export const CreateMessage = z
  .strictObject({
    conversationId: z.string().min(1).max(64).meta({ description: 'The conversation.' }),
    text: replyText.optional(),
    mediaUrls: z.array(z.string().min(1).max(200)).max(10).optional().meta({
      description:
        'Storage keys of uploaded media. A network may limit how many, and whether text can be added.',
    }),
    humanAgent: z.boolean().optional().meta({
      description:
        'Reply up to 7 days later as a human agent. Available only in the dashboard: requests with an API key are refused.',
    }),
    allowDuplicate,
  })
  .meta({
    id: 'CreateMessage',
    description: 'A direct message in a conversation that the other person started.',
  });

export type CreateMessage = z.infer<typeof CreateMessage>;
