import { SEND_OUTCOMES } from '../../../contract/inbox/values.js';
import type { TextField } from '../../definition/tool-definition.js';

/** The comment that a call is about. */
export const commentId = {
  type: 'string',
  aliases: ['comment', 'parentCommentId'],
  maxLength: 64,
  example: 'cmt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  description: 'cmt_…',
} as const satisfies TextField;

/** The conversation that a call is about. */
export const conversationId = {
  type: 'string',
  required: true,
  aliases: ['conversation', 'id'],
  maxLength: 64,
  example: 'conv_01k9x3m5t7v9b2c4d6f8g0h1jk',
  description: 'conv_…',
} as const satisfies TextField;

/** How many entries a list gives. */
export const limit = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  example: 20,
  description: 'Default 20',
} as const;

/** Where a long text is read on; an answer names it. */
export const offset = {
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000,
  example: 4000,
  hidden: true,
} as const;

/** Names a reply or a message. A shorter one than elsewhere: each of several replies gets its own from it. */
export const sendKey = {
  type: 'string',
  maxLength: 150,
  example: 'monday-inbox-1',
  description: 'Repeat with it: nothing is sent twice',
} as const satisfies TextField;

/** What is sent. */
export const sentText = { type: 'string', aliases: ['message', 'content'], maxLength: 20_000 } as const;

/** What became of something whose outcome is unknown; the answer that says so names it. */
export const settledAs = {
  type: 'string',
  values: SEND_OUTCOMES,
  example: 'check',
  hidden: true,
} as const satisfies TextField;
