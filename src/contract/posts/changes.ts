/** What is sent to change a post, and what is answered. */

import { Issue } from '../errors.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { ProposedTime, publishingTime, whatFields, whereFields } from './content.js';
import { Post } from './posts.js';
import { RESOLVE_OUTCOMES } from './values.js';

export type { ResolveOutcome } from './values.js';

/** Compare-and-set: whoever names an older version than the present one loses. */
const version = z
  .number()
  .int()
  .min(1)
  .meta({ description: 'The version that was read. Refused with `version_conflict` where it is another.' });

const allowDuplicate = z.boolean().optional().meta({
  description: 'Do it although the same account has or had the same text and media within 24 hours.',
});

export const UpdatePost = z
  .strictObject({
    version: version.optional(),
    ...whereFields,
    ...whatFields,
    scheduledAt: publishingTime.scheduledAt,
    timezone: publishingTime.timezone,
    proposed: ProposedTime.nullable().optional().meta({
      description: 'For a draft: when it asks to be published; `null` takes the wish back.',
    }),
    allowDuplicate,
  })
  .meta({
    id: 'UpdatePost',
    description:
      'What changes; what is left out stays. It reaches the targets that are not out yet. Naming accounts replaces those.',
  });

export type UpdatePost = z.infer<typeof UpdatePost>;

export const PublishPost = z
  .strictObject({ version: version.optional(), ...publishingTime, allowDuplicate })
  .meta({ id: 'PublishPost', description: 'When to publish a post that is there already.' });

export type PublishPost = z.infer<typeof PublishPost>;

export const ApprovePost = z.strictObject({ version, ...publishingTime, allowDuplicate }).meta({
  id: 'ApprovePost',
  description: 'The version that was seen, and a time in place of the proposed one.',
});

export type ApprovePost = z.infer<typeof ApprovePost>;

export const RejectPost = z
  .strictObject({
    version: version.optional(),
    note: z.string().min(1).max(2000).optional().meta({ description: 'Why, for whoever wrote it.' }),
  })
  .meta({ id: 'RejectPost' });

export const RetryPost = z
  .strictObject({
    version: version.optional(),
    accountIds: z
      .array(z.string().min(1))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'Only these accounts; all that failed where it is left out.' }),
    allowDuplicate,
  })
  .meta({ id: 'RetryPost' });

export const ResolvePost = z
  .strictObject({
    version: version.optional(),
    accountId: z.string().min(1).meta({ description: 'The account whose outcome is not known.' }),
    outcome: z.enum(RESOLVE_OUTCOMES).meta({
      description:
        '`check`: look at the network again, and send it where it is surely not there. `published`: it is there. `send_again`: it is not there, send it.',
    }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional()
      .meta({ description: 'With `published`: where it can be seen.' }),
  })
  .meta({ id: 'ResolvePost', description: 'What became of a target whose outcome is not known.' });

export const DeletePostQuery = z.strictObject({
  version: z.coerce.number().int().min(1).optional().meta({ description: 'The version that was read.' }),
});

export const ChangedPost = Post.extend({
  warnings: z.array(Issue).meta({ description: 'What the request should know: nothing here stopped it.' }),
}).meta({ id: 'ChangedPost' });

export type ChangedPost = z.infer<typeof ChangedPost>;

export const DeletedPost = z
  .object({
    outcome: z.enum(['cancelled', 'deleted']).meta({
      description: '`cancelled`: what was not out will not go out. `deleted`: it was a draft and is gone.',
    }),
    post: Post.meta({ description: 'As it is now; a deleted draft as it was.' }),
  })
  .meta({ id: 'DeletedPost' });

export type DeletedPost = z.infer<typeof DeletedPost>;

/** Why a target is not retried. */
const SKIPPED_CODES = [
  'already_published',
  'outcome_unknown',
  'in_progress',
  'not_due_yet',
  'cancelled',
  'account_unusable',
  'duplicate_post',
] as const;
export type SkippedCode = (typeof SKIPPED_CODES)[number];

export const RetriedPost = z
  .object({
    retried: z.array(z.string()).meta({ description: 'Accounts that are tried again now.' }),
    held: z.array(z.object({ accountId: z.string(), retryAt: Instant })).meta({
      description: 'Left as they are, for the network takes nothing before `retryAt`: retry then.',
    }),
    skipped: z.array(z.object({ accountId: z.string(), code: z.enum(SKIPPED_CODES), message: z.string() })),
    post: Post,
  })
  .meta({ id: 'RetriedPost', description: 'What a retry came to for each account.' });

export type RetriedPost = z.infer<typeof RetriedPost>;
