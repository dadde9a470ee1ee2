import { machineZone } from '../../../time/machine-zone.js';
import type { Clock } from '../../base/clock.js';
import type { ClockAndIds } from '../../base/clock-and-ids.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { giveOwner } from './first-owner.js';

/** How late a post may still be published automatically, in milliseconds. One hour covers a laptop that was asleep. */
const GRACE_MS = 60 * 60 * 1000;

export interface NewWorkspace {
  readonly name: string;
  /** IANA zone of local times in this workspace. */
  readonly timezone: string;
  /** Simulated networks and a movable clock. It cannot be changed later. */
  readonly sandbox: boolean;
  /** Epoch milliseconds at which a sandbox clock starts frozen; by default it runs with the system clock. */
  readonly frozenAt?: number;
}

export function createWorkspace(
  store: Store,
  workspace: NewWorkspace,
  clockAndIds: ClockAndIds,
): Promise<WorkspaceRow> {
  return store.write((trx) => insertWorkspace(trx, workspace, clockAndIds));
}

export function findWorkspace(store: Pick<Store, 'db'>, id: string): Promise<WorkspaceRow | undefined> {
  return store.db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The workspace that somebody who signs in gets to: the oldest of theirs. Null: they have none. */
export async function workspaceToEnter({ db }: Store, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('workspaces.id')
    .where('memberships.person_id', '=', personId)
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A workspace's current time in epoch milliseconds, read from its clock again; system time if it no longer exists. */
export async function timeOfWorkspace(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: string,
): Promise<number> {
  const workspace = await findWorkspace(store, id);
  return workspace ? workspaceNow(workspace, clock.now()) : clock.now();
}

/**
 * Returns the oldest workspace, and creates it if there is none. Safe to call from several processes on one database.
 *
 * @param wanted settings that differ from the defaults
 */
export async function ensureFirstWorkspace(
  store: Store,
  clockAndIds: ClockAndIds,
  wanted: Partial<NewWorkspace> = {},
): Promise<WorkspaceRow> {
  return (
    (await oldestWorkspace(store.db)) ??
    (await store.write(
      async (trx) =>
        (await oldestWorkspace(trx)) ?? insertWorkspace(trx, { ...firstWorkspace(), ...wanted }, clockAndIds),
    ))
  );
}

/** The first workspace is a sandbox, because the networks in the package are simulated. */
function firstWorkspace(): NewWorkspace {
  return { name: 'My workspace', timezone: machineZone() ?? 'UTC', sandbox: true };
}

/** The first workspace; undefined before the first start. */
export function oldestWorkspace(queries: Queries): Promise<WorkspaceRow | undefined> {
  return queries
    .selectFrom('workspaces')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

async function insertWorkspace(
  trx: Write,
  workspace: NewWorkspace,
  clockAndIds: ClockAndIds,
): Promise<WorkspaceRow> {
  const { clock, ids } = clockAndIds;
  const now = clock.now();
  const row: WorkspaceRow = {
    id: ids.next('workspace', now),
    name: workspace.name,
    sandbox: workspace.sandbox ? 1 : 0,
    timezone: workspace.timezone,
    grace_ms: GRACE_MS,
    clock_offset_ms: 0,
    clock_frozen_at: workspace.frozenAt ?? null,
    created_at: now,
    requires_second_factor: 0,
    requires_other_approver: 0,
  };
  await trx.insertInto('workspaces').values(row).execute();
  await giveOwner(trx, row.id, clockAndIds);
  return row;
}
