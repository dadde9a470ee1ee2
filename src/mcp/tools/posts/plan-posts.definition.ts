import { MAX_BATCH_POSTS } from '../../../contract/posts/batch.js';
import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { brief, confirmToken, sharedFields } from '../shared/call-fields.js';
import { briefOverrides, briefPlatforms, postFields } from './post-fields.js';

const { text, mediaUrls } = postFields;
const platforms = briefPlatforms;
const scheduledAt = brief(postFields.scheduledAt);
const accountIds = brief(postFields.accountIds);

export const planPosts = defineTool({
  name: 'postrider_plan_posts',
  title: 'Plan posts',
  description: `Creates up to ${MAX_BATCH_POSTS} posts, all or none, after one confirmation.`,
  toolset: 'posts',
  scope: 'posts:write',
  ...SENDS,
  input: {
    posts: {
      type: 'array',
      aliases: ['plan', 'items'],
      maxItems: MAX_BATCH_POSTS,
      items: {
        type: 'object',
        fields: {
          ...{
            ...postFields,
            text,
            mediaUrls,
            platforms,
            accountIds,
            scheduledAt,
            overrides: briefOverrides,
          },
          allowDuplicate: sharedFields.allowDuplicate,
        },
        listOnly: ['text', 'mediaUrls', 'platforms', 'accountIds', 'overrides', 'scheduledAt'],
      },
      example: [{ text: 'We are open on Sunday.', scheduledAt: 'next sun 9:00' }],
      description: 'Each as in create_post',
    },
    platforms: { ...platforms, hidden: true, documented: 'For posts that name none' },
    accountIds: { ...accountIds, hidden: true },
    timezone: { ...brief(postFields.timezone), hidden: true },
    idempotencyKey: sharedFields.idempotencyKey,
    confirmToken,
  },
});
