import { sql } from 'kysely';
import type { TargetContent } from '../../../networks/content.js';
import type { IdSource } from '../../base/ids.js';
import type { Prepared } from '../../networks/outgoing-post.js';
import { CHECK_REQUESTED, type LookUpOnly, lookUpOnly, REPEAT_REFUSED } from '../../store/doubt.js';
import { inList, jsonRows, valuesTable } from '../../store/queries/in-list.js';
import type { AccountRow, TargetPartRow, TargetRow, WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import type { ClaimOptions } from '../../work/due-table.js';
import { claimedBy, isDue, workspaceTimeOf } from '../../work/due-table.js';
import { TARGETS } from './target-table.js';

/** Due posts wait for this write, and it locks the rows that it takes. */
const HOW = { urgent: true, rows: true } as const;

/** A target that belongs to this process until its lease runs out. */
export interface Claim {
  readonly target: TargetRow;
  readonly account: AccountRow;
  readonly workspace: WorkspaceRow;
  /** What follows the main post, in order. */
  readonly parts: readonly TargetPartRow[];
  readonly attemptId: string;
  readonly content: TargetContent;
  readonly prepared: Prepared;
  /** Workspace time after which it is not sent by itself. */
  readonly latest: number;
  /** An earlier attempt may have posted it: that is reconciled before anything is sent. */
  readonly inDoubt: boolean;
  /** Why it is only looked up, and not sent; null: it may be sent. */
  readonly lookUpOnly: LookUpOnly | null;
  /** Workspace time before which its call must not leave. */
  readonly notBefore: number;
}

/**
 * Claims targets that are due, and rescues those of a process that died or stopped. One statement moves them to
 * `publishing`, counts the attempt and sets the lease; the same commit writes an attempt row for each.
 */
export function claimTargets(store: Store, ids: IdSource, options: ClaimOptions): Promise<readonly Claim[]> {
  return store.write(async (trx) => {
    const targets = await takeDue(trx, options);
    if (targets.length === 0) return [];
    await closeAbandonedAttempts(trx, targets, options.now);
    await trx
      .updateTable('posts')
      .set({ status: 'publishing', updated_at: workspaceTimeOf('posts', options.now) })
      .where('id', 'in', inList(distinct(targets, 'post_id')))
      .where('status', '!=', 'publishing')
      .execute();
    const claims = await claimsOf(trx, targets, (workspace) =>
      ids.next('attempt', workspaceNow(workspace, options.now)),
    );
    if (claims.length > 0) await insertAttempts(trx, claims, options.now);
    return claims;
  }, HOW);
}

const LOOKED_UP = sql.join([sql.lit(REPEAT_REFUSED), sql.lit(CHECK_REQUESTED)]);

/**
 * Skips targets and posts that another process is claiming or somebody is changing at this moment. If they are still
 * due afterwards, the next claim takes them.
 */
async function takeDue(trx: Write, options: ClaimOptions): Promise<TargetRow[]> {
  const { now, limit } = options;
  const targets = await trx
    .with(
      (due) => due('due').materialized(),
      (query) =>
        query
          .selectFrom('targets')
          .innerJoin('posts', 'posts.id', 'targets.post_id')
          .select('targets.id')
          .where(isDue(TARGETS, options))
          .orderBy('targets.wake_at')
          .limit(limit)
          .forUpdate(['targets', 'posts'])
          .skipLocked(),
    )
    .updateTable('targets')
    .set({
      status: 'publishing',
      // What is only looked up is not sent: the post, or the parts of one that is published.
      phase: sql`case when in_doubt in (${LOOKED_UP}) or (network_post_id is not null and exists (
          select 1 from target_parts where target_parts.target_id = targets.id
            and target_parts.status = 'pending' and target_parts.in_doubt in (${LOOKED_UP})))
        then 'reconciling' else 'sending' end`,
      attempt: sql`attempt + 1`,
      ...claimedBy(options),
      first_attempt_at: sql`coalesce(first_attempt_at, ${workspaceTimeOf('targets', now)})`,
      updated_at: workspaceTimeOf('targets', now),
    })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
  return targets.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
}

/** Ends the attempts that a dead process left as `sending`. */
async function closeAbandonedAttempts(trx: Write, targets: readonly TargetRow[], now: number): Promise<void> {
  // Pass the expected outcome as a row value: with a literal PostgreSQL starts from that index and underestimates the
  // rows.
  const again = targets.filter((target) => target.attempt > 1).map((target) => [target.id, 'sending']);
  if (again.length === 0) return;
  await sql`update attempts set
      outcome = case when sent_at is null then 'abandoned' else 'unknown' end,
      ended_at = (select coalesce(w.clock_frozen_at, cast(${now} as bigint) + w.clock_offset_ms)
        from workspaces w where w.id = attempts.workspace_id)
    from ${valuesTable(again)}
    where attempts.target_id = input_rows.value ->> 0 and attempts.outcome = input_rows.value ->> 1`.execute(
    trx,
  );
}

/** Passes the rows as one parameter, so that the statement is the same for any number of them. */
async function insertAttempts(trx: Write, claims: readonly Claim[], now: number): Promise<void> {
  const attempts = claims.map(({ target, workspace, attemptId, inDoubt, parts }) => [
    attemptId,
    target.workspace_id,
    target.id,
    target.attempt,
    workspaceNow(workspace, now),
    inDoubt || parts.some((part) => part.in_doubt > 0) ? 1 : 0,
  ]);
  await sql`insert into attempts (id, workspace_id, target_id, number, outcome, started_at, in_doubt)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), 'sending', cast(value ->> 4 as bigint),
      cast(value ->> 5 as bigint)
    from json_each(${jsonRows(attempts)})`.execute(trx);
}

/** Adds to each target what its delivery needs: its account, its workspace and its parts. */
async function claimsOf(
  trx: Write,
  targets: readonly TargetRow[],
  attemptIdFor: (workspace: WorkspaceRow) => string,
): Promise<Claim[]> {
  const accounts = await rowsById(
    trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', 'in', inList(distinct(targets, 'account_id')))
      .execute(),
  );
  const workspaces = await rowsById(
    trx
      .selectFrom('workspaces')
      .selectAll()
      .where('id', 'in', inList(distinct(targets, 'workspace_id')))
      .execute(),
  );
  const rows = await trx
    .selectFrom('target_parts')
    .selectAll()
    .where('target_id', 'in', inList(distinct(targets, 'id')))
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
      inDoubt: target.in_doubt > 0,
      lookUpOnly: lookUpOnly(target.in_doubt),
      notBefore: notBefore(target),
    };
  });
}

/**
 * Only a first attempt is claimed ahead of its time. The time of a retry or a rescued target had come when it was
 * claimed, whatever a wall clock says that has been set back since.
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
  rows: Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  return new Map((await rows).map((row) => [row.id, row]));
}
