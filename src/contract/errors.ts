import { API_ERROR_CODES } from './api-errors.js';
import * as z from './lazy-zod.js';
import { ReadinessCheck } from './service/readiness.js';

/**
 * One violated rule. A refused request lists all of them at once, a draft carries them, and a validation
 * groups them by target.
 */
export const Issue = z
  .object({
    code: z.string().meta({ description: 'Stable identifier of the rule.', examples: ['text_too_long'] }),
    severity: z.enum(['error', 'warning']),
    message: z.string().meta({ description: 'What is wrong, in one sentence.' }),
    pointer: z
      .string()
      .optional()
      .meta({
        description: 'JSON Pointer to the field in the request body.',
        examples: ['/text', '/overrides/0/title'],
      }),
    accountId: z.string().optional().meta({ description: 'The account that the rule applies to.' }),
    platform: z.string().optional().meta({ description: 'The network that the rule belongs to.' }),
    field: z
      .string()
      .optional()
      .meta({ description: 'The field, as the network names it, or the path or query parameter.' }),
    actual: z.union([z.number(), z.string()]).optional().meta({ description: 'The value that was found.' }),
    limit: z
      .union([z.number(), z.string()])
      .optional()
      .meta({ description: 'The allowed value or maximum.' }),
    unit: z
      .string()
      .optional()
      .meta({ description: 'Unit of `actual` and `limit`.', examples: ['graphemes'] }),
    fitsUpTo: z
      .number()
      .int()
      .optional()
      .meta({ description: 'UTF-16 index up to which the text would fit.' }),
    allowed: z.array(z.string()).optional().meta({ description: 'The allowed values.' }),
    fix: z.string().optional().meta({ description: 'How to fix it, in one sentence.' }),
    source: z.string().optional().meta({ description: 'Where the network documents the rule.' }),
  })
  .meta({ id: 'Issue', description: 'A rule that a request or a post violates.' });

export type Issue = z.infer<typeof Issue>;

/** An issue in full: what is wrong, and how to fix it. */
export function issueText({ message, fix }: Pick<Issue, 'message' | 'fix'>): string {
  return fix === undefined ? message : `${message} ${fix}`;
}

/** An error response: RFC 9457 `application/problem+json`, with a code and all issues at once. */
export const Problem = z
  .object({
    type: z.string().meta({ examples: ['urn:postrider:error:rules_violated'] }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.enum(API_ERROR_CODES).meta({ description: 'Stable error code. The reference lists them all.' }),
    requestId: z.string(),
    retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
    retryAfterSeconds: z.number().int().optional(),
    errors: z.array(Issue).optional(),
    checks: z
      .array(ReadinessCheck)
      .optional()
      .meta({ description: 'With `not_ready`: the result of each check.' }),
    existingPostId: z.string().optional().meta({ description: 'With `duplicate_post`: the existing post.' }),
    existingStatus: z
      .string()
      .optional()
      .meta({ description: 'With `duplicate_post`: the status of the existing post.' }),
    replyId: z
      .string()
      .optional()
      .meta({ description: 'With `already_answered`: the reply or message that was sent.' }),
    closedAt: z.string().nullable().optional().meta({
      description:
        'With `reply_window_closed`: when the window closed. Null if the person has never written.',
    }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'The kinds of reply that are still possible.' }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'With `reply_not_possible`: why the reply is not possible.' }),
    network: z
      .object({
        status: z.number().int().nullable(),
        code: z.string().nullable(),
        message: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'With `network_refused`: the network’s own error, verbatim.' }),
    requiredScope: z
      .string()
      .optional()
      .meta({ description: 'With `scope_missing`: the scope that the key lacks.' }),
    requiredRole: z
      .string()
      .optional()
      .meta({ description: 'With `role_missing`: the least role that allows the request.' }),
    serverTime: z.string().optional().meta({ description: 'With time errors: the server’s current time.' }),
    choices: z
      .array(z.object({ accountId: z.string(), platform: z.string(), handle: z.string() }))
      .optional()
      .meta({
        description:
          'With `target_required`, `account_ambiguous` and `account_not_found`: the accounts to choose from.',
      }),
    postIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'With `media_in_use`: up to 20 posts that use the file.' }),
    uploadOffset: z
      .number()
      .int()
      .optional()
      .meta({ description: 'With `upload_offset_conflict`: the offset to continue from.' }),
    current: z
      .object({ version: z.number().int(), status: z.string() })
      .optional()
      .meta({ description: 'With conflicts: the current version and status.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request failed and how to fix it (RFC 9457).' });

export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE_PREFIX = 'urn:postrider:error:';
