import {
  INVITATION_DAYS,
  type Invitation,
  type WithdrawnInvitation,
} from '../../../contract/people/people.js';
import type { Role } from '../../../contract/roles.js';
import type { ClockAndIds } from '../../base/clock-and-ids.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { InvitationRow } from '../../store/tables/people-rows.js';
import { ensureActorKey } from '../access/actors.js';
import { addIdentity } from '../access/oidc/identities.js';
import type { OidcIdentity } from '../access/oidc/provider.js';
import { hashOfSecret, newSecret } from '../access/secrets.js';
import type { SignedIn } from '../access/sessions.js';
import { findWorkspace } from '../access/workspaces.js';

const DAY_MS = 24 * 60 * 60 * 1000;

interface NewInvitation {
  readonly workspaceId: string;
  readonly role: Role;
  readonly by: ChangedBy;
}

/**
 * Creates an invitation: one person can join the workspace with it, once, within seven days. Those that have expired are
 * deleted.
 *
 * @returns it with its secret, of which the database stores the SHA-256
 * @throws RequestRefused `limit_reached`
 */
export async function createInvitation(
  trx: Write,
  { workspaceId, role, by }: NewInvitation,
  { clock, ids }: ClockAndIds,
): Promise<Invitation & { readonly token: string }> {
  const now = clock.now();
  await trx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '<=', now)
    .where('used_by', 'is', null)
    .execute();
  await refuseAtLimit(trx, 'invitations', workspaceId);
  await refuseAtLimit(trx, 'memberships', workspaceId);
  const token = newSecret();
  const row = {
    id: ids.next('invitation', now),
    hash: hashOfSecret(token),
    workspace_id: workspaceId,
    role,
    api_key_id: by.apiKeyId,
    created_at: now,
    expires_at: now + INVITATION_DAYS * DAY_MS,
  };
  await trx.insertInto('invitations').values(row).execute();
  await recordActivity(trx, {
    ...{ workspaceId, objectId: row.id, operation: 'invitations.create', summary: `invited ${aRole(role)}` },
    ...by,
  });
  return { ...viewInvitation(row), token };
}

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(db: Queries, workspaceId: string, now: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .where('used_by', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(viewInvitation);
}

/** @throws RequestRefused `invitation_not_found` */
export async function withdrawInvitation(
  trx: Write,
  workspaceId: string,
  id: string,
  by: ChangedBy,
): Promise<WithdrawnInvitation> {
  const row = await trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('used_by', 'is', null)
    .returning('role')
    .executeTakeFirst();
  if (row === undefined) {
    throw new RequestRefused(
      'invitation_not_found',
      `There is no open invitation ${id} in this workspace. It may have been accepted or withdrawn.`,
    );
  }
  const summary = `withdrew the invitation of ${aRole(row.role)}`;
  await recordActivity(trx, { workspaceId, objectId: id, operation: 'invitations.withdraw', summary, ...by });
  return { id: id as Invitation['id'], deleted: true };
}

/** An invitation that somebody holds in their hands. */
export interface OpenInvitation {
  readonly id: string;
  readonly role: Role;
  readonly workspace: WorkspaceRow;
}

/**
 * An invitation that can be accepted.
 *
 * @param which its secret, or the id of one whose secret was shown before
 * @returns null if it was used, withdrawn, has expired, or never was
 */
export async function openInvitation(
  store: Pick<Store, 'db'>,
  which: { readonly token: string } | { readonly id: string },
  now: number,
): Promise<OpenInvitation | null> {
  const row = await store.db
    .selectFrom('invitations')
    .select(['id', 'role', 'workspace_id'])
    .where((is) => ('token' in which ? is('hash', '=', hashOfSecret(which.token)) : is('id', '=', which.id)))
    .where('expires_at', '>', now)
    .where('used_by', 'is', null)
    .executeTakeFirst();
  const workspace = row && (await findWorkspace(store, row.workspace_id));
  return workspace ? { id: row.id, role: row.role, workspace } : null;
}

/** Who accepts an invitation. */
export interface Joining {
  /** In lower case. */
  readonly signInName: string;
  readonly displayName: string;
  /** Null: they sign in at the provider alone. */
  readonly passwordHash: string | null;
  /** Their account at the provider, which they have just proved is theirs. */
  readonly identity?: OidcIdentity;
  readonly requestId: string;
}

/**
 * Lets somebody join with an invitation, which is then used.
 *
 * @param now workspace time, for the activity log
 * @returns null if the invitation was used or withdrawn meanwhile
 * @throws NameTaken
 * @throws IdentityTaken
 */
export async function acceptInvitation(
  trx: Write,
  { id, role, workspace }: OpenInvitation,
  { signInName, displayName, passwordHash, identity, requestId }: Joining,
  now: number,
  clockAndIds: ClockAndIds,
): Promise<SignedIn | null> {
  const at = clockAndIds.clock.now();
  const personId = clockAndIds.ids.next('person', at);
  const open = await trx
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return null;
  await refuseTakenName(trx, signInName, null);
  await trx
    .insertInto('people')
    .values({
      ...{ id: personId, name: signInName, display_name: displayName, password_hash: passwordHash },
      ...{ password_changed_at: passwordHash === null ? null : at, created_at: at },
    })
    .execute();
  if (identity) await addIdentity(trx, personId, identity, at);
  await trx
    .insertInto('memberships')
    .values({ person_id: personId, workspace_id: workspace.id, role, created_at: at })
    .execute();
  await trx.updateTable('invitations').set({ used_by: personId, used_at: at }).where('id', '=', id).execute();
  const actor = { id: personId, name: displayName };
  await recordActivity(trx, {
    ...{ workspaceId: workspace.id, apiKeyId: await ensureActorKey(trx, workspace, actor, clockAndIds) },
    ...{ operation: 'people.join', objectId: personId, summary: `joined as ${role}`, requestId, now },
  });
  return { personId, workspaceId: workspace.id };
}

/** Somebody else signs in with this name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/** @param except the person whose name it may be already @throws NameTaken */
export async function refuseTakenName(db: Queries, name: string, except: string | null): Promise<void> {
  const taken = await db.selectFrom('people').select('id').where('name', '=', name).executeTakeFirst();
  if (taken !== undefined && taken.id !== except) {
    throw new NameTaken(`Somebody else signs in as “${name}”. Choose another name.`);
  }
}

const aRole = (role: Role): string => `${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`;

type ShownRow = Pick<InvitationRow, 'id' | 'role' | 'created_at' | 'expires_at'>;

function viewInvitation({ id, role, created_at, expires_at }: ShownRow): Invitation {
  return {
    id: id as Invitation['id'],
    role,
    createdAt: new Date(created_at).toISOString(),
    expiresAt: new Date(expires_at).toISOString(),
  };
}
