import type { Issue } from '../../../../contract/errors.js';
import { changesContent } from '../../../store/content-changes.js';
import type { Write } from '../../../store/store.js';
import type { ChangeCall } from '../change.js';
import type { FieldChange } from '../history.js';
import type { StoredPost } from '../repository.js';
import { stateConflict } from '../state-conflict.js';
import { isUntouched } from '../targets/state.js';
import { needsOtherApprover, refuseAuthor } from './other-approver.js';

const TIMES: readonly string[] = ['scheduledAt', 'timezone'];

/**
 * Whether an edit ends the approval of a scheduled post, because somebody other than its author has to approve its content.
 *
 * @throws RequestRefused if the author moves it, or if a part of it is published already
 */
export async function endsApproval(
  trx: Write,
  { caller }: ChangeCall,
  { post, targets }: StoredPost,
  changes: readonly FieldChange[],
): Promise<boolean> {
  if (!needsOtherApprover(caller.workspace) || post.status === 'draft') return false;
  if (!changesContent(changes)) {
    if (changes.some(({ field }) => TIMES.includes(field))) await refuseAuthor(trx, caller, post, 'publish');
    return false;
  }
  if (post.status !== 'scheduled') return false;
  if (!targets.every(isUntouched)) {
    throw stateConflict(
      'Somebody other than the author has to approve a change of this post, and Postrider has begun to publish it. Cancel what is left, and create a new post.',
      post,
    );
  }
  return true;
}

/** The warning that goes with it. */
export const APPROVAL_ENDED: Issue = {
  code: 'approval_ended',
  severity: 'warning',
  message:
    'The post is a draft again and waits for approval at the time that it had: in this workspace, somebody other than its author approves each change of it.',
};
