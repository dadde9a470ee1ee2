import * as z from 'zod';
import { PLATFORMS } from './platforms.js';

export const SCHEDULE_MODES = ['now', 'schedule', 'draft'] as const;
export type ScheduleMode = (typeof SCHEDULE_MODES)[number];

export const PRIVACIES = ['public', 'unlisted', 'private', 'followers', 'friends'] as const;
export type Privacy = (typeof PRIVACIES)[number];

export const POST_TYPES = ['feed', 'reel', 'short', 'story'] as const;
export type PostType = (typeof POST_TYPES)[number];

export const DISCLOSURES = ['own_brand', 'paid_partnership', 'ai_generated'] as const;
export type Disclosure = (typeof DISCLOSURES)[number];

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
  thread: z
    .array(text.min(1))
    .max(100)
    .nullable()
    .optional()
    .meta({
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
  })
  .meta({
    id: 'Override',
    description:
      'What differs for one platform or account. An absent field inherits, `null` resets it, `""` and `[]` mean none.',
  });

export type Override = z.infer<typeof Override>;

/** The fields by which a post says what it is and where it goes: the same in create and validate. */
export const postFields = {
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
  text: text.optional().meta({ description: 'Post text.', examples: ['We are open on Sunday.'] }),
  mediaUrls: mediaUrls.optional().meta({ description: 'Storage keys of uploaded media.' }),
  altTexts: contentFields.altTexts,
  overrides: z.array(Override).max(60).optional(),
  scheduleMode: z.enum(SCHEDULE_MODES).optional().meta({
    description:
      '`now` publishes immediately, `schedule` at `scheduledAt`, `draft` keeps it. Omitted: `schedule` where `scheduledAt` is given, else `draft`.',
  }),
  scheduledAt: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .meta({
      description: 'ISO 8601, with an offset or together with `timezone`.',
      examples: ['2026-12-01T09:00:00+01:00'],
    }),
  timezone: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .meta({
      description: 'IANA zone of a `scheduledAt` without offset, and of the local times in the answer.',
      examples: ['Europe/Berlin'],
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
export function scheduleModeOf(post: Pick<PostDraft, 'scheduleMode' | 'scheduledAt'>): ScheduleMode {
  return post.scheduleMode ?? (post.scheduledAt ? 'schedule' : 'draft');
}
