import * as z from './lazy-zod.js';

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request, unchanged, may succeed when it is sent again later. */
  readonly retryable: boolean;
}

/** The closed list of codes that a request can be refused with. */
export const API_ERRORS = {
  malformed_request: { status: 400, title: 'The request could not be read', retryable: false },
  cursor_invalid: { status: 400, title: 'That cursor does not belong to this list', retryable: false },
  key_missing: { status: 401, title: 'No API key was sent', retryable: false },
  key_invalid: { status: 401, title: 'That API key is not known', retryable: false },
  key_expired: { status: 401, title: 'That API key has expired', retryable: false },
  key_revoked: { status: 401, title: 'That API key was revoked', retryable: false },
  scope_missing: { status: 403, title: 'The key lacks a permission', retryable: false },
  host_refused: { status: 403, title: 'This host name is not served here', retryable: false },
  person_required: { status: 403, title: 'Only a person may do that, never a key', retryable: false },
  origin_refused: { status: 403, title: 'Requests from this web page are refused', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  account_not_found: { status: 404, title: 'No such account', retryable: false },
  post_not_found: { status: 404, title: 'No such post', retryable: false },
  media_not_found: { status: 404, title: 'No such medium', retryable: false },
  upload_not_found: { status: 404, title: 'No such upload, or its time is over', retryable: false },
  comment_not_found: { status: 404, title: 'No such comment', retryable: false },
  conversation_not_found: { status: 404, title: 'No such conversation', retryable: false },
  message_not_found: { status: 404, title: 'No such message', retryable: false },
  schedule_not_found: { status: 404, title: 'No such schedule', retryable: false },
  webhook_not_found: { status: 404, title: 'No such webhook', retryable: false },
  delivery_not_found: { status: 404, title: 'No such delivery', retryable: false },
  snapshot_not_found: { status: 404, title: 'No such snapshot', retryable: false },
  source_not_found: { status: 404, title: 'No such source', retryable: false },
  method_not_allowed: { status: 405, title: 'This path does not take that method', retryable: false },
  upload_stalled: { status: 408, title: 'No more bytes came', retryable: true },
  media_in_use: { status: 409, title: 'Posts name that medium', retryable: false },
  upload_offset_conflict: { status: 409, title: 'The upload is not at that place', retryable: false },
  upload_used: { status: 409, title: 'That upload address has had its file', retryable: false },
  duplicate_post: { status: 409, title: 'The same post exists already', retryable: false },
  request_in_progress: { status: 409, title: 'The same request is still being worked on', retryable: true },
  version_conflict: { status: 409, title: 'The object changed in the meantime', retryable: false },
  state_conflict: { status: 409, title: 'That is not possible in the present state', retryable: false },
  already_answered: { status: 409, title: 'That was answered already', retryable: false },
  reply_window_closed: { status: 409, title: 'The time for an answer is over', retryable: false },
  reply_not_possible: { status: 409, title: 'That cannot be answered in this way', retryable: false },
  network_refused: { status: 409, title: 'The network refused', retryable: false },
  slot_taken: { status: 409, title: 'That slot is taken', retryable: false },
  no_open_slot: { status: 409, title: 'The account has no open slot', retryable: false },
  no_common_slot: { status: 409, title: 'The accounts have no open slot in common', retryable: false },
  cursor_expired: {
    status: 410,
    title: 'What came after that cursor is not kept any more',
    retryable: false,
  },
  payload_too_large: { status: 413, title: 'The request is too large', retryable: false },
  content_type_unsupported: { status: 415, title: 'This content type is not taken here', retryable: false },
  media_type_unsupported: { status: 415, title: 'Files of this kind are not taken', retryable: false },
  media_invalid: { status: 422, title: 'The file is damaged, incomplete or extreme', retryable: false },
  media_fetch_failed: { status: 422, title: 'That address gave no file', retryable: false },
  upload_length_mismatch: {
    status: 422,
    title: 'The file has another size than announced',
    retryable: false,
  },
  validation_failed: { status: 422, title: 'The request breaks one or more rules', retryable: false },
  target_required: { status: 422, title: 'Name where to publish', retryable: false },
  account_ambiguous: { status: 422, title: 'Several accounts fit: name one', retryable: false },
  time_required: { status: 422, title: 'A time is needed', retryable: false },
  time_invalid: { status: 422, title: 'That time cannot be used', retryable: false },
  time_conflict: { status: 422, title: 'The offset contradicts the time zone', retryable: false },
  time_in_past: { status: 422, title: 'That time has passed', retryable: false },
  zone_unknown: { status: 422, title: 'No such time zone', retryable: false },
  slot_unknown: { status: 422, title: 'No such slot', retryable: false },
  rules_violated: { status: 422, title: 'A network would refuse this post', retryable: false },
  url_refused: { status: 422, title: 'That address is not fetched', retryable: false },
  url_unreadable: { status: 422, title: 'What that address holds cannot be used', retryable: false },
  url_unavailable: { status: 422, title: 'That address could not be reached', retryable: true },
  image_unavailable: { status: 422, title: 'The image could not be taken over', retryable: false },
  reply_rules_violated: { status: 422, title: 'The network would refuse this reply', retryable: false },
  idempotency_key_reused: {
    status: 422,
    title: 'That idempotency key belongs to another request',
    retryable: false,
  },
  upload_limit_reached: { status: 429, title: 'Too many uploads are open', retryable: true },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  internal_error: { status: 500, title: 'Something went wrong in the service', retryable: true },
  network_unavailable: { status: 503, title: 'The network cannot be reached', retryable: true },
  unavailable: { status: 503, title: 'The service is not ready', retryable: true },
} as const satisfies Record<string, ErrorKind>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export const API_ERROR_CODES = Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]];

/**
 * One broken rule. Requests that are refused list all of them at once; drafts carry them; a validate
 * answer groups them by target.
 */
export const Issue = z
  .object({
    code: z.string().meta({ description: 'Stable name of the rule.', examples: ['text_too_long'] }),
    severity: z.enum(['error', 'warning']),
    message: z.string().meta({ description: 'What is wrong, in one sentence.' }),
    pointer: z
      .string()
      .optional()
      .meta({
        description: 'JSON Pointer into the request body.',
        examples: ['/text', '/overrides/0/title'],
      }),
    accountId: z.string().optional().meta({ description: 'The account whose rule it is.' }),
    platform: z.string().optional().meta({ description: 'The network whose rule it is.' }),
    field: z
      .string()
      .optional()
      .meta({ description: 'The field as the network names it, or the path or query parameter.' }),
    actual: z.union([z.number(), z.string()]).optional().meta({ description: 'What was found.' }),
    limit: z.union([z.number(), z.string()]).optional().meta({ description: 'What is allowed.' }),
    unit: z
      .string()
      .optional()
      .meta({ description: 'Unit of `actual` and `limit`.', examples: ['graphemes'] }),
    fitsUpTo: z
      .number()
      .int()
      .optional()
      .meta({ description: 'UTF-16 index in the given text up to which it would fit.' }),
    allowed: z.array(z.string()).optional().meta({ description: 'The values to choose from.' }),
    fix: z.string().optional().meta({ description: 'What to do about it, in one sentence.' }),
    source: z.string().optional().meta({ description: 'Where the rule is written down.' }),
  })
  .meta({ id: 'Issue', description: 'One rule that a request or a post breaks.' });

export type Issue = z.infer<typeof Issue>;

/** An error answer: RFC 9457 `application/problem+json`, with our code and all faults at once. */
export const Problem = z
  .object({
    type: z.string().meta({ examples: ['urn:postrider:error:rules_violated'] }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z
      .enum(API_ERROR_CODES)
      .meta({ description: 'Its stable name: one of a closed list, which the reference explains.' }),
    requestId: z.string(),
    retryable: z.boolean().meta({ description: 'Whether the unchanged request may succeed later.' }),
    retryAfterSeconds: z.number().int().optional(),
    errors: z.array(Issue).optional(),
    existingPostId: z
      .string()
      .optional()
      .meta({ description: 'With `duplicate_post`: the post that exists.' }),
    existingStatus: z.string().optional().meta({ description: 'With `duplicate_post`: its status.' }),
    replyId: z
      .string()
      .optional()
      .meta({ description: 'With `already_answered`: the reply or message that was sent.' }),
    closedAt: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'With `reply_window_closed`: when it closed; null: the person never wrote.' }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'Where an answer is not possible: the ways that are left.' }),
    reason: z.string().optional().meta({ description: 'With `reply_not_possible`: what stands in the way.' }),
    network: z
      .object({
        status: z.number().int().nullable(),
        code: z.string().nullable(),
        message: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'With `network_refused`: the network’s own answer, its words, not ours.' }),
    requiredScope: z.string().optional().meta({ description: 'With `scope_missing`: the scope.' }),
    serverTime: z.string().optional().meta({ description: 'With refused times: the server’s present time.' }),
    choices: z
      .array(z.object({ accountId: z.string(), platform: z.string(), handle: z.string() }))
      .optional()
      .meta({
        description:
          'With `target_required`, `account_ambiguous` and `account_not_found`: what can be named.',
      }),
    postIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'With `media_in_use`: the posts that name it, up to 20.' }),
    uploadOffset: z
      .number()
      .int()
      .optional()
      .meta({ description: 'With `upload_offset_conflict`: where to go on.' }),
    current: z
      .object({ version: z.number().int(), status: z.string() })
      .optional()
      .meta({ description: 'With conflicts: the present state.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused and what to do (RFC 9457).' });

export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE_PREFIX = 'urn:postrider:error:';
