import { ApiError } from '../../../../client/errors/api-errors.js';
import type { Post, PostValidation } from '../../../../contract/posts/posts.js';
import type { Answer } from '../../../answers/answer.js';
import type { CallContext } from '../../../call-context.js';
import { shortTime } from '../../shared/time-facts.js';
import { toolCall } from '../../shared/tool-call.js';
import { postAnswer } from './post-answer.js';

/**
 * The answer when another post has the same content on the same account. Not an error: the wanted post exists.
 *
 * @param accountIds the requested accounts
 * @param untouched what was not done: "nothing new was created"
 * @param asked when the call wanted it; undefined if it named no time
 */
export async function existsAlready(
  postId: string,
  accountIds: readonly string[],
  untouched: string,
  call: CallContext,
  asked?: AskedTime,
): Promise<Answer> {
  const post = await call.client.posts.get(postId, {}, call.request());
  const move = asked && moveTo(post, asked);
  const kept = move === undefined ? '' : ' It keeps its time.';
  const answer = postAnswer(
    post,
    false,
    `This post already exists (${standing(post)}); ${untouched}.${kept}`,
  );
  const missing = accountIds.filter((id) => post.targets.every(({ accountId }) => accountId !== id));
  const steps = [
    move ?? answer.next,
    missing.length > 0
      ? `It does not cover ${missing.join(', ')}: call again with only these accountIds.`
      : undefined,
    'If the person wants it twice: repeat the call with allowDuplicate true.',
  ];
  return { ...answer, next: steps.filter((step) => step !== undefined).join(' ') };
}

/** When a call wanted a post to be published. */
export type AskedTime = Pick<PostValidation, 'scheduleMode' | 'when'>;

/** How to move a scheduled post to the time that was asked for; undefined if it is due then, or not scheduled. */
function moveTo({ id, status, when }: Post, asked: AskedTime): string | undefined {
  if (status !== 'scheduled' || asked.scheduleMode === 'draft') return undefined;
  if (asked.scheduleMode === 'now')
    return `To publish it now instead: ${toolCall('publish_post', { id, scheduleMode: 'now' })}.`;
  if (asked.when === null || asked.when.utc === when?.utc) return undefined;
  return `To move it to ${shortTime(asked.when)}: ${toolCall('update_post', { id, scheduledAt: asked.when.utc })}.`;
}

/** The id of the duplicate that made a request fail; undefined for other errors. */
export function duplicatePostId(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'duplicate_post') return undefined;
  return error.problem.existingPostId;
}

function standing(post: Post): string {
  const status = post.status.replace('_', ' ');
  return post.when === null ? status : `${status} ${shortTime(post.when)}`;
}
