import type { DeletedPost } from '../../../contract/posts/changes.js';
import type { Call } from '../../operations/call.js';
import type { Write } from '../../store/store.js';
import { announceChange, finishChange, readForChange, recordPostActivity } from './change.js';
import { deletePostRows, type StoredPost } from './repository.js';
import { stateConflict } from './state-conflict.js';
import { isCancellable } from './targets/state.js';
import { cancelTarget } from './targets/writes.js';
import { viewPost } from './view.js';

type DeleteCall = Call<'posts.delete'>;

/** Deletes a draft permanently. Of any other post, cancels the targets that are neither published nor being sent. */
export async function deletePost(call: DeleteCall): Promise<DeletedPost> {
  const { now, services } = call;
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'delete', call.query.version);
    const view = (post: StoredPost) => viewPost(post, { now, services });
    if (stored.post.status === 'draft') {
      await deletePostRows(trx, stored);
      await recordPostActivity(trx, call, { action: 'delete', summary: 'deleted a draft', post: null });
      return { outcome: 'deleted', post: view(stored) };
    }
    if (stored.post.status === 'cancelled') return { outcome: 'cancelled', post: view(stored) };
    return { outcome: 'cancelled', post: view(await cancel(trx, call, stored)) };
  });
  announceChange(call);
  return answer;
}

async function cancel(trx: Write, call: DeleteCall, stored: StoredPost): Promise<StoredPost> {
  const open = stored.targets.filter(isCancellable);
  if (open.length === 0) {
    throw stateConflict(
      'The post can no longer be cancelled: every target is published or is being sent to its network. Read the post again in a few seconds.',
      stored.post,
    );
  }
  for (const target of open) await cancelTarget(trx, target, call.now);
  return finishChange(trx, call, stored, {
    action: 'delete',
    history: 'cancelled',
    changes: [{ field: 'accounts', from: open.map((target) => target.account_id), to: [] }],
    summary: `cancelled ${open.length} of ${stored.targets.length} targets`,
  });
}
