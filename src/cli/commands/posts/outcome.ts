import type { PostriderClient } from '../../../client/client.js';
import { PostriderError } from '../../../client/errors.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../contract/posts/status.js';
import { whole } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { typed } from '../../typed-name.js';
import { postText } from './post-text.js';

/** Seconds that are waited for the networks unless told: every one of them has answered well within it. */
const WAIT_SECONDS = 30;

/** Longest time that one read is held, in seconds. */
const MAX_LONG_POLL_SECONDS = 20;

/** How long the outcome of something that goes out now is waited for. */
export const WAIT_OPTION = whole(
  '--wait <seconds>',
  `Where it goes out now: wait this long for the outcome (default ${WAIT_SECONDS})`,
  { min: 0, max: 600 },
);

/** Whether nothing more happens to a post by itself. */
export function isSettled({ status }: Post): boolean {
  return SETTLED_POST_STATUSES.includes(status);
}

/**
 * Reads a post until it is settled, or until the time is over.
 *
 * @param until milliseconds of the monotonic clock
 * @param changed hears of every state that is read
 */
export async function readUntilSettled(
  post: Post,
  until: number,
  client: PostriderClient,
  context: Context,
  changed: (post: Post) => void = () => undefined,
): Promise<Post> {
  let latest = post;
  while (!isSettled(latest)) {
    const left = Math.ceil((until - performance.now()) / 1000);
    if (left <= 0) break;
    latest = await client.posts.get(
      post.id,
      { wait: Math.min(left, MAX_LONG_POLL_SECONDS) },
      { signal: context.signal },
    );
    changed(latest);
  }
  return latest;
}

/**
 * The post once nothing more happens to it by itself, or as it is when the time is over. What was asked for is
 * done by now: what goes wrong while waiting is told, and does not hide it.
 *
 * @param done `The post was created`: what was done already
 */
export async function settled(
  post: Post,
  { seconds = WAIT_SECONDS, done }: { readonly seconds: number | undefined; readonly done: string },
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
    if (isUnderWay(latest)) {
      const watching = typed(`posts watch ${post.id}`);
      context.output.note(`It is still under way. Do not send it again. See what becomes of it: ${watching}`);
    }
    return latest;
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    const later = typed(`posts get ${post.id}`);
    context.output.note(`${done}; its outcome was not waited for: ${error.message} See it later: ${later}`);
    return latest;
  }
}

/** Whether something of a post is being sent, or about to be: more is known of it in a moment. */
function isUnderWay({ status }: Post): boolean {
  return status === 'queued' || status === 'publishing';
}

/** What a command ends with that waited for what became of a post. */
export function outcomeOf(post: Post): ExitKind | undefined {
  if (isUnderWay(post)) return 'not_ended';
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

/** How a post was taken that is to go out. */
interface Taking {
  /** Its outcome is waited for. */
  readonly isNow: boolean;
  /** `The post was created`: what was done already. */
  readonly done: string;
  /** How long its outcome is waited for, in seconds. */
  readonly wait: number | undefined;
  /** What was filled in or assumptions in reading its time, one sentence each. */
  readonly assumptions?: readonly string[] | undefined;
}

/**
 * Shows a post that was taken; where it goes out now, with what became of it.
 *
 * @returns what the command ends with
 */
export async function showOutcome(
  taken: CreatedPost,
  { isNow, done, wait, assumptions = [] }: Taking,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const { warnings } = taken;
  const latest = isNow ? await settled(taken, { seconds: wait, done }, client, context) : taken;
  context.output.result({
    data: { ...latest, warnings },
    brief: [latest.id],
    text: (screen) => postText(latest, screen, warnings),
  });
  for (const sentence of assumptions) context.output.note(sentence);
  return isNow ? outcomeOf(latest) : undefined;
}
