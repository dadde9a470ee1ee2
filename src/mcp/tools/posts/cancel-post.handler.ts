import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { inputRefused } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { postId } from '../shared/call-fields.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { postAnswer } from './answers/post-answer.js';
import { cancelPost } from './cancel-post.definition.js';
import { cancelSeveral } from './cancel-several.js';
import { deletePublished } from './delete-published.js';
import { mediaOf } from './previews/media-names.js';
import { previewTime, storedPreview } from './previews/post-preview.js';
import { mayBeCancelled } from './requests/cancellable.js';
import { type PostChange, refuseChange, startPostChange, stateConflict } from './requests/post-change.js';

export const callCancelPost = handle(cancelPost, async (input, call) => {
  const ids = [...new Set([...(input.id === undefined ? [] : [input.id]), ...(input.ids ?? [])])];
  const [id] = ids;
  if (id === undefined) {
    return inputRefused(cancelPost, [
      { field: 'id', problem: 'or ids is required', example: postId.example },
    ]);
  }
  if (ids.length > 1) return cancelSeveral(ids, input, call);
  const change = await startPostChange({ ...input, id }, call);
  const { beginning, post, version, named } = change;
  if (input.published === true) return deletePublished(change, input, call);
  const detailed = input.response_format === 'detailed';
  if (post.status === 'cancelled')
    return postAnswer(post, detailed, 'This post is already cancelled. Nothing was done.');

  const verdict = await agree(
    {
      tool: cancelPost.name,
      parts: { id: post.id },
      version,
      ask: needsConfirmation(true, call),
      show: () => show(change, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const { outcome, post: after } = await call.client.posts.delete(post.id, named, call.request());
  if (outcome === 'deleted') {
    return { message: 'Deleted the draft.', facts: { id: post.id, status: outcome } };
  }
  const out = after.targets.filter(({ status }) => status === 'published');
  const answer = postAnswer(after, detailed);
  return {
    ...answer,
    message:
      out.length === 0
        ? answer.message
        : `Cancelled the unpublished part. It stays published on ${out.map(({ platform }) => platform).join(', ')}: published: true deletes it there, where Postrider can.`,
  };
});

/** A preview of what would be cancelled, or why nothing can be. */
async function show(change: PostChange, call: CallContext): Promise<Shown> {
  const { post, beginning } = change;
  const isDraft = post.status === 'draft';
  const instead =
    (isDraft ? undefined : refuseWithoutPublishScope(beginning.me)) ?? refuseChange('delete', change);
  if (instead !== undefined) return { instead };
  if (isDraft) {
    const notes = ['This cannot be undone.'];
    const words = { verb: 'Delete the draft', agree: 'delete the draft', when: [], notes };
    return { preview: storedPreview(post, post.targets, words, await mediaOf(call, post)) };
  }
  const open = post.targets.filter(mayBeCancelled);
  if (open.length === 0) return { instead: stateConflict('This post can no longer be cancelled.', post) };
  const due = post.when === null ? [] : [`Scheduled for: ${previewTime(post.when)}`];
  const lost = open.filter(({ status }) => status === 'unknown').map(({ platform }) => platform);
  const notes =
    lost.length === 0
      ? []
      : [`It may already be published on ${lost.join(', ')}: after cancelling, Postrider stops checking.`];
  const words = { verb: 'Cancel the post', agree: 'cancel the post', when: due, notes };
  return { preview: storedPreview(post, open, words, await mediaOf(call, post)) };
}
