import { MAX_POST_LABELS } from '../../../contract/labels/values.js';
import { PLATFORM_ALIASES, PLATFORMS } from '../../../contract/platforms.js';
import {
  DISCLOSURES,
  POST_TYPES,
  PRIVACIES,
  PROPOSED_MODES,
  SCHEDULE_MODES,
  type ScheduleMode,
} from '../../../contract/posts/values.js';
import { networksRequiring, networksWithThreads } from '../../../networks/which-networks.js';
import type { Fields, ListField, TextField } from '../../definition/tool-definition.js';
import { brief } from '../shared/call-fields.js';
import { networkNamed, onePlatform } from '../shared/list-fields.js';

const requiredBy = (option: 'privacy' | 'madeForKids' | 'boardId'): string =>
  `Required on ${networksRequiring(option).join(', ')}`;

const PUBLISHING_SYNONYMS = {
  immediate: 'now',
  immediately: 'now',
  publish: 'now',
  publish_now: 'now',
  scheduled: 'schedule',
  later: 'schedule',
  slot: 'queue',
  queued: 'queue',
  next_slot: 'queue',
} as const satisfies Readonly<Record<string, ScheduleMode>>;

const MODE_SYNONYMS = { ...PUBLISHING_SYNONYMS, drafts: 'draft', save: 'draft' } as const;

const overrideFields = {
  target: {
    type: 'string',
    required: true,
    synonyms: PLATFORM_ALIASES,
    aliases: ['platform', 'accountId'],
    example: 'x',
    documented: 'A network, or the id of an account',
  },
  text: { type: 'string', nullable: true, aliases: ['content'], documented: 'Its own text' },
  mediaUrls: {
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    aliases: ['media'],
    documented: 'Its own media: keys from upload_media',
  },
  altTexts: {
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    documented: 'One for each of its media, in order',
  },
  title: { type: 'string', nullable: true, documented: 'Its title' },
  privacy: {
    type: 'string',
    nullable: true,
    values: PRIVACIES,
    example: 'public',
    description: requiredBy('privacy'),
  },
  postType: {
    type: 'string',
    nullable: true,
    values: POST_TYPES,
    example: 'reel',
    documented: 'The kind of post',
  },
  madeForKids: { type: 'boolean', nullable: true, description: requiredBy('madeForKids') },
  boardId: { type: 'string', nullable: true, description: requiredBy('boardId') },
  thread: {
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    maxItems: 100,
    description: `Further posts (${networksWithThreads().join(', ')})`,
  },
  firstComment: { type: 'string', nullable: true, documented: 'A comment to add right after it' },
  cover: { type: 'string', nullable: true, description: 'Storage key' },
  disclosure: {
    type: 'array',
    items: { type: 'string', values: DISCLOSURES },
    nullable: true,
    example: ['ai_generated'],
    documented: 'What has to be disclosed',
  },
  options: {
    type: 'object',
    nullable: true,
    open: true,
    fields: {
      replySettings: { type: 'string', documented: 'Who may reply' },
      contentWarning: { type: 'string', documented: 'Hides it behind this text' },
    },
    listOnly: ['replySettings'],
    example: { replySettings: 'following' },
    description: 'More: list_accounts, detailed',
  },
  link: {
    type: 'string',
    nullable: true,
    example: 'https://example.com/',
    documented: 'The link of its card',
  },
  scheduledAt: {
    type: 'string',
    nullable: true,
    aliases: ['when', 'time'],
    maxLength: 100,
    example: 'tomorrow 9:00',
    description: 'Another time for this target',
  },
  timezone: {
    type: 'string',
    nullable: true,
    maxLength: 64,
    hidden: true,
    documented: 'Of its own time: IANA',
  },
} as const satisfies Fields;

/** The source that a post was written from. */
const sourceId = {
  type: 'string',
  nullable: true,
  aliases: ['source'],
  maxLength: 200,
  example: 'src_01k9x3m5t7v9b2c4d6f8g0h1jk',
  description: 'From ingest_source; adds its link',
} as const satisfies TextField;

/** The link of the whole post. */
const link = {
  type: 'string',
  nullable: true,
  maxLength: 2048,
  example: 'https://example.com/',
  documented: 'A link card where there is one, otherwise at the end of the text',
} as const satisfies TextField;

/** The labels that bring order into the workspace's posts. */
const labels = {
  type: 'array',
  items: { type: 'string' },
  aliases: ['label'],
  maxItems: MAX_POST_LABELS,
  example: ['Launch'],
  hidden: true,
  documented: 'Names of labels, for order in the workspace; new ones are created',
} as const satisfies ListField;

/** The content of a post, and how it differs per target. */
export const contentFields = {
  text: {
    type: 'string',
    aliases: ['content', 'body', 'message', 'caption'],
    maxLength: 100_000,
    example: 'We are open on Sunday.',
    documented: 'The text',
  },
  mediaUrls: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['media', 'mediaKeys', 'images', 'attachments'],
    maxItems: 40,
    documented: 'Keys from upload_media',
  },
  altTexts: {
    type: 'array',
    items: { type: 'string' },
    aliases: ['alt', 'altText'],
    maxItems: 40,
    description: 'One for each, in order',
  },
  overrides: {
    type: 'array',
    keyedBy: 'target',
    items: { type: 'object', fields: overrideFields },
    maxItems: 60,
    example: [{ target: 'x', text: 'Shorter.' }],
    description: 'Differences, such as [{"target": "x", "text": "Short"}]',
  },
  sourceId,
  link,
  labels,
} as const satisfies Fields;

/** The same in other tools: the options that a network requires, and the rest as in postrider_create_post. */
export const briefOverrides = {
  ...brief(contentFields.overrides),
  items: {
    ...contentFields.overrides.items,
    listOnly: ['target', 'text', 'privacy', 'madeForKids', 'boardId'],
    listBriefly: true,
  },
} as const satisfies ListField;

export const accountIds = {
  type: 'array',
  items: { type: 'string' },
  aliases: ['accounts', 'accountId'],
  maxItems: 50,
  example: ['acc_01k9x3m5t7v9b2c4d6f8g0h1jk'],
  description: 'Or ids from list_accounts',
} as const;

const whereFields = {
  platform: {
    ...onePlatform,
    severalAs: 'platforms',
    hidden: true,
    documented: 'One account on this network',
  },
  platforms: {
    type: 'array',
    items: networkNamed,
    aliases: ['networks', 'channels'],
    maxItems: PLATFORMS.length,
    example: ['bluesky', 'x'],
    description: 'One account on each',
  },
  accountIds,
} as const satisfies Fields;

/** The same in other tools. */
export const briefPlatforms = {
  ...brief(whereFields.platforms),
  items: { ...networkNamed, valuesListedElsewhere: true },
} as const satisfies ListField;

const plainTimes = {
  scheduledAt: {
    type: 'string',
    aliases: ['when', 'time', 'publishAt', 'scheduledTime', 'scheduleAt', 'date'],
    maxLength: 100,
    example: '2026-12-01T09:00',
  },
  timezone: { type: 'string', aliases: ['tz', 'zone'], maxLength: 64, example: 'Europe/Berlin' },
  slotId: {
    type: 'string',
    aliases: ['slot'],
    maxLength: 80,
    example: 'slot_01k9x3m5t7v9b2c4d6f8g0h1jk_20261201_0',
  },
  together: { type: 'boolean' },
} as const satisfies Fields;

/** The time or slot of a post. */
export const timeFields = {
  scheduledAt: {
    ...plainTimes.scheduledAt,
    description: '"2026-12-01T09:00", "tomorrow 9:00", "in 3 hours"',
  },
  timezone: { ...plainTimes.timezone, description: 'IANA; default the workspace’s' },
  slotId: { ...plainTimes.slotId, documented: 'A slot from list_slots' },
  together: { ...plainTimes.together, hidden: true, documented: 'A slot that all accounts share' },
} as const satisfies Fields;

export const publishingMode = {
  type: 'string',
  values: PROPOSED_MODES,
  synonyms: PUBLISHING_SYNONYMS,
  aliases: ['mode', 'schedule'],
  example: 'now',
  documented: 'now, schedule at a time, or queue: the next open slot',
} as const;

/** When a draft proposes to be published. */
export const proposedFields = {
  proposed: {
    type: 'object',
    fields: { scheduleMode: { ...publishingMode, valuesListedElsewhere: true }, ...plainTimes },
    listOnly: ['scheduleMode'],
    aliases: ['proposal'],
    example: { scheduleMode: 'now' },
    description: 'Drafts: when, once a person approves',
  },
} as const satisfies Fields;

const { text, mediaUrls, altTexts, overrides } = contentFields;

/** Content, accounts and time: the same in create and validate. */
export const postFields = {
  text,
  ...whereFields,
  mediaUrls,
  altTexts,
  overrides,
  scheduleMode: {
    type: 'string',
    values: SCHEDULE_MODES,
    synonyms: MODE_SYNONYMS,
    aliases: ['mode', 'schedule'],
    example: 'schedule',
    description: 'queue: next open slot. Default draft, or schedule with a time',
  },
  ...timeFields,
  ...proposedFields,
  sourceId,
  link,
  labels,
} as const satisfies Fields;
