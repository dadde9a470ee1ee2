import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { brief, confirmToken, samePost, sharedFields } from '../shared/call-fields.js';
import { publishingMode, timeFields } from './post-fields.js';

const { version, idempotencyKey, allowDuplicate, response_format } = sharedFields;
const { scheduledAt, timezone, slotId, together } = timeFields;

export const publishPost = defineTool({
  name: 'postrider_publish_post',
  title: 'Publish a post',
  description:
    'Publishes a draft, or moves a scheduled post: now, to a time or into a slot. Not for what failed: use retry_post.',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: samePost,
    scheduleMode: { ...publishingMode, description: 'Needed without a time or slot' },
    scheduledAt: brief(scheduledAt),
    timezone: { ...brief(timezone), hidden: true },
    slotId,
    together: { ...together, hidden: true },
    version: { ...version, hidden: true },
    confirmToken,
    idempotencyKey: { ...idempotencyKey, hidden: true },
    allowDuplicate,
    response_format,
  },
});
