import type { HistoryEntry, Post } from '../../../contract/posts/posts.js';
import type { Call } from '../../operations/call.js';
import type { PostRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { recordReopened, withdrawTargets } from './approval/withdraw.js';
import { announceChange, finishChange, readForChange } from './change.js';
import { historyOf } from './history.js';
import { proposalFromHistory } from './plan/plan.js';
import type { StoredPost } from './repository.js';
import { stateConflict } from './state-conflict.js';
import { isUntouched } from './targets/state.js';
import { viewPost } from './view.js';

type ReopenCall = Call<'posts.reopen'>;

/** Takes back the approval or the rejection of a draft, if that is its last change and nothing has been sent. */
export async function reopenPost(call: ReopenCall): Promise<Post> {
  const { now, services } = call;
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'reopen', call.body.version);
    const { post } = stored;
    const decision = await lastDecision(trx, post);
    const isApproval = decision.action === 'approved';
    const timed = isApproval ? await withdraw(trx, call, stored, decision) : {};
    const reopened = await finishChange(trx, call, stored, {
      action: 'reopen',
      history: 'reopened',
      changes: decision.changes.map(({ field, from, to }) => ({ field, from: to, to: from })),
      summary: isApproval ? 'took back an approval' : 'took back a rejection',
      becomesDraft: isApproval,
      set: {
        ...timed,
        proposed_json: JSON.stringify(proposalFromHistory(before(decision, 'proposed'))),
        review_note: textBefore(decision, 'reviewNote'),
      },
    });
    if (isApproval) await recordReopened(trx, call, post);
    return viewPost(reopened, { now, services });
  });
  announceChange(call);
  return answer;
}

/** The approval or rejection of a proposal that made the current version. */
async function lastDecision(trx: Write, post: PostRow): Promise<HistoryEntry> {
  const entries = await historyOf(trx, post.id);
  const last = entries.findLast(
    ({ version, action }) => version === post.version && DECISIONS.includes(action),
  );
  if (!last) {
    throw stateConflict(
      'The last change of the post is not an approval or a rejection, so there is none to take back.',
      post,
    );
  }
  if (!before(last, 'proposed')) {
    throw stateConflict(
      'The history has no proposed time from before that decision, so the draft cannot wait for approval again: it proposed none, or an earlier version of Postrider recorded the decision.',
      post,
    );
  }
  return last;
}

const DECISIONS: readonly string[] = ['approved', 'rejected'];

const before = (entry: HistoryEntry, name: string): unknown =>
  entry.changes.find(({ field }) => field === name)?.from;

/** The text that a field had before; null if it had none. */
function textBefore(entry: HistoryEntry, name: string): string | null {
  const value = before(entry, name);
  return typeof value === 'string' ? value : null;
}

/** Makes the targets what they were before the approval. @returns the columns of the post that hold its time */
async function withdraw(
  trx: Write,
  call: ReopenCall,
  stored: StoredPost,
  approval: HistoryEntry,
): Promise<Partial<PostRow>> {
  const { post, targets } = stored;
  if (!targets.every(isUntouched)) {
    throw stateConflict(
      'Postrider has begun to publish the post, so the approval cannot be taken back.',
      post,
    );
  }
  const at = textBefore(approval, 'scheduledAt');
  return withdrawTargets(trx, call, stored, {
    scheduledAt: at === null ? null : Date.parse(at),
    timezone: textBefore(approval, 'timezone') ?? post.timezone,
  });
}
