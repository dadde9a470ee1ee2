import { MAX_POST_COUNT, type PostCount } from '../../../../contract/posts/posts.js';
import type { Queries } from '../../../store/store.js';
import { type Asking, needsOtherApprover, refusedAmong } from '../approval/other-approver.js';
import { countMatches, type PostSelection } from './index-scans.js';
import { firstOfList } from './list-posts.js';

/** Drafts whose authors are looked up: each in its own history. */
const MAX_LOOKED_UP = 100;

/** Drafts that propose a time. */
export interface Proposals {
  /** Among the newest, those that somebody else has to approve, because the caller wrote them. */
  readonly own: ReadonlySet<string>;
  /** How many the caller can approve. It is a minimum if there are more drafts than were looked up. */
  readonly approvable: PostCount;
}

/**
 * Finds which of the drafts that propose a time wait for the caller, and which for somebody else.
 *
 * @param most where counting ends
 */
export async function proposalsFor(
  db: Queries,
  caller: Asking,
  selection: Pick<PostSelection, 'platforms' | 'label' | 'text'> = {},
  most = MAX_POST_COUNT,
): Promise<Proposals> {
  const { workspace } = caller;
  const drafts: PostSelection = { ...selection, workspaceId: workspace.id, statuses: ['approval'] };
  if (!needsOtherApprover(workspace)) {
    return { own: new Set(), approvable: await countMatches(db, drafts, most) };
  }
  const { ids, isAll } = await firstOfList(db, { ...drafts, order: 'desc', limit: MAX_LOOKED_UP });
  const own = new Set(await refusedAmong(db, caller, ids));
  return { own, approvable: { count: ids.length - own.size, isExact: isAll } };
}
