import * as z from '../lazy-zod.js';
import { SEND_OUTCOMES } from './values.js';

export type { SendOutcome } from './values.js';

/** What comments, conversations and messages share: limits, kinds of reply and sending status. */

const SEND_STATUSES = ['sending', 'sent', 'failed', 'unknown'] as const;
export type SendStatus = (typeof SEND_STATUSES)[number];

export const SendStatus = z.enum(SEND_STATUSES).meta({
  id: 'SendStatus',
  description:
    'The status of a sent reply or message. `sending`: in progress, read it again. `unknown`: it was sent, but no response came. See `resolve`.',
});

const REPLY_WAYS = ['reply', 'private_reply', 'message', 'human_agent', 'wait_for_person'] as const;
export type ReplyWay = (typeof REPLY_WAYS)[number];

/** The kinds of reply that are possible now. */
export const ReplyWays = z.array(z.enum(REPLY_WAYS)).meta({
  description:
    'The kinds of reply that are possible now. `reply`: a public reply. `private_reply`: a direct message in reply to a comment. `message`: a message in the conversation. `human_agent`: a message from the dashboard, not with an API key. `wait_for_person`: none until the person writes again.',
});

export const LengthLimit = z
  .object({
    max: z.number().int().meta({ description: 'The maximum length.' }),
    unit: z.string().meta({ description: 'Unit of `max`.', examples: ['utf8-bytes'] }),
  })
  .meta({ id: 'LengthLimit', description: 'The maximum length of a text, in the network’s unit.' });

export type LengthLimit = z.infer<typeof LengthLimit>;

export const ResolveSend = z
  .strictObject({
    outcome: z.enum(SEND_OUTCOMES).meta({
      description:
        '`check`: look it up at the network, and send nothing. `sent`: it was sent. `send_again`: it was not sent, so send it.',
    }),
  })
  .meta({
    id: 'ResolveSend',
    description: 'The outcome of a reply or message whose outcome is unknown.',
  });

/** Maximum text length in UTF-16 units, longer than any network allows. */
const MAX_TEXT = 20_000;

export const replyText = z
  .string()
  .max(MAX_TEXT)
  .refine((text) => !/\p{Surrogate}/u.test(text), {
    error: 'must be valid Unicode: it contains an unpaired surrogate.',
  })
  .meta({ description: 'The text. `replyRules` has the network’s limit.' });

export const allowDuplicate = z.boolean().optional().meta({
  description: 'Send it even if the same text was already sent or the comment already answered.',
});

/** How many seconds a response waits for the outcome before it returns `sending`. */
export const SEND_WAIT_SECONDS = 4;

export const pollAfterSeconds = z
  .number()
  .nullable()
  .meta({ description: 'How many seconds to wait before reading it again. Null if nothing is in progress.' });
