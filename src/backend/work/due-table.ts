import { type RawBuilder, sql } from 'kysely';
import type { WorkspaceRow } from '../store/schema.js';
import type { Queries, Store, Write } from '../store/store.js';

/** Which jobs are due. */
export interface DueOptions {
  /** System time, epoch milliseconds. */
  readonly now: number;
  /** Whether to rescue jobs whose lease has run out; false while expired leases cannot be trusted. */
  readonly rescue: boolean;
  /** Jobs that this process is still working on although their leases have run out. */
  readonly except: readonly string[];
  /** Keys with free concurrency slots. */
  readonly open: readonly string[];
  /** Keys that are claimed together with those but have too few free slots now. */
  readonly closed: readonly string[];
  /** How many milliseconds before its time a job may be claimed; default 0. */
  readonly ahead?: number;
}

export interface ClaimOptions extends DueOptions {
  /** How long the lease lasts, in milliseconds. */
  readonly lease: number;
  readonly limit: number;
}

/**
 * A table whose rows are jobs. Its rows have `id`, `workspace_id`, `due_at` in workspace time, and in system
 * time `wake_at` (when to look at the row: it is due, or its lease has run out) and `lease_until` (null: unclaimed).
 */
export interface DueTable {
  readonly name:
    | 'targets'
    | 'sends'
    | 'webhook_deliveries'
    | 'inbox_notices'
    | 'metric_accounts'
    | 'alert_channels';
  /** The column that counts attempts; with the id, it fences what is written about one attempt. */
  readonly attempt: 'attempt' | 'attempts';
  /** The `status` of a claimed row; absent: the table has no status, because a row is deleted when its job is done. */
  readonly claimedStatus?: string;
  /** The status of a row that may be claimed ahead of its time. */
  readonly aheadStatus?: string;
  /** What a claimable row must fulfil beside its time: it has a free concurrency slot, and its turn has come. */
  claimable(options: DueOptions): RawBuilder<boolean> | null;
  /**
   * The rows that may still fall due, found through an index however many others there are.
   *
   * @param workspaceId the workspace whose rows to find
   */
  openRows(workspaceId: string): RawBuilder<boolean>;
  /** The rows of all workspaces that have been attempted and are not final, found the same way. */
  readonly startedRows: RawBuilder<boolean>;
  /** The column that holds when a row was last written, in workspace time. */
  readonly writtenColumn: 'updated_at' | 'last_attempt_at';
  /** When the row's wait began, in workspace time. */
  readonly waitingSince: RawBuilder<number>;
}

/**
 * The current time of the workspace that a row belongs to, as SQL.
 *
 * @param table a table with a `workspace_id`
 * @param now system time, epoch milliseconds
 */
export function workspaceTimeOf(table: DueTable['name'] | 'posts', now: number): RawBuilder<number> {
  return sql`(select coalesce(w.clock_frozen_at, cast(${now} as bigint) + w.clock_offset_ms)
    from workspaces w where w.id = ${sql.ref(`${table}.workspace_id`)})`;
}

/**
 * Whether a row is to be claimed: it is due in its workspace's time, or its lease has run out. A row whose `wake_at`
 * was set before somebody froze the workspace's clock is not due.
 */
export function isDue(table: DueTable, options: DueOptions): RawBuilder<boolean> {
  const { now, rescue, except, ahead = 0 } = options;
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table.name}.${name}`);
  const dueBy = (time: number): RawBuilder<boolean> =>
    sql`${column('due_at')} <= ${workspaceTimeOf(table.name, time)}`;
  const due =
    ahead > 0 && table.aheadStatus !== undefined
      ? sql`(${dueBy(now)} or (${column('status')} = ${sql.lit(table.aheadStatus)} and ${dueBy(now + ahead)}))`
      : dueBy(now);
  const unclaimed = sql`(${column('lease_until')} is null and ${due})`;
  const inTime = rescue ? sql`(${unclaimed} or ${column('lease_until')} <= ${now})` : unclaimed;
  const conditions = [sql`${column('wake_at')} <= ${now + ahead}`, inTime];
  if (except.length > 0) conditions.push(sql`${column('id')} not in (${sql.join([...except])})`);
  const claimable = table.claimable(options);
  if (claimable) conditions.push(claimable);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a row has the status of a claimed one. */
export function hasClaimedStatus({ claimedStatus }: DueTable): RawBuilder<boolean> {
  return claimedStatus === undefined ? sql`true` : sql`status = ${claimedStatus}`;
}

/** How many rows are due, up to `limit`. This only reads, so that an idle worker never takes the write lock. */
export async function countDue(
  { db }: Pick<Store, 'db'>,
  table: DueTable,
  options: DueOptions,
  limit: number,
): Promise<number> {
  const { rows } = await sql`select id from ${sql.table(table.name)}
    where ${isDue(table, options)} limit ${limit}`.execute(db);
  return rows.length;
}

/** What a claim writes to each row that it takes, whatever else the table keeps. */
export function claimedBy({ now, lease }: Pick<ClaimOptions, 'now' | 'lease'>) {
  return { lease_until: now + lease, wake_at: now + lease };
}

/**
 * When to look next at a row of the table.
 *
 * @param after system time: everything due until then, and `ahead` of it, has been claimed as far as possible
 * @returns system time; null: nothing will fall due by itself
 */
export async function nextWake(
  { db }: Pick<Store, 'db'>,
  { name, aheadStatus }: DueTable,
  after: number,
  ahead = 0,
): Promise<number | null> {
  const unseen =
    ahead > 0 && aheadStatus !== undefined
      ? sql` and (status <> ${sql.lit(aheadStatus)} or wake_at > ${after + ahead})`
      : sql``;
  const status = aheadStatus === undefined ? sql`null` : sql.ref('status');
  const { rows } = await sql<{ wake_at: number; status: string | null }>`select wake_at, ${status} as status
    from ${sql.table(name)} where wake_at > ${after}${unseen} order by wake_at limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return row.status !== null && row.status === aheadStatus ? row.wake_at - ahead : row.wake_at;
}

/**
 * Recomputes `wake_at` of a workspace's waiting rows from `due_at` and the workspace's clock, after the clock was moved
 * or the rows were written by the system's clock.
 *
 * @param now system time
 */
export async function alignWakeTimes(
  trx: Write,
  table: DueTable,
  { id, clock_frozen_at: frozenAt, clock_offset_ms: offset }: WorkspaceClockRow,
  now: number,
): Promise<void> {
  const wake =
    frozenAt === null
      ? sql`due_at - ${offset}`
      : sql`case when due_at <= ${frozenAt} then case when wake_at < ${now} then wake_at else ${now} end end`;
  await sql`update ${sql.table(table.name)} set wake_at = ${wake}
    where ${table.openRows(id)} and lease_until is null and due_at is not null
      and wake_at is distinct from ${wake}`.execute(trx);
}

type WorkspaceClockRow = Pick<WorkspaceRow, 'id' | 'clock_offset_ms' | 'clock_frozen_at'>;

/** Aligns the rows of every workspace whose clock is not the system's: sandboxes in which somebody tests. */
export async function alignMovedWorkspaces(store: Store, table: DueTable, now: number): Promise<void> {
  const moved = await store.db
    .selectFrom('workspaces')
    .select(['id', 'clock_offset_ms', 'clock_frozen_at'])
    .where((where) => where.or([where('clock_offset_ms', '!=', 0), where('clock_frozen_at', 'is not', null)]))
    .execute();
  if (moved.length === 0) return;
  await store.write(async (trx) => {
    for (const workspace of moved) await alignWakeTimes(trx, table, workspace, now);
  });
}

/** The workspace time at which the next row falls due of those that wait for a frozen clock; null: none waits. */
export async function nextDueAt(db: Queries, table: DueTable, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ due: number | null }>`select min(due_at) as due from ${sql.table(table.name)}
    where ${table.openRows(workspaceId)} and lease_until is null and wake_at is null`.execute(db);
  return rows[0]?.due ?? null;
}
