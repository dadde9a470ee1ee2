import { firstInSentence } from '../../../../base/english.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Queries } from '../../../store/store.js';
import { type Asking, authorRefusal, refusedAmong } from './other-approver.js';

/** More posts than these are counted. */
const MAX_NAMED = 3;

/**
 * Refuses to move scheduled posts together with their schedule, as one of them would be refused that its author moves.
 *
 * @param postIds a post on several accounts may come several times
 * @throws RequestRefused `other_approver_required`, with the posts and the reason
 */
export async function refuseAuthorOfMoved(
  db: Queries,
  caller: Asking,
  postIds: readonly string[],
): Promise<void> {
  const refused = await refusedAmong(db, caller, [...new Set(postIds)]);
  const [first] = refused;
  if (first === undefined) return;
  const why = await authorRefusal(db, caller, { id: first, status: 'scheduled' }, 'publish');
  const posts = firstInSentence(refused, MAX_NAMED, 'and');
  throw new RequestRefused(
    'other_approver_required',
    `Nothing was changed: you cannot move ${posts} with the schedule. About ${first}: ${why?.message ?? ''} With \`existing: keep\`, the posts keep their times.`,
  );
}
