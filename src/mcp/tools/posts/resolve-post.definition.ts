import { RESOLVE_OUTCOMES } from '../../../contract/posts/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, samePost, sharedFields } from '../shared/call-fields.js';

const { version, idempotencyKey, response_format } = sharedFields;

export const resolvePost = defineTool({
  name: 'postrider_resolve_post',
  title: 'Settle an outcome',
  description:
    'Settles an outcome: unknown or in_inbox. First check: it only looks. published: a person saw it there. send_again: a person saw it missing.',
  toolset: 'posts',
  scope: 'posts:publish',
  ...SENDS,
  input: {
    id: samePost,
    outcome: {
      type: 'string',
      required: true,
      values: RESOLVE_OUTCOMES,
      synonyms: { resend: 'send_again', retry: 'send_again', out: 'published', look: 'check' },
      example: 'check',
      documented: 'What became of it, or check to look',
    },
    accountId: {
      type: 'string',
      aliases: ['account'],
      maxLength: 100,
      description: 'If several are open',
    },
    url: { type: 'string', maxLength: 2048, description: 'Of what is published' },
    confirmToken,
    version: { ...version, hidden: true },
    idempotencyKey: { ...idempotencyKey, hidden: true },
    response_format,
  },
});
