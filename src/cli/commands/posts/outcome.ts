import type { PostriderClient } from '../../../client/client.js';
import { PostriderError, TimeoutError } from '../../../client/errors/errors.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../contract/posts/status.js';
import { whole } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { typed } from '../../typed-name.js';
import { postText } from './post-text.js';

/** The default wait, in seconds; every network responds well within it. */
const DEFAULT_WAIT_SECONDS = 30;

/** The longest wait of one request, in seconds. */
const MAX_LONG_POLL_SECONDS = 20;

/** How long to wait for the outcome of something published now. */
export const WAIT_OPTION = whole(
  '--wait <seconds>',
  `When publishing now: how long to wait for the outcome (default ${DEFAULT_WAIT_SECONDS})`,
  { min: 0, max: 600 },
);

/** Whether a post will not change any more by itself. */
export function isSettled({ status }: Post): boolean {
  return SETTLED_POST_STATUSES.includes(status);
}

/**
 * Reads a post as often as it takes for the backend to answer: reading changes nothing, and a busy backend answers later.
 *
 * @param until milliseconds of the monotonic clock; the last attempt may end after it
 * @param query how long each attempt waits for a change (default: as long as it may)
 * @throws TimeoutError if no attempt before `until` is answered
 */
export async function readPatiently(
  id: string,
  until: number,
  client: PostriderClient,
  { signal }: Pick<Context, 'signal'>,
  query: () => { readonly wait?: number } = () => waitUntil(until),
): Promise<Post> {
  for (;;) {
    try {
      return await client.posts.get(id, query(), { signal });
    } catch (error) {
      if (!(error instanceof TimeoutError) || performance.now() >= until) throw error;
    }
  }
}

/** How long the next request waits for a change: it ends by `until`. */
function waitUntil(until: number): { readonly wait: number } {
  const left = Math.ceil((until - performance.now()) / 1000);
  return { wait: Math.max(0, Math.min(left, MAX_LONG_POLL_SECONDS)) };
}

/**
 * Polls a post until it is settled or the time is up.
 *
 * @param until milliseconds of the monotonic clock
 * @param changed called with every state read
 */
export async function readUntilSettled(
  post: Post,
  until: number,
  client: PostriderClient,
  context: Context,
  changed: (post: Post) => void = () => undefined,
): Promise<Post> {
  let latest = post;
  while (!isSettled(latest) && performance.now() < until) {
    try {
      latest = await readPatiently(post.id, until, client, context);
    } catch (error) {
      // The time is up, and the state that was read last is all that is known.
      if (error instanceof TimeoutError) break;
      throw error;
    }
    changed(latest);
  }
  return latest;
}

interface Waiting {
  readonly seconds: number | undefined;
  /** What has succeeded: `The post was created`. */
  readonly done: string;
  /** What is still in progress when the time is up, as a sentence. */
  readonly meanwhile?: string;
}

/**
 * Waits until a post is settled or the time is up. The request itself has succeeded by now, so an error while waiting
 * is only noted.
 *
 */
export async function waitUntilSettled(
  post: Post,
  {
    seconds = DEFAULT_WAIT_SECONDS,
    done,
    meanwhile = 'Publishing is still in progress. Do not send it again.',
  }: Waiting,
  client: PostriderClient,
  context: Context,
): Promise<Post> {
  let latest = post;
  try {
    latest = await readUntilSettled(
      post,
      performance.now() + seconds * 1000,
      client,
      context,
      (read) => (latest = read),
    );
    if (isInProgress(latest)) {
      const watching = typed(`posts watch ${post.id}`);
      context.output.note(`${meanwhile} Follow it with: ${watching}`);
    }
    return latest;
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    const later = typed(`posts get ${post.id}`);
    context.output.note(
      `${done}, but waiting for its outcome failed: ${error.message} Check it later with: ${later}`,
    );
    return latest;
  }
}

/** Whether a part of a post is being sent or about to be. */
function isInProgress({ status }: Post): boolean {
  return status === 'queued' || status === 'publishing';
}

/** The exit code for the outcome of a post. */
export function outcomeOf(post: Post): ExitKind | undefined {
  if (isInProgress(post)) return 'not_ended';
  const { status, incomplete } = post;
  switch (status) {
    case 'failed':
    case 'partially_published':
    case 'missed':
      return 'failed';
    case 'unknown':
      return 'outcome_unknown';
    default:
      return incomplete ? 'failed' : undefined;
  }
}

interface Accepted {
  /** Published now, so the outcome is awaited. */
  readonly isNow: boolean;
  /** What has succeeded: `The post was created`. */
  readonly done: string;
  /** How long to wait for the outcome, in seconds. */
  readonly wait: number | undefined;
  /** What had to be assumed to read its time, one sentence each. */
  readonly assumptions?: readonly string[] | undefined;
}

/**
 * Prints an accepted post; if it is published now, with its outcome.
 *
 * @returns the exit code
 */
export async function showOutcome(
  accepted: CreatedPost,
  { isNow, done, wait, assumptions = [] }: Accepted,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const { warnings } = accepted;
  const latest = isNow
    ? await waitUntilSettled(accepted, { seconds: wait, done }, client, context)
    : accepted;
  context.output.result({
    data: { ...latest, warnings },
    brief: [latest.id],
    text: (screen) => postText(latest, screen, warnings),
  });
  for (const sentence of assumptions) context.output.note(sentence);
  return isNow ? outcomeOf(latest) : undefined;
}
