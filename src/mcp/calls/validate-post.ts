import type { CreatePost } from '../../contract/post-content.js';
import type { Post, PostValidation } from '../../contract/posts.js';
import type { Answer } from '../answer.js';
import { refusal } from '../errors-for-model.js';
import { handle } from '../handler.js';
import { validatePost } from '../tools/validate-post.js';
import { faultsOf, previewDetails, previewFacts, previewUntrusted, wouldBeTaken } from './post-check.js';
import { assumedFact, namesTime, postRequest } from './post-request.js';
import { nextStep, type WishedTime } from './post-words.js';
import { besidesStored, storedRequest } from './stored-request.js';
import { toolCall } from './tool-call.js';
import { presentReader, UNREAD } from './written-time.js';

export const callValidatePost = handle(validatePost, async (input, call) => {
  const { postId } = input;
  const both = postId === undefined ? [] : besidesStored(input);
  if (both.length > 0) return oneOrTheOther(both);
  const post = postId === undefined ? null : await call.client.posts.get(postId, {}, call.request());
  const reader = post !== null || namesTime(input) ? presentReader(await call.present()) : UNREAD;
  const request = post === null ? postRequest(input, reader) : storedRequest(post, input, reader);
  if (!request.ok) return request.refused;
  const check = notItsOwnTwin(await call.client.posts.validate(request.value, call.request()), post);
  const faults = faultsOf(check);
  const ok = wouldBeTaken(check);
  const { duplicateOf } = check;
  return {
    message: [verdict(check, faults.length), post === null ? 'Nothing was created.' : checkedAs(check)].join(
      ' ',
    ),
    facts: {
      ok: ok && duplicateOf === null,
      scheduleMode: check.scheduleMode,
      ...previewFacts(check),
      faults: faults.length > 0 ? faults : undefined,
      duplicateOf,
      assumed: assumedFact(request.assumed),
    },
    details: previewDetails(check, post?.text ?? input.text),
    untrusted: previewUntrusted(check),
    next: post === null ? afterCheck(check) : afterCheckOf(post, check, request.value),
  };
});

/** A post that is scheduled, or was missed, is no twin of its own. */
function notItsOwnTwin(check: PostValidation, post: Post | null): PostValidation {
  return check.duplicateOf?.postId === post?.id ? { ...check, duplicateOf: null } : check;
}

/** A stored post is checked as it is stored. */
function oneOrTheOther(both: readonly string[]): Answer {
  return refusal({
    code: 'arguments_invalid',
    message: `postId checks a post as it is stored: leave out ${both.join(', ')}, or postId.`,
    facts: { fields: ['postId', ...both] },
    next: 'postrider_update_post checks what it changes',
  });
}

function verdict(check: PostValidation, faults: number): string {
  if (!wouldBeTaken(check)) return `It would be refused: ${faults} fault${faults === 1 ? '' : 's'}.`;
  if (check.duplicateOf !== null) return `The same post exists already (${check.duplicateOf.status}).`;
  const flawed = check.targets.some(({ ok }) => !ok);
  return flawed ? 'It would be kept as a draft that cannot be published as it stands.' : 'It would be taken.';
}

function checkedAs({ scheduleMode }: PostValidation): string {
  const at = scheduleMode === 'now' ? 'if it were published now' : 'at that time';
  return `Checked as it is stored, ${at}. Nothing was changed.`;
}

function afterCheck(check: PostValidation): string {
  if (!wouldBeTaken(check)) return 'Mend every fault, then call again.';
  return seeTwin(check) ?? 'postrider_create_post with the same arguments';
}

function afterCheckOf(post: Post, check: PostValidation, checked: CreatePost): string | undefined {
  if (!wouldBeTaken(check)) return `Mend every fault with ${toolCall('update_post', { id: post.id })}.`;
  return seeTwin(check) ?? nextStep(post, checkedTime(check, checked));
}

/** The time that was checked, as publishing takes it: what follows is what was found to be possible. */
function checkedTime({ when }: PostValidation, { scheduleMode, slotId }: CreatePost): WishedTime | undefined {
  if (scheduleMode === 'schedule') return when === null ? undefined : { scheduledAt: when.utc };
  if (scheduleMode === 'queue') return { scheduleMode, ...(slotId && { slotId }) };
  return scheduleMode === 'now' ? { scheduleMode } : undefined;
}

function seeTwin({ duplicateOf }: PostValidation): string | undefined {
  return duplicateOf === null ? undefined : toolCall('get_post', { id: duplicateOf.postId });
}
