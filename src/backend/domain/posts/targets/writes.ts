import { mayBecome, type TargetStatus } from '../../../../contract/posts/status.js';
import type { TargetContent } from '../../../../networks/content.js';
import type { TargetReport } from '../../../../networks/preflight.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { TargetRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { releaseSlots } from '../../slots/reservations.js';
import { insertTargets, type StoredTarget } from '../repository.js';
import {
  contentColumns,
  type DueClock,
  type DueTime,
  dueColumns,
  type PlannedContent,
  partsOf,
  wakeColumns,
} from './rows.js';

/** The clock and the time of a write. */
export interface Moment {
  readonly clock: DueClock;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

type Columns = Partial<Omit<TargetRow, 'id' | 'status'>>;

/**
 * Writes a target, provided that it has not changed since it was read and no process has claimed it.
 *
 * @throws RequestRefused if a process has claimed it in the meantime
 */
export async function writeTarget(
  trx: Write,
  target: TargetRow,
  status: TargetStatus,
  columns: Columns,
): Promise<void> {
  if (status !== target.status && !mayBecome(target.status, status)) {
    throw new Error(`A target that is ${target.status} cannot become ${status}.`);
  }
  const { numUpdatedRows } = await trx
    .updateTable('targets')
    .set({ ...columns, status })
    .where('id', '=', target.id)
    .where('status', '=', target.status)
    .where('attempt', '=', target.attempt)
    .where('lease_until', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) {
    throw new RequestRefused(
      'state_conflict',
      'Postrider started publishing the post while handling this request. Read the post again in a few seconds.',
    );
  }
}

/**
 * Makes a target due, with a fresh budget of attempts. If an earlier attempt may have posted it, the publisher first
 * reconciles that with the network.
 */
export async function makeDue(
  trx: Write,
  target: StoredTarget,
  due: DueTime,
  { clock, now }: Moment,
): Promise<void> {
  const fresh = target.in_doubt === 0 ? { first_attempt_at: null, prepared_json: '{}' } : {};
  await writeTarget(trx, target, 'pending', {
    ...dueColumns(due, clock),
    ...fresh,
    phase: null,
    attempt_base: target.attempt,
    error_json: null,
    updated_at: now,
  });
  await releaseSlots(trx, [target.id]);
  await resetParts(trx, target.id, 'failed');
}

/** Sends a target again that is known not to be at the network. Its outcome is no longer in doubt. */
export async function resendTarget(
  trx: Write,
  target: StoredTarget,
  due: DueTime,
  moment: Moment,
): Promise<void> {
  // The id is that of a draft in the network's inbox, if there is one.
  await writeTarget(trx, target, 'pending', { in_doubt: 0, network_post_id: null });
  await makeDue(trx, { ...target, status: 'pending', in_doubt: 0 }, due, moment);
}

/** Cancels a target that is not being sent. If it may have been posted, it stays in doubt. */
export async function cancelTarget(trx: Write, target: StoredTarget, now: number): Promise<void> {
  await writeTarget(trx, target, 'cancelled', {
    due_at: null,
    latest_at: null,
    wake_at: null,
    phase: null,
    updated_at: now,
  });
  await releaseSlots(trx, [target.id]);
}

/** Sends the `pending` parts of a target whose main post is published. */
export async function makePartsDue(
  trx: Write,
  target: StoredTarget,
  { clock, now }: Moment,
  phase: 'waiting' | 'reconciling' = 'waiting',
): Promise<void> {
  await writeTarget(trx, target, 'publishing', {
    ...wakeColumns(now, clock),
    phase,
    attempt_base: target.attempt,
    error_json: null,
    updated_at: now,
  });
}

/** Resets the parts with this status, so that they are sent again. */
export async function resetParts(trx: Write, targetId: string, status: 'failed' | 'unknown'): Promise<void> {
  await trx
    .updateTable('target_parts')
    .set({ status: 'pending', in_doubt: 0, first_attempt_at: null, error_json: null })
    .where('target_id', '=', targetId)
    .where('status', '=', status)
    .execute();
}

/** Replaces a target's content, and discards what was prepared at the network for the old content. */
async function replaceContent(
  trx: Write,
  target: StoredTarget,
  planned: PlannedContent,
  now: number,
): Promise<void> {
  await writeTarget(trx, target, target.status, {
    ...contentColumns(target.id, planned),
    prepared_json: '{}',
    updated_at: now,
  });
  await trx.deleteFrom('target_parts').where('target_id', '=', target.id).execute();
  await insertTargets(trx, [], partsOf(target.id, target.workspace_id, planned));
}

/** Replaces a target's content where a plan has another one for its account. */
export async function replaceIfChanged(
  trx: Write,
  target: StoredTarget,
  reports: readonly TargetReport[],
  now: number,
): Promise<void> {
  const planned = reports.find(({ accountId }) => accountId === target.account_id);
  if (!planned || JSON.stringify(planned.contentFor(target.id)) === target.content_json) return;
  await replaceContent(trx, target, planned, now);
}

/** Writes the board with which a target has been checked, where it has none: the default, or one that is newly known. */
export async function takeBoard(
  trx: Write,
  target: StoredTarget,
  reports: readonly TargetReport[],
  now: number,
): Promise<void> {
  const planned = reports.find(({ accountId }) => accountId === target.account_id)?.content.boardId ?? null;
  const { boardId = null }: Partial<TargetContent> = JSON.parse(target.content_json);
  if (planned === boardId || target.in_doubt > 0) return;
  await replaceIfChanged(trx, target, reports, now);
}
