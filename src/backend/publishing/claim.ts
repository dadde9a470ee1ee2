import { sql } from 'kysely';
import type { TargetContent } from '../../networks/content.js';
import type { IdSource } from '../ids.js';
import type { Prepared } from '../networks/adapter.js';
import type { AccountRow, TargetRow } from '../store/schema.js';
import type { Store, Write } from '../store/store.js';
import { LEASE_MS } from './timing.js';

/** Most targets that are claimed with one statement. */
export const BATCH = 32;

/** A target that belongs to this process until its lease runs out. */
export interface Claim {
  readonly target: TargetRow;
  readonly account: AccountRow;
  readonly attemptId: string;
  readonly content: TargetContent;
  readonly prepared: Prepared;
  /** Workspace time after which it may not go out by itself. */
  readonly latest: number;
  /** An earlier attempt may have posted it: that is looked into before anything is sent. */
  readonly inDoubt: boolean;
}

export interface ClaimOptions {
  /** System time, epoch milliseconds. */
  readonly now: number;
  /** False while run-out leases cannot be believed. */
  readonly rescue: boolean;
  /** Targets that this process is still working on. */
  readonly except: readonly string[];
  readonly limit: number;
}

/**
 * Takes what is due, and what a process that died or stopped left behind: one statement moves them to
 * `publishing`, counts the attempt and sets the lease; the same commit writes an attempt row for each.
 */
export async function claimDue(
  store: Store,
  ids: IdSource,
  options: ClaimOptions,
): Promise<readonly Claim[]> {
  if (!(await anythingToWake(store, options))) return [];
  return store.write(async (trx) => {
    const targets = await takeDue(trx, options);
    if (targets.length === 0) return [];
    await closeEarlierAttempts(trx, targets, options.now);
    const attemptIds = targets.map(() => ids.next('attempt', options.now));
    await trx
      .insertInto('attempts')
      .values(
        targets.map((target, index) => ({
          id: attemptIds[index] ?? ids.next('attempt', options.now),
          workspace_id: target.workspace_id,
          target_id: target.id,
          number: target.attempt,
          outcome: 'sending' as const,
          sent_at: null,
          started_at: options.now,
          ended_at: null,
          error_json: null,
        })),
      )
      .execute();
    await trx
      .updateTable('posts')
      .set({ status: 'publishing', updated_at: options.now })
      .where('id', 'in', [...new Set(targets.map((target) => target.post_id))])
      .where('status', '!=', 'publishing')
      .execute();
    return withAccounts(trx, targets, attemptIds);
  });
}

/** A read that keeps an idle publisher from ever taking the write lock. */
async function anythingToWake(store: Store, options: ClaimOptions): Promise<boolean> {
  const row = await store.db
    .selectFrom('targets')
    .select('id')
    .where('wake_at', '<=', options.now)
    .$if(!options.rescue, (query) => query.where('lease_until', 'is', null))
    .$if(options.except.length > 0, (query) => query.where('id', 'not in', options.except))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function takeDue(trx: Write, options: ClaimOptions): Promise<TargetRow[]> {
  const { now } = options;
  const targets = await trx
    .updateTable('targets')
    .set({
      status: 'publishing',
      phase: 'sending',
      attempt: sql`attempt + 1`,
      lease_until: now + LEASE_MS,
      wake_at: now + LEASE_MS,
      first_attempt_at: sql`coalesce(first_attempt_at, ${now})`,
      updated_at: now,
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('targets')
        .select('id')
        .where('wake_at', '<=', now)
        .$if(!options.rescue, (inner) => inner.where('lease_until', 'is', null))
        .$if(options.except.length > 0, (inner) => inner.where('id', 'not in', options.except))
        .orderBy('wake_at')
        .limit(options.limit),
    )
    .returningAll()
    .execute();
  return targets.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0));
}

/** Ends the attempts that a dead process left `sending`. */
async function closeEarlierAttempts(trx: Write, targets: readonly TargetRow[], now: number): Promise<void> {
  const again = targets.filter((target) => target.attempt > 1).map((target) => target.id);
  if (again.length === 0) return;
  await trx
    .updateTable('attempts')
    .set({
      outcome: sql`case when sent_at is null then 'abandoned' else 'unknown' end`,
      ended_at: now,
    })
    .where('target_id', 'in', again)
    .where('outcome', '=', 'sending')
    .execute();
}

async function withAccounts(
  trx: Write,
  targets: readonly TargetRow[],
  attemptIds: readonly string[],
): Promise<Claim[]> {
  const accountIds = [...new Set(targets.map((target) => target.account_id))];
  const accounts = await trx.selectFrom('accounts').selectAll().where('id', 'in', accountIds).execute();
  const accountById = new Map(accounts.map((account) => [account.id, account]));

  return targets.flatMap((target, index) => {
    const account = accountById.get(target.account_id);
    const attemptId = attemptIds[index];
    if (!account || !attemptId) return [];
    return {
      target,
      account,
      attemptId,
      content: JSON.parse(target.content_json),
      prepared: JSON.parse(target.prepared_json),
      latest: target.latest_at ?? target.updated_at,
      inDoubt: target.in_doubt === 1,
    };
  });
}
