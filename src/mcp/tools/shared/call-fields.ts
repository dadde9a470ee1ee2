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
  description: 'As last read',
} as const;

const idempotencyKey = {
  type: 'string',
  maxLength: 255,
  example: 'sunday-opening-1',
  documented: 'Names the call, so that it acts once however often it is repeated; generated if absent',
} as const satisfies TextField;

/** A field that an earlier tool of the list describes. */
export function brief<F extends { readonly description: string }>({
  description,
  ...field
}: F): Omit<F, 'description'> & { readonly documented: string } {
  return { ...field, documented: description };
}

const { required: _, ...optional } = postId;

/** A post that another argument can stand for. */
export const optionalPost = optional;

/** The post, in the tools after the first one that has it. */
export const samePost = brief(postId);

/** Answers that ask for it say what it is for. */
export const confirmToken = {
  type: 'string',
  aliases: ['confirmationToken', 'confirm', 'token'],
  maxLength: 1000,
  documented: 'From the preview, after the person says yes',
} as const satisfies TextField;

/** Arguments of many tools, which an earlier tool describes. */
export const sharedFields = {
  version: brief(version),
  allowDuplicate: { type: 'boolean', documented: 'Even if posted within 24 h' },
  idempotencyKey,
  /** Not listed: no answer leads to it. */
  response_format: { ...responseFormat, hidden: true },
} as const satisfies Fields;
