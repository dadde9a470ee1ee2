import { inSentence } from '../../../../base/english.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { Queries } from '../../../store/store.js';
import { type Asking, authorRefusal, needsOtherApprover } from './other-approver.js';

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
  if (!needsOtherApprover(caller.workspace)) return;
  const refused: { readonly id: string; readonly why: string }[] = [];
  for (const id of new Set(postIds)) {
    const refusal = await authorRefusal(db, caller, { id, status: 'scheduled' }, 'publish');
    if (refusal !== null) refused.push({ id, why: refusal.message });
  }
  const [first] = refused;
  if (first === undefined) return;
  const named = refused.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = refused.length - named.length;
  const posts = inSentence(more === 0 ? named : [...named, `${more} more`], 'and');
  throw new RequestRefused(
    'other_approver_required',
    `Nothing was changed: you cannot move ${posts} with the schedule. About ${first.id}: ${first.why} With \`existing: keep\`, the posts keep their times.`,
  );
}
