import type { Store } from '../../store/store.js';
import type { Claim } from './claim.js';

/** Workspace time at which the last call of an earlier attempt ended: the one whose answer was lost. */
export async function lostAt(store: Store, { target, attemptId }: Claim): Promise<number> {
  const last = await store.db
    .selectFrom('attempts')
    .select(({ fn }) => fn.max('ended_at').as('ended_at'))
    .where('target_id', '=', target.id)
    .where('id', '!=', attemptId)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return Number(last?.ended_at ?? target.first_attempt_at ?? target.updated_at);
}
