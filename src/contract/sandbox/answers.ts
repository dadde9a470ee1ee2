import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ListQuery, pageOf } from '../lists.js';
import { Platform } from '../platform-schema.js';

/** Replies and messages on the simulated networks: `/v1/test/outbox/answers`. */

const ANSWER_KINDS = ['comment', 'message'] as const;

export const AnswersQuery = z.strictObject({
  kind: z.enum(ANSWER_KINDS).optional(),
  platform: Platform.optional(),
  accountId: z.string().optional().meta({ description: 'Filter by account.' }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only those whose text contains this.' }),
  ...ListQuery,
});

export type AnswersQuery = z.infer<typeof AnswersQuery>;

export const OutboxAnswer = z
  .object({
    kind: z.enum(ANSWER_KINDS),
    platform: Platform,
    accountId: z
      .string()
      .nullable()
      .meta({ description: 'The account that wrote it. Null if it is no longer connected.' }),
    handle: z.string().nullable().meta({ description: 'The account’s handle, with the leading @.' }),
    networkId: z.string().meta({ description: 'The network’s id.' }),
    text: z.string(),
    networkPostId: z.string().nullable().meta({ description: 'For a comment, the post that it is on.' }),
    answers: z.string().nullable().meta({
      description:
        'The network’s id of the comment that it answers. Null if it answers none or is a message in a conversation.',
    }),
    to: z.string().nullable().meta({ description: 'For a message, the handle of the recipient.' }),
    createdAt: Instant,
  })
  .meta({
    id: 'OutboxAnswer',
    description: 'A comment or message of an account on a simulated network.',
  });

export type OutboxAnswer = z.infer<typeof OutboxAnswer>;

export const OutboxAnswers = pageOf(OutboxAnswer).meta({ id: 'OutboxAnswers' });

export type OutboxAnswers = z.infer<typeof OutboxAnswers>;
