import { RESOLVE_OUTCOMES } from '../../../contract/posts/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, hiddenFields, postId } from '../shared/call-fields.js';

const { version, idempotencyKey, response_format } = hiddenFields;

export const resolvePost = defineTool({
  name: 'postrider_resolve_post',
  title: 'Resolve an unknown outcome',
  description:
    'Resolves an unknown outcome. check: looks for it at the network, sends nothing; published: a person saw it there; send_again: a person saw it is missing (asks to confirm).',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: postId,
    outcome: {
      type: 'string',
      required: true,
      values: RESOLVE_OUTCOMES,
      synonyms: { resend: 'send_again', retry: 'send_again', out: 'published', look: 'check' },
      example: 'check',
      description: 'Start with check',
    },
    accountId: {
      type: 'string',
      aliases: ['account'],
      maxLength: 100,
      description: 'If several are unknown',
    },
    url: { type: 'string', maxLength: 2048, description: 'With published' },
    confirmToken,
    version,
    idempotencyKey,
    response_format,
  },
});
