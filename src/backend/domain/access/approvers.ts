import { allows, type Right, ROLE_NAMES, type Role } from '../../../contract/roles.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';

/** Somebody who may approve posts. */
export interface Approver {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The people who can approve posts of others now, who joined first comes first. */
export function approversOf(db: Queries, workspaceId: string): Promise<Approver[]> {
  return activeWith(db, workspaceId, 'posts:publish');
}

/** The people who can write posts now. */
export function writersOf(db: Queries, workspaceId: string): Promise<Approver[]> {
  return activeWith(db, workspaceId, 'posts:write');
}

/**
 * People without whom some post could be approved by nobody, because the workspace requires somebody other than its
 * author: all approvers, if they are no more than two.
 *
 * @returns their ids; empty while the rule is off
 */
export async function neededApprovers(
  db: Queries,
  { id, requires_other_approver }: Pick<WorkspaceRow, 'id' | 'requires_other_approver'>,
): Promise<ReadonlySet<string>> {
  if (requires_other_approver === 0) return new Set();
  const approvers = await approversOf(db, id);
  return new Set(approvers.length > 2 ? [] : approvers.map((approver) => approver.id));
}

function activeWith(db: Queries, workspaceId: string, right: Right): Promise<Approver[]> {
  const roles = ROLE_NAMES.filter((role) => allows(role, right));
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id', 'people.display_name as name', 'memberships.role'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', 'in', roles)
    .where('people.disabled_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('people.id')
    .execute();
}
