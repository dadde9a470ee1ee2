import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { Platform } from '../platforms.js';

/** What accounts wrote to people at the simulated networks: `/v1/test/outbox/answers`. */

const ANSWER_KINDS = ['comment', 'message'] as const;

/** Most that one answer lists. */
export const ANSWERS_AT_MOST = 100;

export const AnswersQuery = z.strictObject({
  kind: z.enum(ANSWER_KINDS).optional(),
  platform: Platform.optional(),
  accountId: z.string().optional().meta({ description: 'Only what this account has written.' }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only those whose text contains this.' }),
});

export type AnswersQuery = z.infer<typeof AnswersQuery>;

export const OutboxAnswer = z
  .object({
    kind: z.enum(ANSWER_KINDS),
    platform: Platform,
    accountId: z.string().nullable().meta({ description: 'Who wrote it; null: not connected any more.' }),
    handle: z.string().nullable().meta({ description: 'Its handle, with the leading @.' }),
    networkId: z.string().meta({ description: 'What the network calls it.' }),
    text: z.string(),
    networkPostId: z
      .string()
      .nullable()
      .meta({ description: 'Of a comment: the post that it stands under.' }),
    answers: z.string().nullable().meta({
      description: 'The network’s id of the comment that it answers; null: none, or a whole conversation.',
    }),
    to: z.string().nullable().meta({ description: 'Of a message: the handle of who gets it.' }),
    createdAt: Instant,
  })
  .meta({
    id: 'OutboxAnswer',
    description: 'A comment or message of an account, as a simulated network has it.',
  });

export type OutboxAnswer = z.infer<typeof OutboxAnswer>;

export const OutboxAnswers = z
  .object({ data: z.array(OutboxAnswer).meta({ description: `Newest first, ${ANSWERS_AT_MOST} at most.` }) })
  .meta({ id: 'OutboxAnswers' });

export type OutboxAnswers = z.infer<typeof OutboxAnswers>;
