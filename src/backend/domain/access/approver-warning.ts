import type { Issue } from '../../../contract/errors.js';
import type { Write } from '../../store/store.js';
import { approversOf } from './approvers.js';

/** What came of a change of somebody's access, with warnings. */
export interface AccessChanged<Result> {
  readonly result: Result;
  readonly warnings: Issue[];
}

/**
 * Changes somebody's access, and warns if only one person is left who can approve posts while the workspace requires
 * somebody other than the author: nobody can approve theirs.
 */
export async function withApproverWarning<Result>(
  trx: Write,
  workspaceId: string,
  change: () => Promise<Result>,
): Promise<AccessChanged<Result>> {
  const before = await approversOf(trx, workspaceId);
  const result = await change();
  const { requires_other_approver: isRequired } = await trx
    .selectFrom('workspaces')
    .select('requires_other_approver')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const after = await approversOf(trx, workspaceId);
  const [left] = after;
  if (isRequired === 0 || left === undefined || after.length > 1 || before.length === 1) {
    return { result, warnings: [] };
  }
  const warning: Issue = {
    code: 'no_other_approver',
    severity: 'warning',
    message: `Somebody other than the author approves each post in this workspace, and only ${left.name} can approve posts now: nobody can approve theirs.`,
    fix: 'Make somebody else approver, or let authors publish.',
  };
  return { result, warnings: [warning] };
}
