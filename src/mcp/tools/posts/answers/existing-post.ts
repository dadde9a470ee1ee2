import { ApiError } from '../../../../client/errors/api-errors.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { Answer } from '../../../answers/answer.js';
import type { CallContext } from '../../../call-context.js';
import { shortTime } from '../../shared/time-facts.js';
import { postAnswer } from './post-answer.js';

/**
 * The answer when another post has the same content on the same account. Not an error: the wanted post exists.
 *
 * @param accountIds the requested accounts
 * @param untouched what was not done: "nothing new was created"
 */
export async function existsAlready(
  postId: string,
  accountIds: readonly string[],
  untouched: string,
  call: CallContext,
): Promise<Answer> {
  const post = await call.client.posts.get(postId, {}, call.request());
  const answer = postAnswer(post, false, `This post already exists (${standing(post)}); ${untouched}.`);
  const missing = accountIds.filter((id) => post.targets.every(({ accountId }) => accountId !== id));
  const steps = [
    answer.next,
    missing.length > 0
      ? `It does not cover ${missing.join(', ')}: call again with only these accountIds.`
      : undefined,
    'If the person wants it twice: repeat the call with allowDuplicate true.',
  ];
  return { ...answer, next: steps.filter((step) => step !== undefined).join(' ') };
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
