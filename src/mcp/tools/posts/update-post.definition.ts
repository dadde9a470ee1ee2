import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId, version } from '../shared/call-fields.js';
import { accountIds, contentFields, proposedFields, timeFields } from './post-fields.js';

const { allowDuplicate, response_format } = hiddenFields;
const { text, mediaUrls, altTexts, overrides, sourceId, link } = contentFields;

export const updatePost = defineTool({
  name: 'postrider_update_post',
  title: 'Edit a post',
  description:
    'Edits a draft, or the unpublished part of a post; omitted arguments stay. Sends nothing: after a failure use postrider_retry_post.',
  toolset: 'posts',
  scope: 'posts:write',
  ...CHANGES,
  input: {
    id: postId,
    text,
    accountIds: { ...accountIds, description: 'Replaces unpublished ones' },
    mediaUrls: { ...mediaUrls, description: 'Replaces all' },
    altTexts: { ...altTexts, hidden: true },
    overrides: {
      ...overrides,
      items: { ...overrides.items, listOnly: ['target', 'text'] },
      nullable: true,
      description: 'Merged by target; null resets. As in postrider_create_post',
    },
    scheduledAt: {
      ...timeFields.scheduledAt,
      nullable: true,
      description: 'New time',
    },
    timezone: { ...timeFields.timezone, hidden: true },
    proposed: {
      ...proposedFields.proposed,
      nullable: true,
      hidden: true,
    },
    sourceId: { ...sourceId, hidden: true },
    link,
    version,
    confirmToken,
    allowDuplicate,
    response_format,
  },
});
