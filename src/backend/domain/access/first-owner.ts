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
export async function giveOwner(trx: Write, workspaceId: string, clockAndIds: ClockAndIds): Promise<void> {
  const owner = await ownerIn(trx, clockAndIds);
  await trx
    .insertInto('memberships')
    .values({
      person_id: owner.id,
      workspace_id: workspaceId,
      role: 'owner',
      created_at: clockAndIds.clock.now(),
    })
    .execute();
}

/** The first owner. Before the first start there is no workspace yet: who is created then will own the first one. */
export function firstOwnerOrNew(
  store: Store,
  clockAndIds: ClockAndIds,
): Promise<Pick<PersonRow, 'id' | 'display_name'>> {
  return store.write((trx) => ownerIn(trx, clockAndIds));
}

async function ownerIn(
  trx: Write,
  { clock, ids }: ClockAndIds,
): Promise<Pick<PersonRow, 'id' | 'display_name'>> {
  const owner = (await firstOwner(trx)) ?? (await withoutMembership(trx));
  if (owner !== undefined) return owner;
  const now = clock.now();
  const made = { id: ids.next('person', now), display_name: FIRST_NAME, created_at: now };
  await trx.insertInto('people').values(made).execute();
  return made;
}

/** Whom an admin password went to that was set before there was a workspace. */
function withoutMembership(trx: Write): Promise<Pick<PersonRow, 'id' | 'display_name'> | undefined> {
  return trx
    .selectFrom('people')
    .leftJoin('memberships', 'memberships.person_id', 'people.id')
    .select(['people.id', 'people.display_name'])
    .where('memberships.role', 'is', null)
    .where('people.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}
