import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { postId } from '../shared/call-fields.js';
import { postFields } from './post-fields.js';

const { required: _, ...storedPost } = postId;
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
  slotId,
  together,
  proposed,
  sourceId,
} = postFields;

export const validatePost = defineTool({
  name: 'postrider_validate_post',
  title: 'Check a post',
  description:
    'Dry run of postrider_create_post (its arguments, or postId): every problem and warning, characters left per account. Create checks too.',
  toolset: 'posts',
  scope: 'posts:write',
  ...READ_ONLY,
  input: {
    postId: { ...storedPost, aliases: ['id', 'post'], description: 'Stored post' },
    ...postFields,
    platform: { ...platform, hidden: true },
    platforms: { ...platforms, description: 'Networks' },
    accountIds: { ...accountIds, description: 'Instead of networks' },
    mediaUrls: { ...mediaUrls, description: 'Storage keys' },
    altTexts: { ...altTexts, hidden: true },
    overrides: { ...overrides, hidden: true },
    scheduleMode: { ...scheduleMode, hidden: true },
    scheduledAt: { ...scheduledAt, hidden: true },
    timezone: { ...timezone, hidden: true },
    slotId: { ...slotId, hidden: true },
    together: { ...together, hidden: true },
    proposed: { ...proposed, hidden: true },
    sourceId: { ...sourceId, hidden: true },
  },
});
