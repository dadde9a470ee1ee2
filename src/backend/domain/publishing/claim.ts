import { sql } from 'kysely';
import type { Platform } from '../../../contract/platforms.js';
import type { TargetContent } from '../../../networks/content.js';
import type { IdSource } from '../../base/ids.js';
import type { Prepared } from '../../networks/adapter.js';
import { among, given, rowsOf } from '../../store/among.js';
import type { AccountRow, TargetPartRow, TargetRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { mayBeClaimed, workspaceTimeOf } from '../../work/due.js';

/**
 * Most targets that are claimed with one statement, unless more than these are due at once. PostgreSQL plans by it: told
 * of a thousand, it reads all of a table of some thousand rows for one.
 */
export const BATCH = 32;

/** What is due waits for it; and it locks what it takes. */
const HOW = { urgent: true, rows: true } as const;

/** A target that belongs to this process until its lease runs out. */
export interface Claim {
  readonly target: TargetRow;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
  /** What follows the main post, in its order. */
  readonly parts: readonly TargetPartRow[];
  readonly attemptId: string;
  readonly content: TargetContent;
  readonly prepared: Prepared;
  /** Workspace time after which it may not go out by itself. */
  readonly latest: number;
  /** An earlier attempt may have posted it: that is looked into before anything is sent. */
  readonly inDoubt: boolean;
  /** Workspace time before which its call may not leave. */
  readonly notBefore: number;
}

/** What is due, and for whom. */
export interface DueOptions {
  /** System time, epoch milliseconds. */
  readonly now: number;
  /** False while run-out leases cannot be believed. */
  readonly rescue: boolean;
  /** Targets that this process is still working on although their leases ran out. */
  readonly except: readonly string[];
  /** Networks for which nothing can be begun now. */
  readonly closed: readonly Platform[];
  /** By how many milliseconds a target is claimed before its time; 0 unless told. */
  readonly ahead?: number;
}

export interface ClaimOptions extends DueOptions {
  /** For how long what is claimed belongs to this process, in milliseconds. */
  readonly lease: number;
  readonly limit: number;
}

/**
 * Takes what is due, and what a process that died or stopped left behind: one statement moves them to
 * `publishing`, counts the attempt and sets the lease; the same commit writes an attempt row for each.
 */
export function claimDue(store: Store, ids: IdSource, options: ClaimOptions): Promise<readonly Claim[]> {
  return store.write(async (trx) => {
    const targets = await takeDue(trx, options);
    if (targets.length === 0) return [];
    await closeEarlierAttempts(trx, targets, options.now);
    await trx
      .updateTable('posts')
      .set({ status: 'publishing', updated_at: workspaceTimeOf('posts', options.now) })
      .where('id', 'in', among(distinct(targets, 'post_id')))
      .where('status', '!=', 'publishing')
      .execute();
    const claims = await withSurroundings(trx, targets, (workspace) =>
      ids.next('attempt', workspaceNow(workspace, options.now)),
    );
    if (claims.length > 0) await beginAttempts(trx, claims, options.now);
    return claims;
  }, HOW);
}

/**
 * How many there are to claim, up to `most`: a read, so that an idle publisher never takes the write lock, and one
 * that finds many claims them with one commit.
 */
export async function countDue(store: Store, options: DueOptions, most: number): Promise<number> {
  const rows = await store.db
    .selectFrom('targets')
    .select('id')
    .where('wake_at', '<=', options.now + (options.ahead ?? 0))
    .where(mayBeClaimed(options.now, options.rescue, 'targets', options.ahead))
    .$if(options.except.length > 0, (query) => query.where('id', 'not in', options.except))
    .$if(options.closed.length > 0, (query) => query.where('platform', 'not in', options.closed))
    .limit(most)
    .execute();
  return rows.length;
}

/**
 * Targets, and their posts, that another process claims or somebody changes at this moment are skipped: they are
 * there to be claimed when that has ended, as far as they are still due then.
 */
async function takeDue(trx: Write, options: ClaimOptions): Promise<TargetRow[]> {
  const { now, lease, ahead = 0 } = options;
  const targets = await trx
    .with(
      (due) => due('due').materialized(),
      (query) =>
        query
          .selectFrom('targets')
          .innerJoin('posts', 'posts.id', 'targets.post_id')
          .select('targets.id')
          .where('targets.wake_at', '<=', now + ahead)
          .where(mayBeClaimed(now, options.rescue, 'targets', ahead))
          .$if(options.except.length > 0, (some) => some.where('targets.id', 'not in', options.except))
          .$if(options.closed.length > 0, (some) => some.where('targets.platform', 'not in', options.closed))
          .orderBy('targets.wake_at')
          .limit(options.limit)
          .forUpdate(['targets', 'posts'])
          .skipLocked(),
    )
    .updateTable('targets')
    .set({
      status: 'publishing',
      phase: 'sending',
      attempt: sql`attempt + 1`,
      lease_until: now + lease,
      wake_at: now + lease,
      first_attempt_at: sql`coalesce(first_attempt_at, ${workspaceTimeOf('targets', now)})`,
      updated_at: workspaceTimeOf('targets', now),
    })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
  return targets.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
}

/** Ends the attempts that a dead process left `sending`. */
async function closeEarlierAttempts(trx: Write, targets: readonly TargetRow[], now: number): Promise<void> {
  // What an attempt must be is given with its target: PostgreSQL begins with what it is told to be, and thinks it few.
  const again = targets.filter((target) => target.attempt > 1).map((target) => [target.id, 'sending']);
  if (again.length === 0) return;
  await sql`update attempts set
      outcome = case when sent_at is null then 'abandoned' else 'unknown' end,
      ended_at = (select coalesce(w.clock_frozen_at, cast(${now} as bigint) + w.clock_offset_ms)
        from workspaces w where w.id = attempts.workspace_id)
    from ${given(again)}
    where attempts.target_id = given.value ->> 0 and attempts.outcome = given.value ->> 1`.execute(trx);
}

/** As one parameter, so that the statement is the same for any number of them. */
async function beginAttempts(trx: Write, claims: readonly Claim[], now: number): Promise<void> {
  const begun = claims.map(({ target, workspace, attemptId }) => [
    attemptId,
    target.workspace_id,
    target.id,
    target.attempt,
    workspaceNow(workspace, now),
  ]);
  await sql`insert into attempts (id, workspace_id, target_id, number, outcome, started_at)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), 'sending', cast(value ->> 4 as bigint)
    from json_each(${rowsOf(begun)})`.execute(trx);
}

/** Adds to each target what a delivery needs beside it: its account, its workspace, its parts. */
async function withSurroundings(
  trx: Write,
  targets: readonly TargetRow[],
  attemptIdFor: (workspace: WorkspaceRow) => string,
): Promise<Claim[]> {
  const accounts = await rowsById(
    trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', among(distinct(targets, 'account_id')))
      .execute(),
  );
  const workspaces = await rowsById(
    trx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', 'in', among(distinct(targets, 'workspace_id')))
      .execute(),
  );
  const rows = await trx
    .selectFrom('target_parts')
    .selectAll()
    .where('target_id', 'in', among(distinct(targets, 'id')))
    .orderBy('position')
    .execute();
  const parts = new Map<string, TargetPartRow[]>();
  for (const row of rows) parts.set(row.target_id, [...(parts.get(row.target_id) ?? []), row]);

  return targets.flatMap((target) => {
    const account = accounts.get(target.account_id);
    const workspace = workspaces.get(target.workspace_id);
    if (!account || !workspace) return [];
    return {
      target,
      account,
      workspace,
      parts: parts.get(target.id) ?? [],
      attemptId: attemptIdFor(workspace),
      content: JSON.parse(target.content_json),
      prepared: JSON.parse(target.prepared_json),
      latest: target.latest_at ?? target.updated_at,
      inDoubt: target.in_doubt === 1,
      notBefore: notBefore(target),
    };
  });
}

/**
 * Only a first attempt is claimed ahead of its time. One that is tried again, or was left behind until a lease had run
 * out, had come to it, whatever a wall clock says that has been set back since.
 */
function notBefore({ attempt, attempt_base, due_at }: TargetRow): number {
  return attempt - attempt_base === 1 ? (due_at ?? 0) : 0;
}

function distinct<Name extends 'id' | 'post_id' | 'account_id' | 'workspace_id'>(
  targets: readonly TargetRow[],
  name: Name,
): string[] {
  return [...new Set(targets.map((target) => target[name]))];
}

async function rowsById<Row extends { readonly id: string }>(
  reading: Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  return new Map((await reading).map((row) => [row.id, row]));
}
