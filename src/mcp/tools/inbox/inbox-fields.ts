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

/** Entries per page. */
export const limit = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  example: 20,
  documented: 'Default 20',
} as const;

/** Where to continue reading a long text; the answer names it. */
export const offset = {
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000,
  example: 4000,
  documented: 'Where to read on',
} as const;

/** Idempotency key. Shorter than elsewhere: each of several replies derives its own key from it. */
export const sendKey = {
  type: 'string',
  maxLength: 150,
  example: 'monday-inbox-1',
  documented: 'Names the call, so that it acts once however often it is repeated; generated if absent',
} as const satisfies TextField;

/** The text to send. */
export const sentText = {
  type: 'string',
  aliases: ['message', 'content'],
  maxLength: 20_000,
  documented: 'The text to send',
} as const;

/** Resolves an unknown outcome; the answer that reports it names this argument. */
export const settledAs = {
  type: 'string',
  values: SEND_OUTCOMES,
  example: 'check',
  documented: 'Settles an unknown outcome',
} as const satisfies TextField;
