import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';

/** What the network does to each affected request. */
export type FailureEffect =
  /** It refuses with one of its own errors, one that has this meaning. Nothing is posted. */
  | {
      readonly kind: 'refuse';
      readonly means: DeliveryErrorCode;
      /** The code of the error at networks that have several with this meaning. */
      readonly code?: string;
    }
  /** It rejects the token and does not renew it. */
  | { readonly kind: 'forget_token' }
  /** It accepts files, but processing them fails. */
  | { readonly kind: 'spoil_media' }
  /** It responds with this status, before or after publishing. */
  | { readonly kind: 'status'; readonly status: number; readonly effect: 'before' | 'after' }
  /** The connection ends; `never`: before the request arrives. */
  | { readonly kind: 'reset'; readonly effect: 'never' | 'before' | 'after'; readonly times?: number }
  /** The post is published, and the response is cut off. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** It never responds and does nothing. */
  | { readonly kind: 'hang' };

interface NamedFailure {
  /** One sentence, for lists. */
  readonly description: string;
  /** Which requests it affects: those that publish, only those that publish a thread post or comment, or all. */
  readonly at: 'publish' | 'part' | 'any';
  readonly does: FailureEffect;
}

const SLOW_MS = 30_000;

/** An account whose handle is one of these names always fails this way, on every simulated network. */
export const NAMED_FAILURES = {
  rate_limited: {
    description: 'Each post is rejected with a rate limit error that says when to retry.',
    at: 'publish',
    does: { kind: 'refuse', means: 'rate_limited' },
  },
  quota_exceeded: {
    description: 'Each post is rejected because the daily quota is exhausted.',
    at: 'publish',
    does: { kind: 'refuse', means: 'quota_exceeded' },
  },
  token_expired: {
    description: 'Access has expired and cannot be renewed: the account needs to be reconnected.',
    at: 'any',
    does: { kind: 'forget_token' },
  },
  permission_missing: {
    description: 'Each post is rejected because the permission to publish was not granted.',
    at: 'publish',
    does: { kind: 'refuse', means: 'permission_missing' },
  },
  account_restricted: {
    description: 'Each post is rejected because the network has restricted the account.',
    at: 'publish',
    does: { kind: 'refuse', means: 'account_restricted' },
  },
  duplicate: {
    description: 'Each post is rejected as a duplicate of an earlier one.',
    at: 'publish',
    does: { kind: 'refuse', means: 'duplicate_content' },
  },
  text_too_long: {
    description: 'Each text is rejected as too long, whatever its length.',
    at: 'publish',
    does: { kind: 'refuse', means: 'text_too_long' },
  },
  content_refused: {
    description: 'Each post is rejected because of its content.',
    at: 'publish',
    does: { kind: 'refuse', means: 'content_refused' },
  },
  media_processing_fails: {
    description:
      'Images and videos are accepted, but processing them fails; posts without media are published.',
    at: 'any',
    does: { kind: 'spoil_media' },
  },
  parts_fail: {
    description: 'The main post is published; later posts of its thread and its first comment are rejected.',
    at: 'part',
    does: { kind: 'refuse', means: 'network_refused' },
  },
  server_error: {
    description: 'Each post gets status 500, and nothing is published.',
    at: 'publish',
    does: { kind: 'status', status: 500, effect: 'before' },
  },
  server_error_after_publish: {
    description: 'Each post is published, but gets status 500.',
    at: 'publish',
    does: { kind: 'status', status: 500, effect: 'after' },
  },
  fails_twice_then_works: {
    description: 'Two connections fail before anything is sent; the third attempt succeeds. Then it repeats.',
    at: 'publish',
    does: { kind: 'reset', effect: 'never', times: 2 },
  },
  connection_refused: {
    description: 'The network cannot be reached for publishing; nothing is sent.',
    at: 'publish',
    does: { kind: 'reset', effect: 'never' },
  },
  published_but_response_lost: {
    description: 'Each post is published, but the connection ends before the response.',
    at: 'publish',
    does: { kind: 'reset', effect: 'after' },
  },
  lost_before_publish: {
    description: 'The connection ends after the request was sent, and nothing is published.',
    at: 'publish',
    does: { kind: 'reset', effect: 'before' },
  },
  answer_cut_short: {
    description: 'Each post is published, but the response is cut off.',
    at: 'publish',
    does: { kind: 'cut' },
  },
  slow_30s: {
    description: 'Each post is published 30 seconds after it was sent, by the workspace’s clock.',
    at: 'publish',
    does: { kind: 'delay', ms: SLOW_MS },
  },
  never_answers: {
    description: 'The network accepts the request, does nothing and never responds.',
    at: 'publish',
    does: { kind: 'hang' },
  },
  account_deactivated: {
    description:
      'Each post is rejected because its owner has deactivated the account; only Bluesky says so in these words.',
    at: 'publish',
    does: { kind: 'refuse', means: 'account_restricted', code: 'AccountDeactivated' },
  },
} as const satisfies Record<string, NamedFailure>;

/** Handles of accounts that always fail in one way. */
export type FailureName = keyof typeof NAMED_FAILURES;

export const FAILURE_NAMES = Object.keys(NAMED_FAILURES) as [FailureName, ...FailureName[]];

/**
 * The failure that a handle names; null: none. Networks differ in which handles they allow: `rate_limited`,
 * `Rate-Limited` and `rate-limited.example` mean the same.
 */
export function failureOfHandle(handle: string): FailureName | null {
  const name = (handle.replace(/^@/, '').split('.')[0] ?? '').toLowerCase().replaceAll('-', '_');
  return FAILURE_NAMES.find((known) => known === name) ?? null;
}
