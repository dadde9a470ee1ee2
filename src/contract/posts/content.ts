import { postLabels } from '../labels/labels.js';
import * as z from '../lazy-zod.js';
import { PLATFORMS } from '../platforms.js';
import { webAddress } from '../web-address.js';
import {
  DISCLOSURES,
  POST_TYPES,
  PRIVACIES,
  PROPOSED_MODES,
  type ProposedMode,
  SCHEDULE_MODES,
  type ScheduleMode,
} from './values.js';

export {
  DISCLOSURES,
  type Disclosure,
  POST_TYPES,
  type PostType,
  PRIVACIES,
  PROPOSED_MODES,
  type Privacy,
  type ProposedMode,
  SCHEDULE_MODES,
  type ScheduleMode,
} from './values.js';

/** Longer than any network allows (Facebook: 63,206). The networks' own rules are checked later. */
const MAX_TEXT = 100_000;

/** More than any network has. */
const MAX_OPTIONS = 50;

/** Characters of a link. */
export const MAX_LINK_LENGTH = 2048;

/** Overrides of one post. */
export const MAX_OVERRIDES = 60;

const text = z.string().max(MAX_TEXT);
const mediaUrls = z.array(z.string().min(1).max(200)).max(40);

/** Fields that can differ between targets. */
const contentFields = {
  text: text.nullable().optional().meta({ description: 'Text for this target.' }),
  mediaUrls: mediaUrls.nullable().optional().meta({ description: 'Storage keys of media for this target.' }),
  altTexts: z
    .array(z.string().max(5000))
    .max(40)
    .nullable()
    .optional()
    .meta({ description: 'Alt texts, in the order of `mediaUrls`.' }),
  title: z.string().max(500).nullable().optional().meta({ description: 'Title of the post.' }),
  privacy: z.enum(PRIVACIES).nullable().optional().meta({ description: 'Who can see the post.' }),
  postType: z
    .enum(POST_TYPES)
    .nullable()
    .optional()
    .meta({ description: 'Type of the post, on networks with several.' }),
  madeForKids: z.boolean().nullable().optional().meta({ description: 'Whether the video is made for kids.' }),
  boardId: z.string().max(200).nullable().optional().meta({
    description:
      'The board to post to: its id, or its name where the account lists its boards. Default: the account’s default board.',
  }),
  thread: z.array(text.min(1)).max(100).nullable().optional().meta({
    description: 'Posts that continue the thread, each replying to the one before.',
  }),
  firstComment: text
    .nullable()
    .optional()
    .meta({ description: 'A comment that is added to the post once it is published.' }),
  cover: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Storage key of the cover image of a video.' }),
  disclosure: z
    .array(z.enum(DISCLOSURES))
    .max(3)
    .nullable()
    .optional()
    .meta({ description: 'What to disclose to the network: advertising, AI-generated content.' }),
  options: z
    .record(
      z.string(),
      z
        .union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(500)).max(50)])
        .nullable(),
    )
    .refine((options) => Object.keys(options).length <= MAX_OPTIONS, {
      error: `must have at most ${MAX_OPTIONS} options.`,
    })
    .nullable()
    .optional()
    .meta({
      description: `Further options by name, as listed in the account’s \`capabilities.options\`; \`null\` resets one. At most ${MAX_OPTIONS}.`,
      examples: [{ replySettings: 'following' }, { contentWarning: 'Food' }],
    }),
  link: webAddress(MAX_LINK_LENGTH)
    .nullable()
    .optional()
    .meta({ description: 'The link of a pin, or a link to attach.' }),
};

const scheduledAt = z.string().max(64).nullable().optional();
const timezone = z.string().max(64).nullable().optional();

const writtenTime = {
  scheduledAt: scheduledAt.meta({
    description: 'ISO 8601, with an offset or together with `timezone`.',
    examples: ['2026-12-01T09:00:00+01:00'],
  }),
  timezone: timezone.meta({
    description: 'IANA time zone for a `scheduledAt` without an offset, and for local times in the response.',
    examples: ['Europe/Berlin'],
  }),
};

export const Override = z
  .strictObject({
    target: z
      .string()
      .min(1)
      .meta({
        description: 'A platform, or an account id (which wins over its platform).',
        examples: [PLATFORMS[0]],
      }),
    ...contentFields,
    scheduledAt: scheduledAt.meta({
      description: 'A time of its own for this target, where the post is scheduled. ISO 8601.',
      examples: ['2026-12-01T17:30:00+01:00'],
    }),
    timezone: timezone.meta({
      description: 'IANA zone of this `scheduledAt`; the post’s where it is left out.',
    }),
  })
  .meta({
    id: 'Override',
    description:
      'Values for one platform or account. Omitted fields are inherited, `null` resets a field, and `""` and `[]` mean none. `capabilities.options` of an account lists the fields that its network has or requires.',
  });

export type Override = z.infer<typeof Override>;

/** Which slots a queued post uses. */
const queueFields = {
  slotId: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .meta({
      description: 'With `queue`: the slot to use. Default: each account’s next open slot.',
      examples: ['slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_0'],
    }),
  together: z.boolean().optional().meta({
    description: 'With `queue`: use the earliest time at which all accounts have an open slot.',
  }),
};

/** When to publish: immediately, at a time, or in a slot. */
export const publishingTime = {
  scheduleMode: z.enum(PROPOSED_MODES).optional().meta({
    description: 'Default: `queue` with `slotId`, `schedule` with `scheduledAt`, otherwise `now`.',
  }),
  ...writtenTime,
  ...queueFields,
};

export const ProposedTime = z.strictObject(publishingTime).meta({
  id: 'ProposedTime',
  description: 'The proposed time of a draft. Approving the draft publishes it at this time.',
});

export type ProposedTime = z.infer<typeof ProposedTime>;

/** The fields that select the targets of a post. */
export const whereFields = {
  platform: z
    .enum(PLATFORMS)
    .optional()
    .meta({ description: 'A network. Its connected account becomes the target.' }),
  platforms: z
    .array(z.enum(PLATFORMS))
    .max(PLATFORMS.length)
    .optional()
    .meta({ description: 'Several networks.' }),
  accountIds: z
    .array(z.string().min(1))
    .max(50)
    .optional()
    .meta({ description: 'The accounts to publish to.' }),
};

/** The source of a post. */
export const sourceId = z.string().min(1).max(200).meta({
  description: 'The source that the post is created from: the `id` from `POST /v1/sources/ingest`.',
});

const link = webAddress(MAX_LINK_LENGTH).nullable().meta({
  description:
    'A link for every target: a link card where the network has one and the target has no media, otherwise at the end of the text, unless the text, thread or first comment has it. Default: the address of the source. `null`: none. Overrides can replace it.',
});

/** The content fields of a post. */
export const whatFields = {
  text: text.optional().meta({ description: 'The post’s text.', examples: ['We are open on Sunday.'] }),
  mediaUrls: mediaUrls.optional().meta({ description: 'Storage keys of uploaded media.' }),
  altTexts: contentFields.altTexts,
  overrides: z.array(Override).max(MAX_OVERRIDES).optional(),
  sourceId: sourceId.nullable().optional(),
  link: link.optional(),
  labels: postLabels.optional(),
};

/** Content, targets and time of a post, for create and validate. */
const postFields = {
  ...whereFields,
  ...whatFields,
  scheduleMode: z.enum(SCHEDULE_MODES).optional().meta({
    description:
      '`now` publishes immediately, `schedule` at `scheduledAt`, `queue` in each account’s next open slot, and `draft` saves a draft. Default: `draft` with `proposed`, `queue` with `slotId`, `schedule` with a `scheduledAt`, otherwise `draft`.',
  }),
  ...writtenTime,
  ...queueFields,
  proposed: ProposedTime.optional().meta({
    description: 'For a draft, the proposed time. Approving it requires `posts:publish`.',
  }),
};

export const ValidatePost = z
  .strictObject({
    ...postFields,
    postId: z.string().min(1).optional().meta({
      description:
        'The stored post that is to be published, or edited, with this content. It is not its own duplicate, and a target whose texts stay the same is checked as it is stored, with the tags that its links have.',
    }),
  })
  .meta({ id: 'ValidatePost', description: 'A post to validate.' });
export type ValidatePost = z.infer<typeof ValidatePost>;

/** A post that has not been created yet. */
export type PostDraft = Omit<ValidatePost, 'postId'>;

export const CreatePost = z
  .strictObject({
    ...postFields,
    allowDuplicate: z.boolean().optional().meta({
      description: 'Allow the same text and media on the same account within 24 hours.',
    }),
  })
  .meta({ id: 'CreatePost', description: 'A post to draft, schedule or publish.' });

export type CreatePost = z.infer<typeof CreatePost>;

/** The mode of a request, or its default. */
export function scheduleModeOf(
  post: Pick<PostDraft, 'scheduleMode' | 'scheduledAt' | 'proposed' | 'overrides' | 'slotId'>,
): ScheduleMode {
  if (post.scheduleMode !== undefined) return post.scheduleMode;
  if (post.proposed !== undefined) return 'draft';
  if (post.slotId !== undefined) return 'queue';
  const timed = post.scheduledAt || post.overrides?.some((override) => override.scheduledAt);
  return timed ? 'schedule' : 'draft';
}

/** The mode of a proposed time, or its default. */
export function publishingModeOf(time: ProposedTime): ProposedMode {
  if (time.scheduleMode !== undefined) return time.scheduleMode;
  if (time.slotId !== undefined) return 'queue';
  return time.scheduledAt ? 'schedule' : 'now';
}
