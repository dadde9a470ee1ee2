import * as z from './lazy-zod.js';
import { ReadinessCheck } from './service/readiness.js';

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** Whether the unchanged request may succeed later. */
  readonly retryable: boolean;
}

/** Every error code that the API returns. */
export const API_ERRORS = {
  malformed_request: { status: 400, title: 'The request could not be read', retryable: false },
  cursor_invalid: { status: 400, title: 'The cursor does not belong to this list', retryable: false },
  key_missing: { status: 401, title: 'No API key was sent', retryable: false },
  key_invalid: { status: 401, title: 'The API key is not valid', retryable: false },
  key_expired: { status: 401, title: 'The API key has expired', retryable: false },
  key_revoked: { status: 401, title: 'The API key has been revoked', retryable: false },
  scope_missing: { status: 403, title: 'The API key lacks a required scope', retryable: false },
  host_refused: { status: 403, title: 'This host name is not allowed', retryable: false },
  person_required: { status: 403, title: 'Only a person can do this, not an API key', retryable: false },
  origin_refused: { status: 403, title: 'Requests from this origin are not allowed', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  account_not_found: { status: 404, title: 'No such account', retryable: false },
  connection_not_found: { status: 404, title: 'No such connection', retryable: false },
  post_not_found: { status: 404, title: 'No such post', retryable: false },
  media_not_found: { status: 404, title: 'No such media file', retryable: false },
  upload_not_found: { status: 404, title: 'No such upload, or it has expired', retryable: false },
  comment_not_found: { status: 404, title: 'No such comment', retryable: false },
  conversation_not_found: { status: 404, title: 'No such conversation', retryable: false },
  message_not_found: { status: 404, title: 'No such message', retryable: false },
  schedule_not_found: { status: 404, title: 'No such schedule', retryable: false },
  webhook_not_found: { status: 404, title: 'No such webhook', retryable: false },
  delivery_not_found: { status: 404, title: 'No such delivery', retryable: false },
  snapshot_not_found: { status: 404, title: 'No such snapshot', retryable: false },
  source_not_found: { status: 404, title: 'No such source', retryable: false },
  method_not_allowed: { status: 405, title: 'This path does not support that method', retryable: false },
  request_timeout: { status: 408, title: 'The request did not arrive in time', retryable: true },
  upload_stalled: { status: 408, title: 'The upload stalled', retryable: true },
  media_in_use: { status: 409, title: 'The media file is used by posts', retryable: false },
  upload_offset_conflict: { status: 409, title: 'The offset does not match the upload', retryable: false },
  upload_used: { status: 409, title: 'The upload URL has already been used', retryable: false },
  duplicate_post: { status: 409, title: 'The same post already exists', retryable: false },
  request_in_progress: { status: 409, title: 'The same request is still in progress', retryable: true },
  version_conflict: { status: 409, title: 'The object has changed since you read it', retryable: false },
  state_conflict: { status: 409, title: 'Not possible in the current state', retryable: false },
  already_answered: { status: 409, title: 'This has already been answered', retryable: false },
  reply_window_closed: { status: 409, title: 'The reply window has closed', retryable: false },
  reply_not_possible: { status: 409, title: 'This kind of reply is not possible', retryable: false },
  network_refused: { status: 409, title: 'The network refused the request', retryable: false },
  limit_reached: { status: 409, title: 'The workspace has reached a limit', retryable: false },
  slot_taken: { status: 409, title: 'The slot is taken', retryable: false },
  no_open_slot: { status: 409, title: 'The account has no open slot', retryable: false },
  no_common_slot: { status: 409, title: 'The accounts have no open slot in common', retryable: false },
  cursor_expired: {
    status: 410,
    title: 'The events after this cursor have been deleted',
    retryable: false,
  },
  precondition_failed: { status: 412, title: 'The object has another version', retryable: false },
  payload_too_large: { status: 413, title: 'The request is too large', retryable: false },
  content_type_unsupported: { status: 415, title: 'The content type is not supported', retryable: false },
  media_type_unsupported: { status: 415, title: 'The file type is not supported', retryable: false },
  media_invalid: { status: 422, title: 'The file is damaged, incomplete or out of bounds', retryable: false },
  media_fetch_failed: { status: 422, title: 'The URL did not return a file', retryable: false },
  upload_length_mismatch: {
    status: 422,
    title: 'The file size differs from the announced size',
    retryable: false,
  },
  network_not_connectable: {
    status: 422,
    title: 'Accounts of this network cannot be connected yet',
    retryable: false,
  },
  server_unsuitable: { status: 422, title: 'The server cannot be used', retryable: false },
  server_unavailable: { status: 422, title: 'The server could not be reached', retryable: true },
  sign_in_refused: { status: 422, title: 'The network refused the sign-in', retryable: false },
  validation_failed: { status: 422, title: 'The request is invalid', retryable: false },
  target_required: { status: 422, title: 'No target: name a platform or an account', retryable: false },
  account_ambiguous: { status: 422, title: 'Several accounts match: name one', retryable: false },
  time_required: { status: 422, title: 'A time is required', retryable: false },
  time_invalid: { status: 422, title: 'The time is not valid', retryable: false },
  time_conflict: { status: 422, title: 'The UTC offset does not match the time zone', retryable: false },
  time_in_past: { status: 422, title: 'The time is in the past', retryable: false },
  zone_unknown: { status: 422, title: 'No such time zone', retryable: false },
  slot_unknown: { status: 422, title: 'No such slot', retryable: false },
  rules_violated: { status: 422, title: 'A network would refuse this post', retryable: false },
  batch_refused: {
    status: 422,
    title: 'A post of the batch is refused, so none was created',
    retryable: false,
  },
  url_refused: { status: 422, title: 'The URL is not allowed', retryable: false },
  url_unreadable: { status: 422, title: 'No article found at the URL', retryable: false },
  url_unavailable: { status: 422, title: 'The URL could not be reached', retryable: true },
  image_unavailable: { status: 422, title: 'The image could not be saved', retryable: false },
  reply_rules_violated: { status: 422, title: 'The network would refuse this reply', retryable: false },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used for a different request',
    retryable: false,
  },
  upload_limit_reached: { status: 429, title: 'Too many open uploads', retryable: true },
  workspace_busy: {
    status: 429,
    title: 'Too many such requests of this workspace are in progress',
    retryable: true,
  },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  database_damaged: { status: 500, title: 'The database is damaged', retryable: false },
  internal_error: { status: 500, title: 'Internal error', retryable: true },
  not_ready: { status: 503, title: 'The service cannot do its work', retryable: true },
  network_unavailable: { status: 503, title: 'The network could not be reached', retryable: true },
  unavailable: { status: 503, title: 'The service is not ready', retryable: true },
} as const satisfies Record<string, ErrorKind>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export const API_ERROR_CODES = Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]];

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
