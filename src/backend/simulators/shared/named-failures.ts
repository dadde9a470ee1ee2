import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';

/** What the network does, each time. */
export type FailureEffect =
  /** It refuses in its own words, with an error that means this to us. Nothing is posted. */
  | { readonly kind: 'refuse'; readonly means: DeliveryErrorCode }
  /** It no longer knows the token, and renews none. */
  | { readonly kind: 'forget_token' }
  /** It takes the files and cannot make anything of them. */
  | { readonly kind: 'spoil_media' }
  /** It answers with this status. */
  | { readonly kind: 'status'; readonly status: number; readonly effect: 'before' | 'after' }
  /** The connection ends; `never`: the request did not even get there. */
  | { readonly kind: 'reset'; readonly effect: 'never' | 'before' | 'after'; readonly times?: number }
  /** The post is made, and the answer breaks off in its middle. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** It never answers, and does nothing. */
  | { readonly kind: 'hang' };

interface NamedFailure {
  /** In one line, for lists. */
  readonly description: string;
  /** Which requests it befalls: those that publish, only those that publish what follows the main post, or all. */
  readonly at: 'publish' | 'part' | 'any';
  readonly does: FailureEffect;
}

const SLOW_MS = 30_000;

/** Accounts whose handle is one of these names always fail in this way, on every simulated network. */
export const NAMED_FAILURES = {
  rate_limited: {
    description:
      'Each post is refused because of too many requests, with the time at which it may be tried again.',
    at: 'publish',
    does: { kind: 'refuse', means: 'rate_limited' },
  },
  quota_exceeded: {
    description: 'Each post is refused because the day’s quota is used up.',
    at: 'publish',
    does: { kind: 'refuse', means: 'quota_exceeded' },
  },
  token_expired: {
    description: 'The access has ended and cannot be renewed: the account has to be connected again.',
    at: 'any',
    does: { kind: 'forget_token' },
  },
  permission_missing: {
    description: 'Each post is refused because the permission to publish was never granted.',
    at: 'publish',
    does: { kind: 'refuse', means: 'permission_missing' },
  },
  account_restricted: {
    description: 'Each post is refused because the network has restricted the account.',
    at: 'publish',
    does: { kind: 'refuse', means: 'account_restricted' },
  },
  duplicate: {
    description: 'Each post is refused as a repeat of an earlier one.',
    at: 'publish',
    does: { kind: 'refuse', means: 'duplicate_content' },
  },
  text_too_long: {
    description: 'Each text is refused as too long, however short it is.',
    at: 'publish',
    does: { kind: 'refuse', means: 'text_too_long' },
  },
  content_refused: {
    description: 'Each post is refused for what it says.',
    at: 'publish',
    does: { kind: 'refuse', means: 'content_refused' },
  },
  media_processing_fails: {
    description: 'Images and videos are taken, and their processing fails; posts without media go out.',
    at: 'any',
    does: { kind: 'spoil_media' },
  },
  parts_fail: {
    description: 'The main post goes out; each further post of a thread and each first comment is refused.',
    at: 'part',
    does: { kind: 'refuse', means: 'network_refused' },
  },
  server_error: {
    description: 'Each post is answered with status 500, and nothing is posted.',
    at: 'publish',
    does: { kind: 'status', status: 500, effect: 'before' },
  },
  server_error_after_publish: {
    description: 'Each post is made, and yet answered with status 500.',
    at: 'publish',
    does: { kind: 'status', status: 500, effect: 'after' },
  },
  fails_twice_then_works: {
    description: 'Two connections fail before anything is sent; the third attempt works, and so on again.',
    at: 'publish',
    does: { kind: 'reset', effect: 'never', times: 2 },
  },
  connection_refused: {
    description: 'The network cannot be reached when it is to publish; nothing is ever sent.',
    at: 'publish',
    does: { kind: 'reset', effect: 'never' },
  },
  published_but_response_lost: {
    description: 'Each post is made, and the connection ends before the answer.',
    at: 'publish',
    does: { kind: 'reset', effect: 'after' },
  },
  lost_before_publish: {
    description: 'The connection ends after the request was sent, and nothing is posted.',
    at: 'publish',
    does: { kind: 'reset', effect: 'before' },
  },
  answer_cut_short: {
    description: 'Each post is made, and the answer breaks off in its middle.',
    at: 'publish',
    does: { kind: 'cut' },
  },
  slow_30s: {
    description: 'Each post is made 30 seconds after it was sent, by the workspace’s clock.',
    at: 'publish',
    does: { kind: 'delay', ms: SLOW_MS },
  },
  never_answers: {
    description: 'The network takes the request, does nothing and never answers.',
    at: 'publish',
    does: { kind: 'hang' },
  },
} as const satisfies Record<string, NamedFailure>;

export type FailureName = keyof typeof NAMED_FAILURES;

export const FAILURE_NAMES = Object.keys(NAMED_FAILURES) as [FailureName, ...FailureName[]];

/**
 * The failure that an account's handle stands for; null: it is an account like any other. Networks differ in
 * what a handle may look like: `rate_limited`, `Rate-Limited` and `rate-limited.example` are the same.
 */
export function failureOfHandle(handle: string): FailureName | null {
  const name = (handle.replace(/^@/, '').split('.')[0] ?? '').toLowerCase().replaceAll('-', '_');
  return FAILURE_NAMES.find((known) => known === name) ?? null;
}
