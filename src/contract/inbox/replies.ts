import * as z from '../lazy-zod.js';
import { SEND_OUTCOMES } from './values.js';

export type { SendOutcome } from './values.js';

/** What comments, conversations and messages have in common: what may be written, and what became of it. */

const SEND_STATUSES = ['sending', 'sent', 'failed', 'unknown'] as const;
export type SendStatus = (typeof SEND_STATUSES)[number];

export const SendStatus = z.enum(SEND_STATUSES).meta({
  id: 'SendStatus',
  description:
    'What became of something that was written here. `sending`: under way, read it again. `unknown`: it was sent and the answer is missing; see `resolve`.',
});

const REPLY_WAYS = ['reply', 'private_reply', 'message', 'human_agent', 'wait_for_person'] as const;
export type ReplyWay = (typeof REPLY_WAYS)[number];

/** The ways in which a person can be answered now. */
export const ReplyWays = z.array(z.enum(REPLY_WAYS)).meta({
  description:
    'How the person can be answered now. `reply`: in public. `private_reply`: with a direct message that answers a comment. `message`: in the conversation. `human_agent`: by a person in the dashboard, never with a key. `wait_for_person`: once they write again.',
});

export const LengthLimit = z
  .object({
    max: z.number().int().meta({ description: 'The longest text.' }),
    unit: z.string().meta({ description: 'Unit of `max`.', examples: ['utf8-bytes'] }),
  })
  .meta({ id: 'LengthLimit', description: 'How long a text may be, in the network’s own unit.' });

export type LengthLimit = z.infer<typeof LengthLimit>;

export const ResolveSend = z
  .strictObject({
    outcome: z.enum(SEND_OUTCOMES).meta({
      description:
        '`check`: look at the network again, and send it where it is surely not there. `sent`: it is there. `send_again`: it is not there, send it.',
    }),
  })
  .meta({
    id: 'ResolveSend',
    description: 'What became of a reply or a message whose outcome is not known.',
  });

/** Longest text that is looked at at all, in UTF-16 units: each network takes less. */
const TEXT_MAX = 20_000;

export const replyText = z
  .string()
  .max(TEXT_MAX)
  .refine((text) => !/\p{Surrogate}/u.test(text), {
    error: 'must be well-formed text: it holds half a character.',
  })
  .meta({ description: 'The text, emoji and all. Its limit is the network’s: see `replyRules`.' });

export const allowDuplicate = z.boolean().optional().meta({
  description: 'Send it although the same was sent, or the comment was answered, already.',
});

/** How many seconds an answer is held for the outcome before it says `sending`. */
export const SEND_WAIT_SECONDS = 4;

export const pollAfterSeconds = z
  .number()
  .nullable()
  .meta({ description: 'When to read again; null: nothing is under way.' });
