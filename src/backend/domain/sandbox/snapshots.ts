import type { SetFault } from '../../../contract/sandbox/sandbox.js';
import { MAX_SNAPSHOTS, type TestSnapshot } from '../../../contract/sandbox/snapshots.js';
import type { Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Store, Write } from '../../store/store.js';
import { type WorkspaceClock, workspaceNow } from '../../store/workspace-clock.js';
import type { FileId } from '../media/stray-files.js';
import type { Epochs } from './epochs.js';
import type { Faults } from './faults.js';
import { type ClockDependencies, readClock, restoreClock } from './move-clock.js';
import { requireSandbox } from './require-sandbox.js';
import {
  deferForeignKeys,
  deleteIdempotencyRecords,
  deleteRows,
  insertRows,
  ownedTables,
  type Rows,
  readIdempotencyRecords,
  readRows,
  readScheduleAccounts,
} from './workspace-rows.js';

/** Credentials, uploads in progress and unsaved forms are not part of a snapshot. */
const EXCLUDED_TABLES = [
  'workspaces',
  'api_keys',
  'sessions',
  'sign_in_links',
  'memberships',
  'invitations',
  'media_uploads',
  'kept_forms',
  'sign_in_steps',
];

/** Tables whose rows have no workspace, but belong to rows that have one. */
const OWNED_THROUGH_OTHERS = ['schedule_accounts', 'idempotency'];

interface Kept {
  readonly view: TestSnapshot;
  readonly rows: ReadonlyMap<string, Rows>;
  readonly clock: WorkspaceClock;
  readonly faults: readonly SetFault[];
  /** SHA-256, in hexadecimal, of the media files it needs. */
  readonly files: ReadonlySet<unknown>;
}

/** Snapshots of sandboxes, by workspace. They are kept in memory. */
export class Snapshots {
  readonly #kept = new Map<string, Map<string, Kept>>();
  #count = 0;

  /** Whether a snapshot needs a file. */
  holds({ workspaceId, sha256 }: FileId): boolean {
    return [...(this.#kept.get(workspaceId)?.values() ?? [])].some(({ files }) => files.has(sha256));
  }

  list(workspaceId: string): TestSnapshot[] {
    return [...(this.#kept.get(workspaceId)?.values() ?? [])].map(({ view }) => view);
  }

  /** @throws RequestRefused if the workspace has the maximum number of snapshots */
  add(workspaceId: string, kept: Omit<Kept, 'view'>, view: Omit<TestSnapshot, 'id'>): TestSnapshot {
    const all = this.#kept.get(workspaceId) ?? new Map<string, Kept>();
    if (all.size >= MAX_SNAPSHOTS) {
      throw new RequestRefused(
        'state_conflict',
        `The workspace already has ${MAX_SNAPSHOTS} snapshots, which is the maximum. Delete one with \`DELETE /v1/test/snapshots/{id}\`.`,
      );
    }
    this.#count += 1;
    const whole = { id: `snap_${this.#count}`, ...view };
    this.#kept.set(workspaceId, all.set(whole.id, { ...kept, view: whole }));
    return whole;
  }

  /** @throws RequestRefused if there is no such snapshot */
  require(workspaceId: string, id: string): Kept {
    const kept = this.#kept.get(workspaceId)?.get(id);
    if (kept) return kept;
    throw new RequestRefused(
      'snapshot_not_found',
      `There is no snapshot ${id} in this workspace. Snapshots are lost when the process that took them ends.`,
    );
  }

  drop(workspaceId: string, id: string): void {
    this.require(workspaceId, id);
    this.#kept.get(workspaceId)?.delete(id);
  }
}

export interface SnapshotDependencies extends ClockDependencies {
  readonly snapshots: Snapshots;
  readonly epochs: Epochs;
  readonly faults: Faults;
  /** Wakes the workers, because something may be due now. */
  wake(): void;
}

type SnapshotHandlers = Pick<
  Handlers,
  'testSnapshots.list' | 'testSnapshots.take' | 'testSnapshots.restore' | 'testSnapshots.drop'
>;

export function snapshotHandlers(dependencies: SnapshotDependencies): SnapshotHandlers {
  const { snapshots } = dependencies;
  return {
    'testSnapshots.list': async ({ caller: { workspace } }) => {
      requireSandbox(workspace);
      return { data: snapshots.list(workspace.id) };
    },
    'testSnapshots.take': async ({ caller: { workspace } }) => {
      requireSandbox(workspace);
      return takeSnapshot(dependencies, workspace.id);
    },
    'testSnapshots.restore': async ({ caller: { workspace }, params: { id } }) => {
      requireSandbox(workspace);
      return restoreSnapshot(dependencies, workspace.id, id);
    },
    'testSnapshots.drop': async ({ caller: { workspace }, params: { id } }) => {
      requireSandbox(workspace);
      snapshots.drop(workspace.id, id);
      return { id };
    },
  };
}

/** @throws RequestRefused if the workspace has the maximum number of snapshots */
export async function takeSnapshot(
  dependencies: SnapshotDependencies,
  workspaceId: string,
): Promise<TestSnapshot> {
  const { store, faults, snapshots } = dependencies;
  await dependencies.runDue();
  const clock = await readClock(dependencies, workspaceId);
  const rows = await allRows(store, workspaceId);
  const found = [...rows].filter(([, { length }]) => length > 0);
  const files = new Set((rows.get('media') ?? []).map(({ sha256 }) => sha256));
  const activeFaults = faults.list(workspaceId).map(({ id: _id, affected: _affected, ...fault }) => fault);
  return snapshots.add(
    workspaceId,
    { rows, clock, files, faults: activeFaults },
    {
      takenAt: new Date(workspaceNow(clock, dependencies.clock.now())).toISOString(),
      frozen: clock.clock_frozen_at !== null,
      rows: Object.fromEntries(found.map(([table, { length }]) => [table, length])),
    },
  );
}

/** @throws RequestRefused if there is no such snapshot, or another request is moving the clock */
export async function restoreSnapshot(
  dependencies: SnapshotDependencies,
  workspaceId: string,
  snapshotId: string,
): Promise<TestSnapshot> {
  const { store, faults, epochs } = dependencies;
  const { rows, clock, faults: savedFaults, view } = dependencies.snapshots.require(workspaceId, snapshotId);
  await dependencies.runDue();
  epochs.begin(workspaceId);
  await store.write(async (trx) => {
    await deferForeignKeys(trx, store.engine);
    await restoreRows(trx, workspaceId, rows, clock);
  });
  await restoreClock(dependencies, workspaceId, clock);
  faults.clear(workspaceId);
  for (const fault of savedFaults) faults.set(workspaceId, fault);
  dependencies.wake();
  return view;
}

async function allRows(store: Store, workspaceId: string): Promise<Map<string, Rows>> {
  const tables = (await ownedTables(store)).filter((name) => !EXCLUDED_TABLES.includes(name));
  return store.write(async (trx) => {
    const rows = new Map<string, Rows>();
    for (const table of tables) rows.set(table, await readRows(trx, table, workspaceId));
    rows.set('schedule_accounts', await readScheduleAccounts(trx, workspaceId));
    rows.set('idempotency', await readIdempotencyRecords(trx, workspaceId));
    return rows;
  });
}

/** Restores rows and clock in one transaction, so that nothing becomes due by the wrong clock. */
async function restoreRows(
  trx: Write,
  workspaceId: string,
  rows: ReadonlyMap<string, Rows>,
  clock: WorkspaceClock,
): Promise<void> {
  await deleteIdempotencyRecords(trx, workspaceId);
  const owned = [...rows.keys()].filter((name) => !OWNED_THROUGH_OTHERS.includes(name));
  for (const table of owned) await deleteRows(trx, table, workspaceId);
  for (const [table, kept] of rows) await insertRows(trx, table, kept);
  await trx
    .deleteFrom('stray_files')
    .where('of_workspace', '=', workspaceId)
    .where('sha256', 'in', (query) =>
      query.selectFrom('media').select('sha256').where('workspace_id', '=', workspaceId),
    )
    .execute();
  await trx.updateTable('workspaces').set(clock).where('id', '=', workspaceId).execute();
}
