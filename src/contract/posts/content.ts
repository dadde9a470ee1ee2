import * as z from '../lazy-zod.js';
import { PLATFORMS } from '../platforms.js';
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

/** Longest text that any network takes (Facebook, 63,206) with room to spare; the networks' own rules follow. */
const TEXT_MAX = 100_000;

const text = z.string().max(TEXT_MAX);
const mediaUrls = z.array(z.string().min(1).max(200)).max(40);

/** What may differ from one target to another. */
const contentFields = {
  text: text.nullable().optional().meta({ description: 'Text for this target.' }),
  mediaUrls: mediaUrls.nullable().optional().meta({ description: 'Storage keys of media for this target.' }),
  altTexts: z
    .array(z.string().max(5000))
    .max(40)
    .nullable()
    .optional()
    .meta({ description: 'Descriptions of the media, in the order of `mediaUrls`.' }),
  title: z
    .string()
    .max(500)
    .nullable()
    .optional()
    .meta({ description: 'Title (YouTube, Pinterest, TikTok photos).' }),
  privacy: z
    .enum(PRIVACIES)
    .nullable()
    .optional()
    .meta({ description: 'Who may see it. YouTube and TikTok demand it.' }),
  postType: z
    .enum(POST_TYPES)
    .nullable()
    .optional()
    .meta({ description: 'Form of the post where there are several.' }),
  madeForKids: z.boolean().nullable().optional().meta({ description: 'YouTube demands an answer.' }),
  boardId: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Pinterest board; Pinterest demands one.' }),
  thread: z.array(text.min(1)).max(100).nullable().optional().meta({
    description:
      'Posts that follow the first, each answering the one before (X, Bluesky, Threads, Mastodon).',
  }),
  firstComment: text
    .nullable()
    .optional()
    .meta({ description: 'A comment made under the post once it is out.' }),
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
    .meta({ description: 'What the network has to be told of the content: advertising, AI.' }),
  options: z
    .record(
      z.string(),
      z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(500)).max(50)]),
    )
    .nullable()
    .optional()
    .meta({
      description: 'Rarer options by their name, as the account’s `capabilities.options` lists them.',
      examples: [{ replySettings: 'following' }, { contentWarning: 'Food' }],
    }),
  link: z
    .url()
    .max(2048)
    .nullable()
    .optional()
    .meta({ description: 'Address a pin leads to, or a link to attach.' }),
};

const scheduledAt = z.string().max(64).nullable().optional();
const timezone = z.string().max(64).nullable().optional();

const writtenTime = {
  scheduledAt: scheduledAt.meta({
    description: 'ISO 8601, with an offset or together with `timezone`.',
    examples: ['2026-12-01T09:00:00+01:00'],
  }),
  timezone: timezone.meta({
    description: 'IANA zone of a `scheduledAt` without offset, and of the local times in the answer.',
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
        examples: [PLATFORMS[6]],
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
      'What differs for one platform or account. An absent field inherits, `null` resets it, `""` and `[]` mean none.',
  });

export type Override = z.infer<typeof Override>;

/** Which slots something takes that is queued. */
const queueFields = {
  slotId: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .meta({
      description: 'With `queue`: this slot. Left out, each account’s next open one.',
      examples: ['slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_0'],
    }),
  together: z.boolean().optional().meta({
    description: 'With `queue`: the earliest instant at which all accounts have an open slot.',
  }),
};

/** When something is to be published: immediately, at a time, or in a slot. */
export const publishingTime = {
  scheduleMode: z.enum(PROPOSED_MODES).optional().meta({
    description: 'Omitted: `queue` where `slotId` is given, `schedule` where `scheduledAt` is, else `now`.',
  }),
  ...writtenTime,
  ...queueFields,
};

export const ProposedTime = z.strictObject(publishingTime).meta({
  id: 'ProposedTime',
  description: 'When a draft asks to be published. Approving the draft gives it this time.',
});

export type ProposedTime = z.infer<typeof ProposedTime>;

/** The fields that name where a post goes. */
export const whereFields = {
  platform: z
    .enum(PLATFORMS)
    .optional()
    .meta({ description: 'One network: its connected account is the target.' }),
  platforms: z
    .array(z.enum(PLATFORMS))
    .max(PLATFORMS.length)
    .optional()
    .meta({ description: 'Several networks.' }),
  accountIds: z.array(z.string().min(1)).max(50).optional().meta({ description: 'The accounts themselves.' }),
};

/** What a post was made from. */
export const sourceId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The source it was made from: `id` of POST /v1/sources/ingest.' });

/** The fields that say what a post is. */
export const whatFields = {
  text: text.optional().meta({ description: 'Post text.', examples: ['We are open on Sunday.'] }),
  mediaUrls: mediaUrls.optional().meta({ description: 'Storage keys of uploaded media.' }),
  altTexts: contentFields.altTexts,
  overrides: z.array(Override).max(60).optional(),
  sourceId: sourceId.nullable().optional(),
};

/** The fields by which a post says what it is, where and when it goes: the same in create and validate. */
const postFields = {
  ...whereFields,
  ...whatFields,
  scheduleMode: z.enum(SCHEDULE_MODES).optional().meta({
    description:
      '`now` publishes immediately, `schedule` at `scheduledAt`, `queue` in each account’s next open slot, `draft` keeps it. Omitted: `draft` where `proposed` is given, `queue` where `slotId` is, `schedule` where a `scheduledAt` is, else `draft`.',
  }),
  ...writtenTime,
  ...queueFields,
  proposed: ProposedTime.optional().meta({
    description: 'For a draft: when it asks to be published. A key with `posts:publish` approves it.',
  }),
};

export const PostDraft = z
  .strictObject(postFields)
  .meta({ id: 'PostDraft', description: 'A post that is not created yet.' });
export type PostDraft = z.infer<typeof PostDraft>;

export const CreatePost = z
  .strictObject({
    ...postFields,
    allowDuplicate: z.boolean().optional().meta({
      description: 'Create it although the same account has or had the same text and media within 24 hours.',
    }),
  })
  .meta({ id: 'CreatePost', description: 'A post to draft, schedule or publish.' });

export type CreatePost = z.infer<typeof CreatePost>;

/** The mode that a request means when it names none. */
export function scheduleModeOf(
  post: Pick<PostDraft, 'scheduleMode' | 'scheduledAt' | 'proposed' | 'overrides' | 'slotId'>,
): ScheduleMode {
  if (post.scheduleMode !== undefined) return post.scheduleMode;
  if (post.proposed !== undefined) return 'draft';
  if (post.slotId !== undefined) return 'queue';
  const timed = post.scheduledAt || post.overrides?.some((override) => override.scheduledAt);
  return timed ? 'schedule' : 'draft';
}

/** The mode that a time means when it names none. */
export function publishingModeOf(time: ProposedTime): ProposedMode {
  if (time.scheduleMode !== undefined) return time.scheduleMode;
  if (time.slotId !== undefined) return 'queue';
  return time.scheduledAt ? 'schedule' : 'now';
}
