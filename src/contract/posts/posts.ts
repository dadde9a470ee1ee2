import { Issue } from '../errors.js';
import { idOf } from '../ids.js';
import { Instant, TimeForms } from '../instants.js';
import { LabelName } from '../labels/labels.js';
import * as z from '../lazy-zod.js';
import { commaSeparated, ListQuery, numberQuery, pageOf } from '../lists.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../operation.js';
import { Platform } from '../platform-schema.js';
import { PLATFORMS } from '../platforms.js';
import { Actor, postActors } from './actors.js';
import { Override, PROPOSED_MODES, SCHEDULE_MODES, sourceId } from './content.js';
import { Diagnosis } from './delivery-errors.js';
import { DeliveryWarning } from './delivery-warnings.js';
import { POST_STATUSES, TARGET_PHASES, TARGET_STATUSES } from './status.js';
import { TargetBoard } from './target-board.js';
import { MAX_WAIT_SECONDS, POST_KINDS, POST_TYPES, STATUS_FILTERS } from './values.js';

export { MAX_WAIT_SECONDS, type PostKind, type StatusFilter } from './values.js';

const PART_KINDS = ['main', 'thread', 'first_comment', 'thumbnail'] as const;

export const Part = z
  .object({
    kind: z.enum(PART_KINDS),
    index: z
      .number()
      .int()
      .meta({ description: '0 for the main post, counting up from 1 for the parts after it.' }),
    text: z.string().nullable().meta({
      description: 'The text of this part, as it is sent. Null for a thumbnail.',
    }),
    status: z.enum(TARGET_STATUSES),
    url: z.string().nullable(),
    error: Diagnosis.nullable(),
  })
  .meta({
    id: 'Part',
    description: 'A part of a target: the post itself, a thread post, the first comment or the thumbnail.',
  });

export type Part = z.infer<typeof Part>;

export const ATTEMPT_OUTCOMES = [
  'sending',
  'published',
  'in_inbox',
  'refused',
  'not_sent',
  'unknown',
  'abandoned',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const Attempt = z
  .object({
    id: z.string(),
    number: z.number().int().meta({ description: 'The number of the attempt, from 1.' }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    outcome: z.enum(ATTEMPT_OUTCOMES).meta({
      description:
        '`in_inbox`: it waits in the network’s app to be finished. `not_sent`: nothing reached the network. `unknown`: it was sent, but no response came. `abandoned`: the process ended before sending.',
    }),
    error: Diagnosis.nullable(),
  })
  .meta({ id: 'Attempt', description: 'An attempt to publish a target.' });

export type Attempt = z.infer<typeof Attempt>;

const board = TargetBoard.optional().meta({
  description: 'The board to which it goes. Absent if its network has none, or if none is chosen.',
});

const attachedLink = z.string().nullable().meta({
  description: 'The link that is attached to this target, such as a link card. Null if there is none.',
});

export const Target = z
  .object({
    id: z.string(),
    accountId: z.string(),
    platform: Platform,
    handle: z.string(),
    simulated: z
      .boolean()
      .meta({ description: 'The network behind the account is a simulation: nothing is public.' }),
    status: z.enum(TARGET_STATUSES),
    phase: z.enum(TARGET_PHASES).nullable().meta({
      description:
        'The current step while `publishing`. `deleting`, while `published`: a deletion at the network began and is not finished. Repeat it.',
    }),
    text: z.string().meta({
      description: 'The text of this target as it is sent, with overrides applied and its links tagged.',
    }),
    link: attachedLink,
    board,
    scheduledAt: Instant.nullable(),
    when: TimeForms.nullable().meta({ description: 'When it was published, or else when it is due.' }),
    slotId: z
      .string()
      .nullable()
      .meta({ description: 'The slot of the target. Null if its time was set directly.' }),
    url: z.string().nullable().meta({ description: 'The post’s URL on the network.' }),
    networkPostId: z.string().nullable(),
    error: Diagnosis.nullable(),
    warnings: z
      .array(DeliveryWarning)
      .optional()
      .meta({ description: 'How the published post differs from what was sent. Absent if it does not.' }),
    nextAttemptAt: Instant.nullable(),
    publishedAt: Instant.nullable(),
    deletedAt: Instant.nullable().meta({ description: 'When it was deleted at the network.' }),
    parts: z.array(Part),
    attempts: z.array(Attempt).optional().meta({ description: 'Only in the response for a single post.' }),
    lookUps: z.number().int().optional().meta({
      description:
        'How often Postrider looked for the post at the network after a lost response. Look-ups are not attempts. Only in the response for a single post.',
    }),
  })
  .meta({ id: 'Target', description: 'A post on one account.' });

export type Target = z.infer<typeof Target>;

const Proposal = z
  .object({
    scheduleMode: z.enum(PROPOSED_MODES),
    scheduledAt: Instant.nullable(),
    timezone: z.string(),
    when: TimeForms.nullable(),
    slotId: z.string().nullable().meta({ description: 'With `queue`: the proposed slot.' }),
    together: z
      .boolean()
      .meta({ description: 'With `queue`: whether all accounts publish at the same time.' }),
  })
  .meta({ id: 'Proposal', description: 'The proposed time of a draft.' });

const HISTORY_ACTIONS = [
  'created',
  'updated',
  'publish_requested',
  'approved',
  'rejected',
  'reopened',
  'retried',
  'resolved',
  'cancelled',
  'deleted_published',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

export const HistoryEntry = z
  .object({
    at: Instant,
    action: z.enum(HISTORY_ACTIONS),
    by: Actor.nullable().meta({ description: 'Who made the change. Null if it is not known.' }),
    version: z.number().int().meta({ description: 'The version after the change.' }),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  })
  .meta({ id: 'HistoryEntry', description: 'A change to a post by a person or an API key.' });

export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const Post = z
  .object({
    id: idOf('post', 'Id of the post.'),
    status: z.enum(POST_STATUSES),
    ready: z.boolean().meta({ description: 'Whether the post can be published as it is.' }),
    issues: z.array(Issue).meta({ description: 'Errors and warnings by the networks’ rules.' }),
    text: z.string(),
    mediaUrls: z.array(z.string()),
    altTexts: z.array(z.string()),
    overrides: z.array(Override),
    scheduleMode: z.enum(SCHEDULE_MODES),
    scheduledAt: Instant.nullable(),
    timezone: z.string(),
    when: TimeForms.nullable().meta({
      description: 'When it was published, or else when it is due. Null for drafts.',
    }),
    proposed: Proposal.nullable().meta({ description: 'For a draft, what approving it does.' }),
    reviewNote: z.string().nullable().meta({ description: 'The note from when the draft was rejected.' }),
    targets: z.array(Target),
    incomplete: z.boolean().meta({ description: 'Whether a target is published but a part of it failed.' }),
    sourceId: sourceId.nullable(),
    link: z.string().nullable().meta({ description: 'The link that every target gets.' }),
    labels: z.array(z.string()).meta({ description: 'The names of its labels.' }),
    remarkCount: z.number().int().meta({ description: 'How many remarks people have written about it.' }),
    idempotencyKey: z.string().nullable(),
    version: z.number().int().meta({
      description:
        'Incremented with each change by a person or an API key, except for a change of labels alone.',
    }),
    reviewUrl: z.string().meta({ description: 'The post’s page in the dashboard.' }),
    pollAfterSeconds: z.number().nullable().meta({
      description: 'How many seconds to wait before reading it again. Null if nothing is in progress.',
    }),
    ...postActors,
    createdAt: Instant,
    updatedAt: Instant,
    history: z
      .array(HistoryEntry)
      .optional()
      .meta({ description: 'Oldest first. Only in the response for a single post.' }),
  })
  .meta({ id: 'Post', description: 'A post with its targets and their results.' });

export type Post = z.infer<typeof Post>;

export const CreatedPost = Post.extend({
  warnings: z.array(Issue).meta({ description: 'Warnings. They did not prevent the request.' }),
}).meta({ id: 'CreatedPost' });

export type CreatedPost = z.infer<typeof CreatedPost>;

export const PostPage = pageOf(Post).meta({ id: 'PostPage' });
export type PostPage = z.infer<typeof PostPage>;

export const PostParams = z.strictObject({ id: z.string().min(1).meta({ description: 'Id of the post.' }) });

export const PostQuery = z.strictObject({
  wait: numberQuery({ type: 'number', minimum: 0, maximum: MAX_WAIT_SECONDS })
    .optional()
    .meta({
      description: 'Wait for the post to change for up to this many seconds.',
      examples: [20],
    }),
});

const rangeEnd = z.string().min(1).max(64).optional();

const postFilters = {
  status: commaSeparated(
    STATUS_FILTERS,
    'Filter by status, comma-separated. `attention`: in an app’s inbox, failed, partially published, unknown, missed or incomplete. `approval`: drafts that wait for approval.',
  ).optional(),
  platform: commaSeparated(PLATFORMS, 'Filter by network of a target, comma-separated.').optional(),
  accountId: z.string().optional().meta({ description: 'Filter by account of a target.' }),
  kind: commaSeparated(
    POST_KINDS,
    'Filter by content: `video`, `image`, or `text` for posts without media.',
  ).optional(),
  label: LabelName.optional().meta({ description: 'Only posts with the label of this name.' }),
  text: z.string().min(1).max(200).optional().meta({ description: 'Only posts whose text contains this.' }),
  idempotencyKey: z
    .string()
    .max(MAX_IDEMPOTENCY_KEY_LENGTH)
    .optional()
    .meta({ description: 'The post that was created with this idempotency key.' }),
  from: rangeEnd.meta({
    description:
      'Only posts from this effective time on: when published or failed, else when due, else when created. ISO 8601 with an offset, or a date in the workspace’s time zone.',
    examples: ['2026-12-01'],
  }),
  to: rangeEnd.meta({
    description: 'Only posts before this effective time. A date includes the whole day.',
    examples: ['2026-12-31'],
  }),
};

export const PostListQuery = z.strictObject({
  ...postFilters,
  order: z.enum(['asc', 'desc']).optional().meta({
    description:
      'Sort order by effective time: when published or failed, else when due, else when created. Default: `asc` if only upcoming posts are requested, otherwise `desc`.',
  }),
  ...ListQuery,
});

export type PostListQuery = z.input<typeof PostListQuery>;

/** Counting ends here. */
export const MAX_POST_COUNT = 1000;

export const PostCountQuery = z.strictObject(postFilters);

export const PostCount = z
  .object({
    count: z
      .number()
      .int()
      .meta({ description: `How many posts match, up to ${MAX_POST_COUNT}.` }),
    isExact: z.boolean().meta({
      description: 'False if there may be more: counting ends at a limit of posts, counted or compared.',
    }),
  })
  .meta({ id: 'PostCount', description: 'How many posts a list has.' });

export type PostCount = z.infer<typeof PostCount>;

/** The kinds of part that a dry run shows. */
const PREVIEW_PART_KINDS = ['main', 'thread', 'first_comment'] as const;

const PreviewPart = z
  .object({
    kind: z.enum(PREVIEW_PART_KINDS),
    text: z.string(),
    mediaUrls: z.array(z.string()).meta({ description: 'The images and videos of this part.' }),
    altTexts: z.array(z.string()),
    foldAt: z
      .object({
        desktop: z.number().int().nullable().meta({ description: 'In a desktop browser.' }),
        phone: z.number().int().nullable().meta({ description: 'In the phone app.' }),
      })
      .meta({
        description:
          'Where the network’s feed folds the text behind “more”, as a UTF-16 index. Null if it shows all of it. Networks do not document it.',
      }),
  })
  .meta({ id: 'PreviewPart', description: 'A part of a target in a dry run.' });

const PreviewCard = z
  .object({
    url: z.string(),
    domain: z.string().meta({ description: 'The host of the URL. A leading `www.` is omitted.' }),
    title: z.string().nullable().meta({
      description: 'Null if the page could not be read, and the network reads it from the page itself.',
    }),
    description: z.string().nullable().meta({ description: 'What the page says about itself.' }),
    imageUrl: z.string().nullable().meta({
      description: 'A temporary URL of the picture. Null if the page declares none that can be used.',
    }),
  })
  .meta({ id: 'PreviewCard', description: 'The card of a link, from what its page says.' });

/** A target in a dry run. */
export const TargetPreview = z
  .object({
    accountId: z.string(),
    platform: Platform,
    handle: z.string(),
    simulated: z
      .boolean()
      .meta({ description: 'The network behind the account is a simulation: nothing is public.' }),
    ok: z.boolean(),
    text: z.string().meta({ description: 'The text as it would appear.' }),
    link: attachedLink,
    board,
    taggedLinks: z.number().int().meta({
      description:
        'How many links have tags for web analytics. The texts show them. Without `postId`, or on an account that is new to the post, an id of `x` is in place of the target’s.',
    }),
    counts: z.array(
      z.object({
        field: z.string(),
        used: z.number().int(),
        max: z.number().int(),
        room: z.number().int().meta({ description: 'What remains. Negative if the text is too long.' }),
        unit: z.string(),
        cutAt: z.number().int().nullable().meta({
          description: 'Where the field is too long, as a UTF-16 index. Null if it is not.',
        }),
      }),
    ),
    split: z.array(z.string()).nullable().meta({
      description:
        'The text and thread cut into posts that fit, between paragraphs, sentences or words: the first for `text` of an override, the others for its `thread`. Null if everything fits, or if the network has no threads.',
    }),
    title: z.string().nullable(),
    postType: z.enum(POST_TYPES).meta({ description: 'The post type in which the network publishes it.' }),
    parts: z
      .array(PreviewPart)
      .meta({ description: 'The post, the posts of its thread, and the first comment, in order.' }),
    card: PreviewCard.nullable().meta({ description: 'The link card. Null if the network shows none.' }),
    scheduledAt: Instant.nullable(),
    when: TimeForms.nullable(),
    errors: z.array(Issue),
    warnings: z.array(Issue),
  })
  .meta({ id: 'TargetPreview' });

export type TargetPreview = z.infer<typeof TargetPreview>;

export const PostValidation = z
  .object({
    ok: z.boolean().meta({ description: 'Whether create would accept it with this `scheduleMode`.' }),
    scheduleMode: z.enum(SCHEDULE_MODES),
    when: TimeForms.nullable(),
    targets: z.array(TargetPreview),
    errors: z.array(Issue).meta({ description: 'Errors that do not belong to a target.' }),
    warnings: z.array(Issue),
    duplicateOf: z
      .object({ postId: z.string(), status: z.enum(POST_STATUSES) })
      .nullable()
      .meta({ description: 'The existing post that create would report with `duplicate_post`.' }),
  })
  .meta({ id: 'PostValidation', description: 'What would be sent, with all errors and warnings.' });

export type PostValidation = z.infer<typeof PostValidation>;
