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

/** Deletes a draft for good; of any other post it cancels what is neither out nor being sent. */
export async function deletePost(call: DeleteCall): Promise<DeletedPost> {
  const { now, services } = call;
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'delete', call.query.version);
    const view = (post: StoredPost) => viewPost(post, { now, publicUrl: services.publicUrl });
    if (stored.post.status === 'draft') {
      await deletePostRows(trx, stored);
      await recordPostActivity(trx, call, 'delete', 'deleted a draft');
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
      'Nothing of it can be cancelled any more: each target is out, or being sent to its network at this moment. Read the post again in a few seconds.',
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
