import { allows, type Role } from '../../../contract/roles.js';
import type { Scope } from '../../../contract/scopes.js';
import type { ActingPerson, Caller } from '../../operations/call.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';

/** A key with the scopes that it was made with. */
type GrantedKey = Omit<Caller['key'], 'scopes'> & { readonly scopes: readonly Scope[] };

/**
 * Who makes a request. The only place where rights come about: a key has its scopes, as far as the role allows them that
 * its person has now.
 *
 * @param person null: a key without one, which was made in a terminal
 */
export function callerWith(workspace: WorkspaceRow, key: GrantedKey, person: ActingPerson | null): Caller {
  if (person === null) return { workspace, key: { ...key, scopes: new Set(key.scopes) } };
  return { workspace, person, key: { ...key, scopes: new Set(scopesOf(person.role, key.scopes)) } };
}

/** What is left of scopes under a role. */
export function scopesOf(role: Role, granted: readonly Scope[]): Scope[] {
  return granted.filter((scope) => allows(role, scope));
}

/** A person as far as they can act in a workspace now; null: they are disabled, or not a member. */
export async function actingPerson(
  db: Queries,
  personId: string,
  workspaceId: string,
): Promise<ActingPerson | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.display_name', 'memberships.role'])
    .where('memberships.person_id', '=', personId)
    .where('memberships.workspace_id', '=', workspaceId)
    .where('people.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: personId, name: row.display_name, role: row.role } : null;
}
