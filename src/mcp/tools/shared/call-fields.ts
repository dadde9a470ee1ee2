import type { Fields, TextField } from '../../definition/tool-definition.js';
import { responseFormat } from './list-fields.js';

/** The post to act on. */
export const postId = {
  type: 'string',
  required: true,
  aliases: ['postId', 'post'],
  maxLength: 200,
  example: 'post_01k9x3m5t7v9b2c4d6f8g0h1jk',
  description: 'post_…',
} as const satisfies TextField;

export const version = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000_000,
  example: 3,
  description: 'As last read; refused if it changed',
} as const;

export const idempotencyKey = {
  type: 'string',
  maxLength: 255,
  example: 'sunday-opening-1',
  description: 'Idempotency key',
} as const satisfies TextField;

/** Answers that ask for it say what it is for. */
export const confirmToken = {
  type: 'string',
  aliases: ['confirmationToken', 'token'],
  maxLength: 1000,
} as const satisfies TextField;

/** Arguments that an answer names when they are useful. */
export const hiddenFields = {
  version: { ...version, hidden: true },
  idempotencyKey: { ...idempotencyKey, hidden: true },
  allowDuplicate: { type: 'boolean', hidden: true },
  response_format: { ...responseFormat, hidden: true },
} as const satisfies Fields;
