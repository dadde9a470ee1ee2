import { Issue } from '../errors.js';
import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, pageOf } from '../lists.js';
import { PLATFORMS, Platform } from '../platforms.js';
import { Override, PROPOSED_MODES, SCHEDULE_MODES, sourceId } from './content.js';
import { Diagnosis } from './delivery-errors.js';
import { POST_STATUSES, TARGET_PHASES, TARGET_STATUSES } from './status.js';
import { POST_KINDS, STATUS_FILTERS, WAIT_MAX_SECONDS } from './values.js';

export { type PostKind, type StatusFilter, WAIT_MAX_SECONDS } from './values.js';

const PART_KINDS = ['main', 'thread', 'first_comment', 'thumbnail'] as const;

export const Part = z
  .object({
    kind: z.enum(PART_KINDS),
    index: z.number().int().meta({ description: '0 for the main post; what follows it counts from 1.' }),
    status: z.enum(TARGET_STATUSES),
    url: z.string().nullable(),
    error: Diagnosis.nullable(),
  })
  .meta({ id: 'Part', description: 'One thing that a target sends to its network.' });

export type Part = z.infer<typeof Part>;

export const ATTEMPT_OUTCOMES = [
  'sending',
  'published',
  'refused',
  'not_sent',
  'unknown',
  'abandoned',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const Attempt = z
  .object({
    id: z.string(),
    number: z.number().int().meta({ description: 'Counts from 1.' }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    outcome: z.enum(ATTEMPT_OUTCOMES).meta({
      description:
        '`not_sent`: nothing reached the network. `unknown`: it was sent and the answer is missing. `abandoned`: the process ended before it sent.',
    }),
    error: Diagnosis.nullable(),
  })
  .meta({ id: 'Attempt', description: 'One try at publishing a target.' });

export type Attempt = z.infer<typeof Attempt>;

export const Target = z
  .object({
    id: z.string(),
    accountId: z.string(),
    platform: Platform,
    handle: z.string(),
    status: z.enum(TARGET_STATUSES),
    phase: z.enum(TARGET_PHASES).nullable().meta({ description: 'What is going on while `publishing`.' }),
    text: z.string().meta({ description: 'The text of this target, overrides applied.' }),
    scheduledAt: Instant.nullable(),
    when: TimeForms.nullable().meta({ description: 'When it went out, else when it is due.' }),
    slotId: z.string().nullable().meta({ description: 'The slot that it holds; null: its time is its own.' }),
    url: z.string().nullable().meta({ description: 'Where the post can be seen at the network.' }),
    networkPostId: z.string().nullable(),
    error: Diagnosis.nullable(),
    nextAttemptAt: Instant.nullable(),
    publishedAt: Instant.nullable(),
    parts: z.array(Part),
    attempts: z.array(Attempt).optional().meta({ description: 'In the answer for one post only.' }),
  })
  .meta({ id: 'Target', description: 'What becomes of a post on one account.' });

export type Target = z.infer<typeof Target>;

const Proposal = z
  .object({
    scheduleMode: z.enum(PROPOSED_MODES),
    scheduledAt: Instant.nullable(),
    timezone: z.string(),
    when: TimeForms.nullable(),
    slotId: z.string().nullable().meta({ description: 'With `queue`: the slot that it asks for.' }),
    together: z.boolean().meta({ description: 'With `queue`: at one instant on all accounts.' }),
  })
  .meta({ id: 'Proposal', description: 'When a draft asks to be published.' });

const HISTORY_ACTIONS = [
  'created',
  'updated',
  'publish_requested',
  'approved',
  'rejected',
  'retried',
  'resolved',
  'cancelled',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

export const HistoryEntry = z
  .object({
    at: Instant,
    action: z.enum(HISTORY_ACTIONS),
    by: z.object({ keyId: z.string(), label: z.string() }).nullable().meta({ description: 'Whose key.' }),
    version: z.number().int().meta({ description: 'The version that the change made.' }),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  })
  .meta({ id: 'HistoryEntry', description: 'What a person or a key did to a post.' });

export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const Post = z
  .object({
    id: idOf('post', 'Identifier of the post.'),
    status: z.enum(POST_STATUSES),
    ready: z.boolean().meta({ description: 'Whether it could be published as it stands.' }),
    issues: z.array(Issue).meta({ description: 'Errors and warnings found by the networks’ rules.' }),
    text: z.string(),
    mediaUrls: z.array(z.string()),
    altTexts: z.array(z.string()),
    overrides: z.array(Override),
    scheduleMode: z.enum(SCHEDULE_MODES),
    scheduledAt: Instant.nullable(),
    timezone: z.string(),
    when: TimeForms.nullable().meta({
      description: 'When it went out, else when it is due; null for drafts.',
    }),
    proposed: Proposal.nullable().meta({ description: 'For a draft: what approving it would do.' }),
    reviewNote: z.string().nullable().meta({ description: 'What was said when the draft was rejected.' }),
    targets: z.array(Target),
    incomplete: z.boolean().meta({ description: 'A target is out, but a part of it failed.' }),
    sourceId: sourceId.nullable(),
    idempotencyKey: z.string().nullable(),
    version: z.number().int().meta({ description: 'Counts up with each change made by a person or a key.' }),
    reviewUrl: z.string().meta({ description: 'Where a person can see it.' }),
    pollAfterSeconds: z
      .number()
      .nullable()
      .meta({ description: 'When to read again; null: nothing is under way.' }),
    createdAt: Instant,
    updatedAt: Instant,
    history: z
      .array(HistoryEntry)
      .optional()
      .meta({ description: 'Oldest first; in the answer for one post only.' }),
  })
  .meta({ id: 'Post', description: 'A post, its targets, and what became of them.' });

export type Post = z.infer<typeof Post>;

export const CreatedPost = Post.extend({
  warnings: z.array(Issue).meta({ description: 'What the request should know: nothing here stopped it.' }),
}).meta({ id: 'CreatedPost' });

export type CreatedPost = z.infer<typeof CreatedPost>;

export const PostPage = pageOf(Post).meta({ id: 'PostPage' });
export type PostPage = z.infer<typeof PostPage>;

export const PostParams = z.strictObject({ id: z.string().min(1).meta({ description: 'Post identifier.' }) });

export const PostQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(WAIT_MAX_SECONDS)
    .optional()
    .meta({
      description: 'Hold the answer until the post changes, for this many seconds at most.',
      examples: [20],
    }),
});

const rangeEnd = z.string().min(1).max(64).optional();

export const PostListQuery = z.strictObject({
  status: commaSeparated(
    STATUS_FILTERS,
    'Only these statuses, separated by commas. `attention`: failed, partially published, unknown, missed or incomplete.',
  ).optional(),
  platform: commaSeparated(PLATFORMS, 'Only posts with a target on one of these networks.').optional(),
  accountId: z.string().optional().meta({ description: 'Only posts with a target on this account.' }),
  kind: commaSeparated(POST_KINDS, 'Only posts that carry this: a video, images, or text alone.').optional(),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only posts whose text contains this.' }),
  idempotencyKey: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'The post made by the request with this key.' }),
  from: rangeEnd.meta({
    description:
      'Only from this effective time on: published or failed, else due, else created. ISO 8601 with an offset, or a whole day of the workspace’s zone.',
    examples: ['2026-12-01'],
  }),
  to: rangeEnd.meta({
    description: 'Only before this effective time; a day is meant to its end.',
    examples: ['2026-12-31'],
  }),
  order: z.enum(['asc', 'desc']).optional().meta({
    description:
      'By effective time: published or failed, else due, else created. Only upcoming ones: `asc`, else `desc`.',
  }),
  ...ListQuery,
});

export type PostListQuery = z.input<typeof PostListQuery>;

/** What one target would be, said by the dry run. */
export const TargetPreview = z
  .object({
    accountId: z.string(),
    platform: Platform,
    handle: z.string(),
    ok: z.boolean(),
    text: z.string().meta({ description: 'The text as it would appear.' }),
    counts: z.array(
      z.object({
        field: z.string(),
        used: z.number().int(),
        max: z.number().int(),
        room: z.number().int().meta({ description: 'Negative when it is too long.' }),
        unit: z.string(),
      }),
    ),
    scheduledAt: Instant.nullable(),
    when: TimeForms.nullable(),
    errors: z.array(Issue),
    warnings: z.array(Issue),
  })
  .meta({ id: 'TargetPreview' });

export type TargetPreview = z.infer<typeof TargetPreview>;

export const PostValidation = z
  .object({
    ok: z.boolean().meta({ description: 'Whether create would take it with this `scheduleMode`.' }),
    scheduleMode: z.enum(SCHEDULE_MODES),
    when: TimeForms.nullable(),
    targets: z.array(TargetPreview),
    errors: z.array(Issue).meta({ description: 'Faults that belong to no target.' }),
    warnings: z.array(Issue),
    duplicateOf: z
      .object({ postId: z.string(), status: z.enum(POST_STATUSES) })
      .nullable()
      .meta({ description: 'The post that create would name in `duplicate_post`.' }),
  })
  .meta({ id: 'PostValidation', description: 'What would be sent, and what stands in the way.' });

export type PostValidation = z.infer<typeof PostValidation>;
