import { defineTool } from '../definition.js';
import { postFields } from './shared-fields.js';

const {
  platform,
  platforms,
  accountIds,
  mediaUrls,
  altTexts,
  overrides,
  scheduleMode,
  scheduledAt,
  timezone,
} = postFields;

export const validatePost = defineTool({
  name: 'postrider_validate_post',
  title: 'Check a post',
  description:
    'Dry run of postrider_create_post: per account the characters left, and every fault and warning at once. Not needed before create, which checks too.',
  toolset: 'posts',
  scope: 'posts:write',
  readOnly: true,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: {
    ...postFields,
    platform: { ...platform, valuesShownElsewhere: true, description: 'One network' },
    platforms: { ...platforms, description: 'Several networks' },
    accountIds: { ...accountIds, description: 'Instead of networks' },
    mediaUrls: { ...mediaUrls, description: 'Storage keys' },
    altTexts: { ...altTexts, description: 'In that order' },
    overrides: {
      ...overrides,
      items: { ...overrides.items, publishOnly: ['target', 'text'] },
      description: 'All fields as in postrider_create_post',
    },
    scheduleMode: { ...scheduleMode, valuesShownElsewhere: true, description: 'now, schedule or draft' },
    scheduledAt: { ...scheduledAt, description: 'As in postrider_create_post' },
    timezone: { ...timezone, description: 'Its IANA zone' },
  },
});
