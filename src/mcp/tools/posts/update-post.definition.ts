import { defineTool } from '../../definition/tool-definition.js';
import { CHANGES } from '../shared/annotations.js';
import { brief, confirmToken, samePost, sharedFields, version } from '../shared/call-fields.js';
import { accountIds, briefOverrides, contentFields, proposedFields, timeFields } from './post-fields.js';

const { allowDuplicate, response_format } = sharedFields;
const { text, mediaUrls, altTexts, sourceId, link, labels } = contentFields;

export const updatePost = defineTool({
  name: 'postrider_update_post',
  title: 'Edit a post',
  description:
    'Edits what is not published yet; arguments left out stay. Sends nothing: then use publish_post, or retry_post after a failure.',
  toolset: 'posts',
  scope: 'posts:write',
  ...CHANGES,
  input: {
    id: samePost,
    text,
    accountIds: { ...accountIds, description: 'Replaces all' },
    mediaUrls,
    altTexts: brief(altTexts),
    overrides: {
      ...briefOverrides,
      nullable: true,
      description: 'Merged by target; null removes them',
    },
    scheduledAt: {
      ...timeFields.scheduledAt,
      nullable: true,
      description: 'The new time',
    },
    timezone: { ...brief(timeFields.timezone), hidden: true },
    proposed: { ...brief(proposedFields.proposed), nullable: true },
    sourceId: { ...sourceId, hidden: true },
    link,
    labels,
    version,
    confirmToken,
    allowDuplicate,
    response_format,
  },
});
