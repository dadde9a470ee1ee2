import { machineZone } from '../../../time/machine-zone.js';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';

/** How late a post may go out by itself, in milliseconds: one hour, against a laptop that slept. */
const GRACE_MS = 60 * 60 * 1000;

export interface NewWorkspace {
  readonly name: string;
  /** IANA zone that local times mean in this workspace. */
  readonly timezone: string;
  /** Simulated networks and a movable clock; fixed for the workspace's life. */
  readonly sandbox: boolean;
  /** Epoch milliseconds at which a sandbox's clock stands still from the start; absent: it runs with the system's. */
  readonly frozenAt?: number;
}

/** What makes new rows: the time and the ids. */
export interface ClockAndIds {
  readonly clock: Clock;
  readonly ids: IdSource;
}

export function createWorkspace(
  store: Store,
  workspace: NewWorkspace,
  clockAndIds: ClockAndIds,
): Promise<WorkspaceRow> {
  return store.write((trx) => insertWorkspace(trx, workspace, clockAndIds));
}

/** The workspace with an id; undefined where there is none. */
export function findWorkspace(store: Store, id: string): Promise<WorkspaceRow | undefined> {
  return store.db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A workspace's present time, epoch milliseconds, by its clock as it is set now; the system's where it is gone. */
export async function timeOfWorkspace(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: string,
): Promise<number> {
  const workspace = await findWorkspace(store, id);
  return workspace ? workspaceNow(workspace, clock.now()) : clock.now();
}

/**
 * The workspace that a backend starts with: the oldest one, made now where there is none. Safe to call from
 * several processes on one data folder.
 *
 * @param wanted how it is made, where it is to differ
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

/** The networks that come with the package are simulations, so what starts by itself is a sandbox. */
function firstWorkspace(): NewWorkspace {
  return { name: 'My workspace', timezone: machineZone() ?? 'UTC', sandbox: true };
}

function oldestWorkspace(queries: Queries): Promise<WorkspaceRow | undefined> {
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
  { clock, ids }: ClockAndIds,
): Promise<WorkspaceRow> {
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
  };
  await trx.insertInto('workspaces').values(row).execute();
  return row;
}
