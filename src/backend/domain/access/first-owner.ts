import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { PersonRow } from '../../store/tables/people-rows.js';

/** How others see the first owner until they choose a name. */
const FIRST_NAME = 'Owner';

/**
 * The oldest active owner: whom the admin password, the links of a terminal and `postrider password` are for, if they name
 * nobody.
 *
 * @param workspaceId undefined: of any workspace
 */
export async function firstOwner(db: Queries, workspaceId?: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .innerJoin('memberships', 'memberships.person_id', 'people.id')
    .selectAll('people')
    .where('memberships.role', '=', 'owner')
    .where('people.disabled_at', 'is', null)
    .$if(workspaceId !== undefined, (query) =>
      query.where('memberships.workspace_id', '=', workspaceId ?? ''),
    )
    .orderBy('people.created_at')
    .orderBy('people.id')
    .limit(1)
    .executeTakeFirst();
}

/** @throws Error if the workspace has no owner, which no request can bring about */
export async function requireFirstOwner({ db }: Pick<Store, 'db'>, workspaceId: string): Promise<PersonRow> {
  const owner = await firstOwner(db, workspaceId);
  if (!owner) throw new Error(`The workspace ${workspaceId} has no owner.`);
  return owner;
}

/** Makes the first owner the owner of a new workspace. The first workspace creates them. */
export async function giveOwner(trx: Write, workspaceId: string, { clock, ids }: ClockAndIds): Promise<void> {
  const now = clock.now();
  const owner = (await firstOwner(trx)) ?? (await withoutMembership(trx));
  const personId = owner?.id ?? ids.next('person', now);
  if (!owner) {
    await trx
      .insertInto('people')
      .values({ id: personId, display_name: FIRST_NAME, created_at: now })
      .execute();
  }
  await trx
    .insertInto('memberships')
    .values({ person_id: personId, workspace_id: workspaceId, role: 'owner', created_at: now })
    .execute();
}

/** Whom an earlier version's admin password went to, if it was set before there was a workspace. */
function withoutMembership(trx: Write): Promise<Pick<PersonRow, 'id'> | undefined> {
  return trx
    .selectFrom('people')
    .leftJoin('memberships', 'memberships.person_id', 'people.id')
    .select('people.id')
    .where('memberships.role', 'is', null)
    .where('people.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}
