import type { ApiErrorCode } from '../api-errors.js';

/** Error codes of requests about posts. */

const TIME_ERRORS = [
  'time_required',
  'time_invalid',
  'time_conflict',
  'time_in_past',
  'zone_unknown',
] as const satisfies ApiErrorCode[];

const ACCOUNT_ERRORS = [
  'target_required',
  'account_ambiguous',
  'account_not_found',
] as const satisfies ApiErrorCode[];

/** Error codes of actions that only somebody other than the author may be allowed. */
export const APPROVAL_ERRORS = ['other_approver_required'] as const satisfies ApiErrorCode[];

export const CHANGE_ERRORS = ['post_not_found', 'state_conflict'] as const satisfies ApiErrorCode[];

/** Error codes of publishing. */
export const PUBLISHING_ERRORS = [
  ...ACCOUNT_ERRORS,
  ...TIME_ERRORS,
  'rules_violated',
  'duplicate_post',
] as const satisfies ApiErrorCode[];

/** Error codes of choosing a slot. */
export const QUEUE_ERRORS = [
  'slot_taken',
  'slot_unknown',
  'no_open_slot',
  'no_common_slot',
] as const satisfies ApiErrorCode[];
