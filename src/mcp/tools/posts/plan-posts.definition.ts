import { MAX_BATCH_POSTS } from '../../../contract/posts/batch.js';
import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields } from '../shared/call-fields.js';
import { postFields } from './post-fields.js';

const { accountIds, timezone } = postFields;

/** A field that another tool describes. */
function undescribed<F extends { readonly description?: string }>({
  description: _,
  ...field
}: F): Omit<F, 'description'> {
  return field;
}

const text = undescribed(postFields.text);
const mediaUrls = undescribed(postFields.mediaUrls);
const platforms = undescribed(postFields.platforms);
const scheduledAt = undescribed(postFields.scheduledAt);

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
      required: true,
      aliases: ['plan', 'items'],
      maxItems: MAX_BATCH_POSTS,
      items: {
        type: 'object',
        fields: {
          ...{ ...postFields, text, mediaUrls, platforms, scheduledAt },
          allowDuplicate: hiddenFields.allowDuplicate,
        },
        listOnly: ['text', 'mediaUrls', 'platforms', 'scheduledAt'],
      },
      example: [{ text: 'We are open on Sunday.', scheduledAt: 'next sun 9:00' }],
      description: 'Each as in postrider_create_post',
    },
    platforms: { ...platforms, description: 'Default for all' },
    accountIds: { ...accountIds, hidden: true },
    timezone: { ...timezone, hidden: true },
    idempotencyKey: hiddenFields.idempotencyKey,
    confirmToken,
  },
});
