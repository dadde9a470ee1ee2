import type { CreatePost } from '../../../contract/posts/content.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { toolCall } from '../shared/tool-call.js';
import { currentTimeReader, NO_TIME_READER } from '../shared/written-time.js';
import { nextStep } from './answers/post-sentences.js';
import {
  previewDetails,
  previewFacts,
  previewUntrusted,
  problemsOf,
  wouldBeAccepted,
} from './previews/post-check.js';
import { assumedFact, namesTime, postRequest } from './requests/post-request.js';
import { besidesStored, saysWhen, storedRequest } from './requests/stored-post.js';
import { validatePost } from './validate-post.definition.js';

export const callValidatePost = handle(validatePost, async (input, call) => {
  const { postId } = input;
  const both = postId === undefined ? [] : besidesStored(input);
  if (both.length > 0) return oneOrTheOther(both);
  const post = postId === undefined ? null : await call.client.posts.get(postId, {}, call.request());
  const reader = post !== null || namesTime(input) ? currentTimeReader(await call.present()) : NO_TIME_READER;
  const request = post === null ? postRequest(input, reader) : storedRequest(post, input, reader);
  if (!request.ok) return request.refused;
  const check = await call.client.posts.validate(
    { ...request.value, ...(post && { postId: post.id }) },
    call.request(),
  );
  const problems = problemsOf(check);
  const ok = wouldBeAccepted(check);
  const { duplicateOf } = check;
  return {
    message: [
      verdict(check, problems.length),
      post === null ? 'Nothing was created.' : checkedAs(check),
    ].join(' '),
    facts: {
      ok: ok && duplicateOf === null,
      scheduleMode: check.scheduleMode,
      ...previewFacts(check),
      problems: problems.length > 0 ? problems : undefined,
      duplicateOf,
      assumed: assumedFact(request.assumed),
    },
    details: previewDetails(check, post?.text ?? input.text),
    untrusted: previewUntrusted(check),
    next:
      post === null ? afterCheck(check) : afterCheckOf(post, check, saysWhen(input) ? request.value : null),
  };
});

/** A stored post is checked with its stored content only. */
function oneOrTheOther(both: readonly string[]): Answer {
  return refusal({
    code: 'arguments_invalid',
    message: `postId checks a stored post with its own content. Omit ${both.join(', ')}, or omit postId.`,
    facts: { fields: ['postId', ...both] },
    next: 'To check a change, call postrider_update_post: it checks before it saves',
  });
}

function verdict(check: PostValidation, problems: number): string {
  if (!wouldBeAccepted(check))
    return `It would be refused: ${problems} problem${problems === 1 ? '' : 's'} to fix.`;
  if (check.duplicateOf !== null) return `The same post already exists (${check.duplicateOf.status}).`;
  return problems > 0
    ? 'It would be saved as a draft, but the draft could not be published yet.'
    : 'It would be accepted.';
}

function checkedAs({ scheduleMode }: PostValidation): string {
  const at = scheduleMode === 'now' ? 'as if published now' : 'for that time';
  return `Checked the stored post, ${at}.`;
}

function afterCheck(check: PostValidation): string {
  if (!wouldBeAccepted(check)) return 'Fix every problem, then call again.';
  return seeTwin(check) ?? 'postrider_create_post with the same arguments';
}

/** @param timed the checked request, if the call named a time: the next step then proposes exactly that time */
function afterCheckOf(post: Post, check: PostValidation, timed: CreatePost | null): string | undefined {
  const { id, status } = post;
  if (!wouldBeAccepted(check)) return `Fix every problem with ${toolCall('update_post', { id })}.`;
  const twin = seeTwin(check);
  if (twin !== undefined || timed === null || timed.scheduleMode === 'draft') return twin ?? nextStep(post);
  const then = timeOf(timed, check);
  const moves = status === 'scheduled' && 'scheduledAt' in then;
  return `If the person wants this: ${toolCall(moves ? 'update_post' : 'publish_post', { id, ...then })}`;
}

/** The checked time, as arguments. */
function timeOf({ scheduleMode, slotId, together }: CreatePost, { when }: PostValidation) {
  if (slotId !== undefined) return { slotId };
  if (scheduleMode === 'queue') return { scheduleMode, ...(together && { together }) };
  return scheduleMode === 'now' || when === null ? { scheduleMode: 'now' } : { scheduledAt: when.utc };
}

function seeTwin({ duplicateOf }: PostValidation): string | undefined {
  return duplicateOf === null ? undefined : toolCall('get_post', { id: duplicateOf.postId });
}
