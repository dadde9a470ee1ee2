import type { CreatePost } from '../../../contract/posts/content.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { toolCall } from '../shared/tool-call.js';
import { currentTimeReader, UNREAD } from '../shared/written-time.js';
import { nextStep } from './answers/post-sentences.js';
import {
  faultsOf,
  previewDetails,
  previewFacts,
  previewUntrusted,
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
  const reader = post !== null || namesTime(input) ? currentTimeReader(await call.present()) : UNREAD;
  const request = post === null ? postRequest(input, reader) : storedRequest(post, input, reader);
  if (!request.ok) return request.refused;
  const check = notItsOwnTwin(await call.client.posts.validate(request.value, call.request()), post);
  const faults = faultsOf(check);
  const ok = wouldBeAccepted(check);
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
    next:
      post === null ? afterCheck(check) : afterCheckOf(post, check, saysWhen(input) ? request.value : null),
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
  if (!wouldBeAccepted(check)) return `It would be refused: ${faults} fault${faults === 1 ? '' : 's'}.`;
  if (check.duplicateOf !== null) return `The same post exists already (${check.duplicateOf.status}).`;
  const flawed = check.targets.some(({ ok }) => !ok);
  return flawed ? 'It would be kept as a draft that cannot be published as it stands.' : 'It would be taken.';
}

function checkedAs({ scheduleMode }: PostValidation): string {
  const at = scheduleMode === 'now' ? 'if it were published now' : 'at that time';
  return `Checked as it is stored, ${at}. Nothing was changed.`;
}

function afterCheck(check: PostValidation): string {
  if (!wouldBeAccepted(check)) return 'Mend every fault, then call again.';
  return seeTwin(check) ?? 'postrider_create_post with the same arguments';
}

/** @param timed what was checked, where a time was named: what is proposed next then is that time, and no other */
function afterCheckOf(post: Post, check: PostValidation, timed: CreatePost | null): string | undefined {
  const { id, status } = post;
  if (!wouldBeAccepted(check)) return `Mend every fault with ${toolCall('update_post', { id })}.`;
  const twin = seeTwin(check);
  if (twin !== undefined || timed === null || timed.scheduleMode === 'draft') return twin ?? nextStep(post);
  const then = timeOf(timed, check);
  const moves = status === 'scheduled' && 'scheduledAt' in then;
  return `When the person wants it so: ${toolCall(moves ? 'update_post' : 'publish_post', { id, ...then })}`;
}

/** The time that was checked, as arguments. */
function timeOf({ scheduleMode, slotId, together }: CreatePost, { when }: PostValidation) {
  if (slotId !== undefined) return { slotId };
  if (scheduleMode === 'queue') return { scheduleMode, ...(together && { together }) };
  return scheduleMode === 'now' || when === null ? { scheduleMode: 'now' } : { scheduledAt: when.utc };
}

function seeTwin({ duplicateOf }: PostValidation): string | undefined {
  return duplicateOf === null ? undefined : toolCall('get_post', { id: duplicateOf.postId });
}
