import type { Issue } from '../../../contract/errors.js';
import type { Queries, Write } from '../../store/store.js';
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
  const isRequired = await requiresOther(trx, workspaceId);
  const after = await approversOf(trx, workspaceId);
  const [left] = after;
  if (!isRequired || left === undefined || after.length > 1 || before.length === 1) {
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

/**
 * What the workspace loses if somebody may not approve posts any more, in a sentence, before it happens.
 *
 * @returns null if somebody else can approve each post without them as well
 */
export async function lossWithout(
  db: Queries,
  workspaceId: string,
  personId: string,
): Promise<string | null> {
  if (!(await requiresOther(db, workspaceId))) return null;
  const approvers = await approversOf(db, workspaceId);
  const lost = approvers.find(({ id }) => id === personId);
  const [left, ...others] = approvers.filter(({ id }) => id !== personId);
  if (lost === undefined || left === undefined || others.length > 0) return null;
  return `Somebody other than the author approves each post in this workspace. Without ${lost.name}, only ${left.name} could approve posts, and nobody could approve theirs.`;
}

async function requiresOther(db: Queries, workspaceId: string): Promise<boolean> {
  const { requires_other_approver } = await db
    .selectFrom('workspaces')
    .select('requires_other_approver')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return requires_other_approver === 1;
}
