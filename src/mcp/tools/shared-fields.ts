import { PLATFORM_ALIASES, PLATFORMS } from '../../contract/platforms.js';
import type {
  DISCLOSURES,
  POST_TYPES,
  PRIVACIES,
  SCHEDULE_MODES,
  ScheduleMode,
} from '../../contract/post-content.js';
import type { Fields, TextField } from '../definition.js';

// These lists live in the contract beside schemas that would have to be built before a host may see the
// tools, so they are written out here: their types hold them to the contract's, value for value.
const MODES: typeof SCHEDULE_MODES = ['now', 'schedule', 'draft'];
const PRIVACY: typeof PRIVACIES = ['public', 'unlisted', 'private', 'followers', 'friends'];
const DISCLOSED: typeof DISCLOSURES = ['own_brand', 'paid_partnership', 'ai_generated'];
const FORMS: typeof POST_TYPES = ['feed', 'reel', 'short', 'story'];

const MODE_SYNONYMS = {
  immediate: 'now',
  immediately: 'now',
  publish: 'now',
  publish_now: 'now',
  scheduled: 'schedule',
  later: 'schedule',
  drafts: 'draft',
  save: 'draft',
} as const satisfies Readonly<Record<string, ScheduleMode>>;

const networkNamed = {
  type: 'string',
  values: PLATFORMS,
  synonyms: PLATFORM_ALIASES,
  example: 'bluesky',
} as const satisfies TextField;

export const responseFormat = {
  type: 'string',
  values: ['concise', 'detailed'],
  valuesShownElsewhere: true,
  aliases: ['format', 'verbosity'],
  example: 'detailed',
  description: 'concise (default) or detailed',
} as const satisfies TextField;

export const onePlatform = { ...networkNamed, aliases: ['network', 'channel'] } as const;

const overrideFields = {
  target: {
    type: 'string',
    required: true,
    synonyms: PLATFORM_ALIASES,
    aliases: ['platform', 'accountId'],
    example: 'x',
  },
  text: { type: 'string', nullable: true, aliases: ['content'] },
  mediaUrls: { type: 'array', items: { type: 'string' }, nullable: true, aliases: ['media'] },
  altTexts: { type: 'array', items: { type: 'string' }, nullable: true },
  title: { type: 'string', nullable: true },
  privacy: {
    type: 'string',
    nullable: true,
    values: PRIVACY,
    example: 'public',
    description: 'Demanded by youtube, tiktok',
  },
  postType: { type: 'string', nullable: true, values: FORMS, example: 'reel' },
  madeForKids: { type: 'boolean', nullable: true, description: 'Demanded by youtube' },
  boardId: { type: 'string', nullable: true, description: 'Demanded by pinterest' },
  thread: {
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    maxItems: 100,
    description: 'Posts that follow the first (x, bluesky, threads, mastodon)',
  },
  firstComment: { type: 'string', nullable: true },
  cover: { type: 'string', nullable: true, description: 'Storage key of a video cover' },
  disclosure: {
    type: 'array',
    items: { type: 'string', values: DISCLOSED },
    nullable: true,
    example: ['ai_generated'],
  },
  options: {
    type: 'object',
    nullable: true,
    open: true,
    fields: { replySettings: { type: 'string' }, contentWarning: { type: 'string' } },
    example: { replySettings: 'following' },
    description: 'Rarer options that postrider_list_accounts (detailed) names',
  },
  link: { type: 'string', nullable: true, example: 'https://example.com/' },
} as const satisfies Fields;

/** What a post is and where it goes: the same in create and validate. */
export const postFields = {
  text: {
    type: 'string',
    aliases: ['content', 'body', 'message', 'caption'],
    maxLength: 100_000,
    example: 'We are open on Sunday.',
    description: 'Post text',
  },
  platform: {
    ...onePlatform,
    severalAs: 'platforms',
    description: 'One network; its connected account is the target',
  },
  platforms: {
    type: 'array',
    items: { ...networkNamed, valuesShownElsewhere: true },
    aliases: ['networks', 'channels'],
    maxItems: PLATFORMS.length,
    example: ['bluesky', 'x'],
    description: 'Several networks, named as in platform',
  },
  accountIds: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['accounts', 'accountId'],
    maxItems: 50,
    example: ['acc_01k9x3m5t7v9b2c4d6f8g0h1jk'],
    description: 'Instead of networks: ids from postrider_list_accounts',
  },
  mediaUrls: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['media', 'mediaKeys', 'images', 'attachments'],
    maxItems: 40,
    description: 'Storage keys of uploaded media',
  },
  altTexts: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['alt', 'altText'],
    maxItems: 40,
    description: 'Media descriptions, in that order',
  },
  overrides: {
    type: 'array',
    keyedBy: 'target',
    items: { type: 'object', fields: overrideFields },
    maxItems: 60,
    example: [{ target: 'x', text: 'Shorter.' }],
    description: 'What differs per target (network or account id); absent inherits, null resets',
  },
  scheduleMode: {
    type: 'string',
    values: MODES,
    synonyms: MODE_SYNONYMS,
    aliases: ['mode', 'schedule'],
    example: 'schedule',
    description: 'Default: schedule if scheduledAt is given, else draft',
  },
  scheduledAt: {
    type: 'string',
    aliases: ['when', 'time', 'publishAt', 'scheduledTime', 'scheduleAt', 'date'],
    maxLength: 100,
    example: '2026-12-01T09:00',
    description: 'ISO ("2026-12-01T09:00"), or "tomorrow 9:00", "next tue 14:30", "in 3 hours"',
  },
  timezone: {
    type: 'string',
    aliases: ['tz', 'zone'],
    maxLength: 64,
    example: 'Europe/Berlin',
    description: 'IANA zone of scheduledAt (default: the workspace)',
  },
} as const satisfies Fields;
