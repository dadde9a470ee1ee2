import type { Post } from '../../../contract/posts/posts.js';
import type { Call } from '../../operations/call.js';
import { announceChange, finishChange, readForChange } from './change.js';
import { proposalForHistory } from './plan/plan.js';
import { stateConflict } from './state-conflict.js';
import { viewPost } from './view.js';

/** Rejects a draft's proposal. The draft stays, with the note and without the proposal. */
export async function rejectPost(call: Call<'posts.reject'>): Promise<Post> {
  const { body, now, services } = call;
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'reject', body.version);
    const { post } = stored;
    if (post.proposed_json === null) {
      throw stateConflict('The draft has no proposal to reject.', post);
    }
    const note = body.note ?? null;
    const rejected = await finishChange(trx, call, stored, {
      action: 'reject',
      history: 'rejected',
      changes: [
        { field: 'proposed', from: proposalForHistory(JSON.parse(post.proposed_json)), to: null },
        { field: 'reviewNote', from: post.review_note, to: note },
      ],
      summary: note === null ? 'rejected' : `rejected: ${note}`,
      set: { proposed_json: null, review_note: note },
    });
    return viewPost(rejected, { now, services });
  });
  announceChange(call);
  return answer;
}
