import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief, optionalPost } from '../shared/call-fields.js';
import { briefOverrides, briefPlatforms, postFields } from './post-fields.js';

const {
  text,
  platform,
  accountIds,
  mediaUrls,
  altTexts,
  scheduleMode,
  scheduledAt,
  timezone,
  slotId,
  together,
  proposed,
  sourceId,
} = postFields;

export const validatePost = defineTool({
  name: 'postrider_validate_post',
  title: 'Check a post',
  description:
    'Checks a post and creates nothing: problems, warnings, characters left. Takes the arguments of create_post, which checks too.',
  toolset: 'posts',
  scope: 'posts:write',
  ...READ_ONLY,
  input: {
    postId: { ...optionalPost, aliases: ['id', 'post'], description: 'Or one that exists' },
    ...postFields,
    platform: { ...platform, hidden: true },
    text,
    platforms: briefPlatforms,
    accountIds: brief(accountIds),
    mediaUrls,
    altTexts: brief(altTexts),
    overrides: { ...briefOverrides, items: { ...briefOverrides.items, listOnly: ['target', 'text'] } },
    scheduleMode: { ...brief(scheduleMode), valuesListedElsewhere: true },
    scheduledAt: brief(scheduledAt),
    timezone: { ...brief(timezone), hidden: true },
    slotId: { ...slotId, hidden: true },
    together: { ...together, hidden: true },
    proposed: { ...proposed, hidden: true },
    sourceId: { ...sourceId, hidden: true },
  },
});
