import { sql } from 'kysely';
import { METRIC_WINDOWS, type MetricWindow, type MissingReason } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import type { MeasuredForm } from '../../../networks/metric-rules.js';
import type { AccountRow, WorkspaceRow } from '../../store/schema.js';
import type { Queries, Store, Write } from '../../store/store.js';
import type { MetricAccountRow, MetricTargetRow, ReadingColumn } from '../../store/tables/metric-rows.js';
import { wakeAt } from '../../store/workspace-clock.js';
import { type ClaimOptions, claimedBy, isDue, workspaceTimeOf } from '../../work/due-table.js';
import { Lease, type LeaseDependencies } from '../../work/lease.js';
import { METRIC_ACCOUNTS } from './metric-table.js';
import { dayOf, type NextReading, startOfDay } from './reading-plan.js';
import { dueAt, packReading, type Reading, readingColumn } from './reading-text.js';
import { formOfTarget } from './target-form.js';

/** An account whose numbers this process reads until its lease runs out. */
export interface MetricClaim {
  readonly row: MetricAccountRow;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
}

/** Claims accounts that are due, and rescues those of a process that died. */
export async function claimMetricAccounts(
  store: Store,
  options: ClaimOptions,
): Promise<readonly MetricClaim[]> {
  return store.write(async (trx) => {
    const rows = await trx
      .updateTable('metric_accounts')
      .set({
        ...claimedBy(options),
        attempt: sql`attempt + 1`,
        updated_at: workspaceTimeOf('metric_accounts', options.now),
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('metric_accounts')
          .select('id')
          .where(isDue(METRIC_ACCOUNTS, options))
          .orderBy('wake_at')
          .limit(options.limit),
      )
      .returningAll()
      .execute();
    if (rows.length === 0) return [];
    const accounts = await trx
      .selectFrom('accounts')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const workspaces = await trx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', 'in', [...new Set(rows.map((row) => row.workspace_id))])
      .execute();
    return rows.flatMap((row) => {
      const account = accounts.find(({ id }) => id === row.id);
      const workspace = workspaces.find(({ id }) => id === row.workspace_id);
      return account && workspace ? [{ row, account, workspace }] : [];
    });
  });
}

/** The lease on an account's readings. */
export class MetricLease extends Lease {
  constructor(
    { row: { id, attempt, lease_until: leaseUntil } }: MetricClaim,
    dependencies: LeaseDependencies,
  ) {
    super(METRIC_ACCOUNTS, { id, attempt, leaseUntil }, dependencies);
  }

  /** @returns false where it was lost */
  renew(): Promise<boolean> {
    return this.writeWhileHeld({});
  }
}

/** A target whose reading is due. */
export interface DueTarget extends MetricTargetRow, MeasuredForm {
  readonly next_hours: number;
  readonly platform: Platform;
  /** Null: the target is no longer published. */
  readonly network_post_id: string | null;
}

/** The targets of an account whose readings are due, the longest waiting first. @param now workspace time */
export async function dueTargets(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly DueTarget[]> {
  const rows = await db
    .selectFrom('metric_targets')
    .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .selectAll('metric_targets')
    .select(['targets.platform', 'targets.status', 'targets.network_post_id', 'content_json', 'posts.kind'])
    .where('metric_targets.account_id', '=', accountId)
    .where('metric_targets.next_at', '<=', now)
    .orderBy('metric_targets.next_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ status, next_hours, content_json, kind, ...row }) =>
    next_hours === null
      ? []
      : [
          {
            ...row,
            next_hours,
            ...formOfTarget({ platform: row.platform, content_json }, kind),
            network_post_id: status === 'published' ? row.network_post_id : null,
          },
        ],
  );
}

/** A target after what was due of it has been read, or will not be. */
export interface SettledTarget {
  readonly seq: number;
  readonly publishedAt: number;
  /** The age, in hours, that was due. */
  readonly dueHours: number;
  readonly readings: readonly (readonly [MetricWindow, Reading])[];
  readonly next: NextReading | null;
}

/** What one attempt to read an account's numbers has brought. */
export interface ReadNumbers {
  readonly settled: readonly SettledTarget[];
  /** Null: not read. */
  readonly followers: number | null;
  /** Whether the network has answered about the followers, if only that it does not say. */
  readonly askedFollowers: boolean;
  /** Requests that were made. */
  readonly requests: number;
  /** What kept it from reading everything; null: nothing. */
  readonly held: MissingReason | null;
  /** Workspace time before which not to try again; null: at once. */
  readonly notBefore: number | null;
}

export interface Instants {
  /** Workspace time. */
  readonly now: number;
  readonly systemNow: number;
}

/**
 * Stores what an attempt has read, and when the next one is due, in one commit.
 *
 * @param also further writes in that commit
 * @returns false where another process has claimed the account: then nothing was written
 */
export function finishReading(
  store: Store,
  { row, workspace }: MetricClaim,
  read: ReadNumbers,
  { now, systemNow }: Instants,
  also: (trx: Write) => Promise<void>,
): Promise<boolean> {
  return store.write(async (trx) => {
    // A target that is planned meanwhile waits for this lock, or is seen below.
    const current = await trx
      .selectFrom('metric_accounts')
      .select(['attempt', 'active_until'])
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst();
    if (current?.attempt !== row.attempt) return false;
    const clock = await trx
      .selectFrom('workspaces')
      .select(['clock_offset_ms', 'clock_frozen_at'])
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    for (const { seq, next, ...target } of read.settled) {
      await trx
        .updateTable('metric_targets')
        .set({ next_hours: next?.hours ?? null, next_at: next?.at ?? null, ...readingsOf(target) })
        .where('seq', '=', seq)
        .execute();
    }
    const today = dayOf(now);
    if (read.followers !== null) {
      await trx
        .insertInto('follower_counts')
        .values({
          ...{ account_id: row.id, workspace_id: row.workspace_id, day: today },
          ...{ followers: read.followers, read_at: now },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const followersDay = read.askedFollowers ? today : row.followers_day;
    const due = await nextDue(trx, row.id, {
      followersAt: Math.max(startOfDay(followersDay + 1), read.askedFollowers ? 0 : now),
      activeUntil: current.active_until,
      notBefore: read.notBefore,
    });
    await trx
      .updateTable('metric_accounts')
      .set({
        due_at: due,
        wake_at: due === null ? null : wakeAt(clock, due, systemNow),
        lease_until: null,
        updated_at: now,
        failures: read.held === null ? 0 : row.failures + 1,
        held: read.held,
        requests_day: today,
        requests: requestsOn(row, today) + read.requests,
        followers_day: followersDay,
      })
      .where('id', '=', row.id)
      .execute();
    await also(trx);
    return true;
  });
}

/** What was read, as it is stored. */
function readingsOf({
  publishedAt,
  readings,
}: Pick<SettledTarget, 'publishedAt' | 'readings'>): Partial<Record<ReadingColumn, string>> {
  return Object.fromEntries(
    readings.map(([window, reading]) => [
      readingColumn(window),
      packReading(reading, dueAt(publishedAt, window)),
    ]),
  );
}

/** How many readings a workspace has, those that came to nothing included. */
export async function countReadings(db: Queries, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('metric_targets')
    .select(({ fn }) =>
      METRIC_WINDOWS.map((window) => fn.count(readingColumn(window)).as(readingColumn(window))),
    )
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return METRIC_WINDOWS.reduce((total, window) => total + Number(row[readingColumn(window)]), 0);
}

/** How many requests were made for an account on a day. */
export function requestsOn({ requests_day, requests }: MetricAccountRow, day: number): number {
  return requests_day === day ? requests : 0;
}

interface Earliest {
  /** When the followers are to be read next. */
  readonly followersAt: number;
  readonly activeUntil: number;
  readonly notBefore: number | null;
}

/** When to read an account again; null: there is nothing to read. */
async function nextDue(
  trx: Write,
  accountId: string,
  { followersAt, activeUntil, notBefore }: Earliest,
): Promise<number | null> {
  const { first } = await trx
    .selectFrom('metric_targets')
    .select(({ fn }) => fn.min<number | null>('next_at').as('first'))
    .where('account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const followers = followersAt < activeUntil ? followersAt : null;
  const due = [first, followers].filter((instant) => instant !== null);
  return due.length === 0 ? null : Math.max(Math.min(...due), notBefore ?? 0);
}

/** Gives back an account whose attempt was interrupted: the next process reads it at once. @param now system time */
export async function releaseMetricAccount(store: Store, { row }: MetricClaim, now: number): Promise<void> {
  await store.write((trx) =>
    trx
      .updateTable('metric_accounts')
      .set({ wake_at: now, lease_until: null })
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .execute(),
  );
}
