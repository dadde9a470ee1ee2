/** Requests that change a post, and their responses. */

import { isRecord } from '../../base/is-record.js';
import { Issue } from '../errors.js';
import { Instant } from '../instants.js';
import * as z from '../lazy-zod.js';
import { numberQuery } from '../lists.js';
import { webAddress } from '../web-address.js';
import { MAX_OVERRIDES, Override, ProposedTime, publishingTime, whatFields, whereFields } from './content.js';
import { Post } from './posts.js';
import { RESOLVE_OUTCOMES } from './values.js';

export type { ResolveOutcome } from './values.js';

/** Compare-and-set: a request with an outdated version is refused. */
const version = z.number().int().min(1).meta({
  description:
    'The version you read. If the post has changed since, the request fails with `version_conflict`.',
});

const allowDuplicate = z.boolean().optional().meta({
  description: 'Allow the same text and media on the same account within 24 hours.',
});

export const UpdatePost = z
  .strictObject({
    version: version.optional(),
    ...whereFields,
    ...whatFields,
    overrides: z.array(Override).max(MAX_OVERRIDES).nullable().optional().meta({
      description:
        'Merged with the stored overrides by `target`: omitted targets and fields keep their value, and `null` resets a field to the post’s own. `overrides: null` removes all.',
    }),
    scheduledAt: publishingTime.scheduledAt,
    timezone: publishingTime.timezone,
    proposed: ProposedTime.nullable().optional().meta({
      description: 'For a draft, the proposed time. `null` removes it.',
    }),
    allowDuplicate,
  })
  .meta({
    id: 'UpdatePost',
    description:
      'The fields to change. Omitted fields keep their value. Changes apply to targets that are not published yet. Naming accounts replaces those targets.',
  });

export type UpdatePost = z.infer<typeof UpdatePost>;

/** Whether a change is about labels alone. Labels are about order, so it is possible whatever the post's status. */
export function isOnlyLabels(body: unknown): boolean {
  if (!isRecord(body) || body['labels'] === undefined) return false;
  return Object.keys(body).every(
    (field) => field === 'labels' || field === 'version' || body[field] === undefined,
  );
}

export const PublishPost = z
  .strictObject({ version: version.optional(), ...publishingTime, allowDuplicate })
  .meta({ id: 'PublishPost', description: 'When to publish an existing post.' });

export type PublishPost = z.infer<typeof PublishPost>;

export const ApprovePost = z.strictObject({ version, ...publishingTime, allowDuplicate }).meta({
  id: 'ApprovePost',
  description: 'The version to approve, and optionally a time that replaces the proposed one.',
});

export type ApprovePost = z.infer<typeof ApprovePost>;

export const RejectPost = z
  .strictObject({
    version: version.optional(),
    note: z.string().min(1).max(2000).optional().meta({ description: 'The reason, for the author.' }),
  })
  .meta({ id: 'RejectPost' });

export const ReopenPost = z
  .strictObject({ version })
  .meta({ id: 'ReopenPost', description: 'The version that the approval or the rejection made.' });

export const RetryPost = z
  .strictObject({
    version: version.optional(),
    accountIds: z
      .array(z.string().min(1))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'The accounts to retry. Default: all that failed.' }),
    allowDuplicate,
  })
  .meta({ id: 'RetryPost' });

export const ResolvePost = z
  .strictObject({
    version: version.optional(),
    accountId: z
      .string()
      .min(1)
      .meta({ description: 'The account whose outcome is unknown, or that has it in its inbox.' }),
    outcome: z.enum(RESOLVE_OUTCOMES).meta({
      description:
        '`check`: look it up at the network, and send nothing. `published`: it is published. `send_again`: it is not published, so send it.',
    }),
    url: webAddress(2048, { protocol: /^https?$/ })
      .optional()
      .meta({ description: 'With `published`: the post’s URL.' }),
  })
  .meta({
    id: 'ResolvePost',
    description: 'The outcome of a target whose outcome is unknown, or that waits in the network’s inbox.',
  });

export const DeletePostQuery = z.strictObject({
  version: numberQuery({ type: 'integer', minimum: 1 })
    .optional()
    .meta({ description: 'The version you read.' }),
});

export const ChangedPost = Post.extend({
  warnings: z.array(Issue).meta({ description: 'Warnings. They did not prevent the request.' }),
}).meta({ id: 'ChangedPost' });

export type ChangedPost = z.infer<typeof ChangedPost>;

export const DeletedPost = z
  .object({
    outcome: z.enum(['cancelled', 'deleted']).meta({
      description:
        '`cancelled`: unpublished targets will not be published. `deleted`: the draft was deleted.',
    }),
    post: Post.meta({ description: 'The post as it is now, or the deleted draft as it was.' }),
  })
  .meta({ id: 'DeletedPost' });

export type DeletedPost = z.infer<typeof DeletedPost>;

/** Why a target is not retried. */
const SKIPPED_CODES = [
  'already_published',
  'in_inbox',
  'outcome_unknown',
  'in_progress',
  'not_due_yet',
  'cancelled',
  'deleted',
  'account_unusable',
  'duplicate_post',
] as const;
export type SkippedCode = (typeof SKIPPED_CODES)[number];

export const RetriedPost = z
  .object({
    retried: z.array(z.string()).meta({ description: 'Accounts that are retried now.' }),
    held: z.array(z.object({ accountId: z.string(), retryAt: Instant })).meta({
      description:
        'Accounts that were not retried because the network accepts nothing before `retryAt`. Retry them then.',
    }),
    skipped: z.array(z.object({ accountId: z.string(), code: z.enum(SKIPPED_CODES), message: z.string() })),
    post: Post,
  })
  .meta({ id: 'RetriedPost', description: 'The result of a retry for each account.' });

export type RetriedPost = z.infer<typeof RetriedPost>;

export const DeletePublished = z
  .strictObject({
    version: version.optional(),
    accountIds: z
      .array(z.string().min(1))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'The accounts to delete it from. Default: all on which it is published.' }),
  })
  .meta({ id: 'DeletePublished' });

export type DeletePublished = z.infer<typeof DeletePublished>;

/** Why a published target, or a part of it, is still at the network. */
const KEPT_CODES = [
  'network_unsupported',
  'id_unknown',
  'outcome_unknown',
  'in_progress',
  'account_unusable',
  'network_refused',
  'network_unavailable',
] as const;
export type KeptCode = (typeof KEPT_CODES)[number];

export const DeletedPublished = z
  .object({
    deleted: z.array(z.string()).meta({ description: 'Accounts from which it is deleted.' }),
    kept: z.array(z.object({ accountId: z.string(), code: z.enum(KEPT_CODES), message: z.string() })).meta({
      description:
        'Accounts on which all or a part of it may still be. `parts` of the target show what is deleted.',
    }),
    post: Post,
  })
  .meta({ id: 'DeletedPublished', description: 'The result of a deletion for each account.' });

export type DeletedPublished = z.infer<typeof DeletedPublished>;
