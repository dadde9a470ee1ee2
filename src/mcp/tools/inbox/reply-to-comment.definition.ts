import { defineTool } from '../../definition/tool-definition.js';
import { SENDS } from '../shared/annotations.js';
import { confirmToken, sharedFields } from '../shared/call-fields.js';
import { commentId, sendKey, sentText, settledAs } from './inbox-fields.js';

/** Replies in one call, under one confirmation. */
const MAX_REPLIES = 20;

const { allowDuplicate, response_format } = sharedFields;

const isPrivate = { type: 'boolean', documented: 'Replies by direct message' } as const;

export const replyToComment = defineTool({
  name: 'postrider_reply_to_comment',
  title: 'Reply to comments',
  description:
    'Replies to one comment, or up to 20 in replies, after one confirmation. private replies by direct message, once.',
  toolset: 'comments',
  scope: 'comments:write',
  ...SENDS,
  input: {
    commentId: { ...commentId, aliases: ['id', 'comment', 'parentCommentId'] },
    text: sentText,
    private: isPrivate,
    replies: {
      type: 'array',
      maxItems: MAX_REPLIES,
      items: {
        type: 'object',
        fields: {
          commentId: {
            type: 'string',
            maxLength: 64,
            required: true,
            aliases: ['id', 'comment', 'parentCommentId'],
            documented: 'The comment to reply to',
          },
          text: { ...sentText, required: true, example: 'Thank you!' },
          private: isPrivate,
        },
        listOnly: ['commentId', 'text', 'private'],
      },
      example: [{ commentId: 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', text: 'Thank you!' }],
      description: 'Several at once',
    },
    confirmToken,
    idempotencyKey: sendKey,
    outcome: settledAs,
    allowDuplicate,
    response_format,
  },
});
