import type { SetFault } from '../../../contract/sandbox/sandbox.js';
import { MAX_SNAPSHOTS, type TestSnapshot } from '../../../contract/sandbox/snapshots.js';
import type { Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { requireSandbox } from '../../operations/require-sandbox.js';
import type { Store, Write } from '../../store/store.js';
import { type WorkspaceClock, workspaceNow } from '../../store/workspace-clock.js';
import type { FileId } from '../media/stray-files.js';
import type { Epochs } from './epochs.js';
import type { Faults } from './faults.js';
import { type ClockPorts, readClock, restoreClock } from './move-clock.js';
import {
  checkReferencesLate,
  insertRows,
  ownedTables,
  type Rows,
  readAnswers,
  readRows,
  readScheduleAccounts,
  removeAnswers,
  removeRows,
} from './workspace-rows.js';

/** Who may come in, and uploads that are under way, stay as they are. */
const LEFT_ALONE = ['workspaces', 'api_keys', 'sessions', 'sign_in_links', 'media_uploads'];

interface Kept {
  readonly view: TestSnapshot;
  readonly rows: ReadonlyMap<string, Rows>;
  readonly clock: WorkspaceClock;
  readonly faults: readonly SetFault[];
  /** Hexadecimal SHA-256 of the media whose bytes it needs. */
  readonly files: ReadonlySet<unknown>;
}

/** How sandboxes stood, by workspace. Snapshots end with the process. */
export class Snapshots {
  readonly #kept = new Map<string, Map<string, Kept>>();
  #count = 0;

  /** Whether the bytes of a file are needed to bring a snapshot back. */
  holds({ workspaceId, sha256 }: FileId): boolean {
    return [...(this.#kept.get(workspaceId)?.values() ?? [])].some(({ files }) => files.has(sha256));
  }

  list(workspaceId: string): TestSnapshot[] {
    return [...(this.#kept.get(workspaceId)?.values() ?? [])].map(({ view }) => view);
  }

  /** @throws RequestRefused where there are as many as there may be */
  add(workspaceId: string, kept: Omit<Kept, 'view'>, view: Omit<TestSnapshot, 'id'>): TestSnapshot {
    const all = this.#kept.get(workspaceId) ?? new Map<string, Kept>();
    if (all.size >= MAX_SNAPSHOTS) {
      throw new RequestRefused(
        'state_conflict',
        `The workspace keeps ${MAX_SNAPSHOTS} snapshots already. Drop one: DELETE /v1/test/snapshots/{id}.`,
      );
    }
    this.#count += 1;
    const whole = { id: `snap_${this.#count}`, ...view };
    this.#kept.set(workspaceId, all.set(whole.id, { ...kept, view: whole }));
    return whole;
  }

  /** @throws RequestRefused */
  require(workspaceId: string, id: string): Kept {
    const kept = this.#kept.get(workspaceId)?.get(id);
    if (kept) return kept;
    throw new RequestRefused(
      'snapshot_not_found',
      `There is no snapshot ${id} in this workspace. Snapshots end with the process that took them.`,
    );
  }

  drop(workspaceId: string, id: string): void {
    this.require(workspaceId, id);
    this.#kept.get(workspaceId)?.delete(id);
  }
}

export interface SnapshotPorts extends ClockPorts {
  readonly snapshots: Snapshots;
  readonly epochs: Epochs;
  readonly faults: Faults;
  /** Something may be due that was not. */
  wake(): void;
}

type SnapshotHandlers = Pick<
  Handlers,
  'testSnapshots.list' | 'testSnapshots.take' | 'testSnapshots.restore' | 'testSnapshots.drop'
>;

export function snapshotHandlers(ports: SnapshotPorts): SnapshotHandlers {
  const { snapshots } = ports;
  return {
    'testSnapshots.list': async ({ caller: { workspace } }) => {
      requireSandbox(workspace);
      return { data: snapshots.list(workspace.id) };
    },
    'testSnapshots.take': async ({ caller: { workspace } }) => {
      requireSandbox(workspace);
      return takeSnapshot(ports, workspace.id);
    },
    'testSnapshots.restore': async ({ caller: { workspace }, params: { id } }) => {
      requireSandbox(workspace);
      return restoreSnapshot(ports, workspace.id, id);
    },
    'testSnapshots.drop': async ({ caller: { workspace }, params: { id } }) => {
      requireSandbox(workspace);
      snapshots.drop(workspace.id, id);
      return { id };
    },
  };
}

/** @throws RequestRefused where there are as many as there may be */
export async function takeSnapshot(ports: SnapshotPorts, workspaceId: string): Promise<TestSnapshot> {
  const { store, faults, snapshots } = ports;
  await ports.runDue();
  const clock = await readClock(ports, workspaceId);
  const rows = await allRows(store, workspaceId);
  const found = [...rows].filter(([, { length }]) => length > 0);
  const files = new Set((rows.get('media') ?? []).map(({ sha256 }) => sha256));
  const asked = faults.list(workspaceId).map(({ id: _id, befell: _befell, ...fault }) => fault);
  return snapshots.add(
    workspaceId,
    { rows, clock, files, faults: asked },
    {
      takenAt: new Date(workspaceNow(clock, ports.clock.now())).toISOString(),
      frozen: clock.clock_frozen_at !== null,
      rows: Object.fromEntries(found.map(([table, { length }]) => [table, length])),
    },
  );
}

/** @throws RequestRefused where there is no such snapshot, or somebody else is moving the clock */
export async function restoreSnapshot(
  ports: SnapshotPorts,
  workspaceId: string,
  snapshotId: string,
): Promise<TestSnapshot> {
  const { store, faults, epochs } = ports;
  const { rows, clock, faults: asked, view } = ports.snapshots.require(workspaceId, snapshotId);
  await ports.runDue();
  epochs.begin(workspaceId);
  await store.write(async (trx) => {
    await checkReferencesLate(trx, store.engine);
    await putBack(trx, workspaceId, rows, clock);
  });
  await restoreClock(ports, workspaceId, clock);
  faults.clear(workspaceId);
  for (const fault of asked) faults.set(workspaceId, fault);
  ports.wake();
  return view;
}

async function allRows(store: Store, workspaceId: string): Promise<Map<string, Rows>> {
  const tables = (await ownedTables(store)).filter((name) => !LEFT_ALONE.includes(name));
  return store.write(async (trx) => {
    const rows = new Map<string, Rows>();
    for (const table of tables) rows.set(table, await readRows(trx, table, workspaceId));
    rows.set('schedule_accounts', await readScheduleAccounts(trx, workspaceId));
    rows.set('idempotency', await readAnswers(trx, workspaceId));
    return rows;
  });
}

/** One transaction: nobody sees anything in between, and nothing becomes due by a clock that is not its own. */
async function putBack(
  trx: Write,
  workspaceId: string,
  rows: ReadonlyMap<string, Rows>,
  clock: WorkspaceClock,
): Promise<void> {
  await removeAnswers(trx, workspaceId);
  const owned = [...rows.keys()].filter((name) => name !== 'schedule_accounts' && name !== 'idempotency');
  for (const table of owned) await removeRows(trx, table, workspaceId);
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
