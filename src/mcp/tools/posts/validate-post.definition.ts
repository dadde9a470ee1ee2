import { defineTool } from '../../definition/tool-definition.js';
import { READS } from '../shared/behaviour.js';
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
    'Dry run of postrider_create_post (its arguments, or postId): per account the room left, every fault and warning. Create checks too.',
  toolset: 'posts',
  scope: 'posts:write',
  ...READS,
  input: {
    postId: { ...storedPost, aliases: ['id', 'post'], description: 'Stored post' },
    ...postFields,
    platform: { ...platform, unpublished: true },
    platforms: { ...platforms, description: 'Networks' },
    accountIds: { ...accountIds, description: 'Instead of networks' },
    mediaUrls: { ...mediaUrls, description: 'Storage keys' },
    altTexts: { ...altTexts, unpublished: true },
    overrides: { ...overrides, unpublished: true },
    scheduleMode: { ...scheduleMode, unpublished: true },
    scheduledAt: { ...scheduledAt, unpublished: true },
    timezone: { ...timezone, unpublished: true },
    slotId: { ...slotId, unpublished: true },
    together: { ...together, unpublished: true },
    proposed: { ...proposed, unpublished: true },
    sourceId: { ...sourceId, unpublished: true },
  },
});
