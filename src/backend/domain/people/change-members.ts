import type { Role } from '../../../contract/roles.js';
import { RequestRefused } from '../../operations/refusal.js';
import { type ActivityOperation, type ChangedBy, recordActivity } from '../../store/activity.js';
import type { Queries, Write } from '../../store/store.js';
import { removeFactors } from '../access/factors/factors.js';
import { endAccess } from '../access/passwords.js';
import { findMember, type Member } from './members.js';

/** Whose access changes, in which workspace, and who changes it. */
export interface MemberChange {
  readonly workspaceId: string;
  readonly personId: string;
  readonly by: ChangedBy;
}

/**
 * Gives a person another role. It holds from their next request on, for their keys and connections as well.
 *
 * @throws RequestRefused `person_not_found`, or `last_owner`
 */
export async function changeRole(trx: Write, change: MemberChange, role: Role): Promise<Member> {
  const member = await requireMember(trx, change);
  if (member.role === role) return member;
  if (role !== 'owner') await refuseLastOwner(trx, member, [change.workspaceId]);
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('person_id', '=', member.id)
    .where('workspace_id', '=', change.workspaceId)
    .execute();
  await record(trx, change, 'people.update', `made ${member.displayName} ${role}, from ${member.role}`);
  return { ...member, role };
}

/**
 * Takes the access from a person until they are enabled again: their sessions end at once, and their keys and connections
 * are refused.
 *
 * @param now system time
 * @throws RequestRefused `person_not_found`, or `last_owner`
 */
export async function disablePerson(trx: Write, change: MemberChange, now: number): Promise<Member> {
  const member = await requireMember(trx, change);
  if (member.disabledAt !== null) return member;
  await refuseLastOwner(trx, member, await workspacesOf(trx, member.id));
  await trx.updateTable('people').set({ disabled_at: now }).where('id', '=', member.id).execute();
  await endAccess(trx, member.id);
  await record(trx, change, 'people.update', `disabled ${member.displayName}`);
  return { ...member, disabledAt: now };
}

/** Gives a disabled person their access back. @throws RequestRefused `person_not_found` */
export async function enablePerson(trx: Write, change: MemberChange): Promise<Member> {
  const member = await requireMember(trx, change);
  if (member.disabledAt === null) return member;
  await trx.updateTable('people').set({ disabled_at: null }).where('id', '=', member.id).execute();
  await record(trx, change, 'people.update', `enabled ${member.displayName}`);
  return { ...member, disabledAt: null };
}

/**
 * Removes a person from a workspace: their sessions end, and their keys and connections are revoked. What they did keeps
 * their name. Somebody who is in no other workspace cannot sign in any more, and their sign-in name is free.
 *
 * @param now system time
 * @throws RequestRefused `person_not_found`, or `last_owner`
 */
export async function removeMember(trx: Write, change: MemberChange, now: number): Promise<Member> {
  const { workspaceId } = change;
  const member = await requireMember(trx, change);
  await refuseLastOwner(trx, member, [workspaceId]);
  await trx
    .deleteFrom('memberships')
    .where('person_id', '=', member.id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await trx
    .deleteFrom('sessions')
    .where('person_id', '=', member.id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await trx
    .deleteFrom('sign_in_links')
    .where('person_id', '=', member.id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', member.id)
    // Their internal key names what they did, and cannot be sent.
    .where('kind', '!=', 'person')
    .where('revoked_at', 'is', null)
    .execute();
  if ((await workspacesOf(trx, member.id)).length === 0) await forgetSignIn(trx, member.id, now);
  await record(trx, change, 'people.remove', `removed ${member.displayName}, who was ${member.role}`);
  return member;
}

async function forgetSignIn(trx: Write, personId: string, now: number): Promise<void> {
  await removeFactors(trx, personId);
  await trx
    .updateTable('people')
    .set({ name: null, password_hash: null, password_changed_at: null, disabled_at: now })
    .where('id', '=', personId)
    .execute();
}

/** @throws RequestRefused `person_not_found` */
export async function requireMember(
  db: Queries,
  { workspaceId, personId }: Pick<MemberChange, 'workspaceId' | 'personId'>,
): Promise<Member> {
  const member = await findMember(db, workspaceId, personId);
  if (member) return member;
  throw new RequestRefused('person_not_found', `There is no person ${personId} in this workspace.`);
}

/** Someone has to be able to give roles. */
async function refuseLastOwner(
  trx: Write,
  { id, role, displayName, disabledAt }: Member,
  workspaceIds: readonly string[],
): Promise<void> {
  if (role !== 'owner' || disabledAt !== null) return;
  for (const workspaceId of workspaceIds) {
    const other = await trx
      .selectFrom('memberships')
      .innerJoin('people', 'people.id', 'memberships.person_id')
      .select('people.id')
      .where('memberships.workspace_id', '=', workspaceId)
      .where('memberships.role', '=', 'owner')
      .where('people.disabled_at', 'is', null)
      .where('people.id', '!=', id)
      .limit(1)
      .executeTakeFirst();
    if (other !== undefined) continue;
    throw new RequestRefused(
      'last_owner',
      `${displayName} is the last owner of the workspace, so they keep the role and their access. Make somebody else an owner first.`,
    );
  }
}

async function workspacesOf(trx: Write, personId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('workspace_id')
    .where('person_id', '=', personId)
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

function record(
  trx: Write,
  { workspaceId, personId, by }: MemberChange,
  operation: ActivityOperation,
  summary: string,
): Promise<void> {
  return recordActivity(trx, { workspaceId, objectId: personId, operation, summary, ...by });
}
