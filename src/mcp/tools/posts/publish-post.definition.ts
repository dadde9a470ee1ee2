import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId, version } from '../shared/call-fields.js';
import { publishingMode, timeFields } from './post-fields.js';

const { idempotencyKey, allowDuplicate, response_format } = hiddenFields;
const { scheduledAt, timezone, slotId, together } = timeFields;

export const publishPost = defineTool({
  name: 'postrider_publish_post',
  title: 'Publish an existing post',
  description:
    'Publishes a draft, or the unpublished part of a post: now, at a time or in a slot; say which. Within 2 hours, or on 3+ accounts, asks to confirm.',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: postId,
    scheduleMode: { ...publishingMode, description: 'Default: from the time' },
    scheduledAt: { ...scheduledAt, description: 'As in postrider_create_post' },
    timezone: { ...timezone, hidden: true },
    slotId: { ...slotId, description: 'Queue into this slot' },
    together: { ...together, hidden: true },
    version,
    confirmToken,
    idempotencyKey,
    allowDuplicate,
    response_format,
  },
});
