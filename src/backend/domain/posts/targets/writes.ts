import { mayBecome, type TargetStatus } from '../../../../contract/posts/status.js';
import type { TargetContent } from '../../../../networks/content.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { TargetRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { releaseSlots } from '../../slots/reservations.js';
import { insertTargets, type StoredTarget } from '../repository.js';
import { contentColumns, type DueClock, type DueTime, dueColumns, partsOf, wakeColumns } from './rows.js';

/** When something is written. */
export interface Moment {
  readonly clock: DueClock;
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

type Columns = Partial<Omit<TargetRow, 'id' | 'status'>>;

/**
 * Writes a target that no process holds, if it is still as it was read.
 *
 * @throws RequestRefused where a process has taken it up in the meantime
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
      'It began to be published at this moment. Read the post again in a few seconds.',
    );
  }
}

/**
 * Makes a target due. What an earlier attempt may have posted stays in doubt: that is looked into before
 * anything is sent. Otherwise it begins anew, with a fresh budget of attempts.
 */
export async function makeDue(
  trx: Write,
  target: StoredTarget,
  due: DueTime,
  { clock, now }: Moment,
): Promise<void> {
  const anew = target.in_doubt === 0 ? { first_attempt_at: null, prepared_json: '{}' } : {};
  await writeTarget(trx, target, 'pending', {
    ...dueColumns(due, clock),
    ...anew,
    phase: null,
    attempt_base: target.attempt,
    error_json: null,
    updated_at: now,
  });
  await releaseSlots(trx, [target.id]);
  await resetParts(trx, target.id, 'failed');
}

/** What was to be sent is known not to be there: it is sent again, and nothing is in doubt any more. */
export async function resendTarget(
  trx: Write,
  target: StoredTarget,
  due: DueTime,
  moment: Moment,
): Promise<void> {
  await writeTarget(trx, target, 'pending', { in_doubt: 0 });
  await makeDue(trx, { ...target, status: 'pending', in_doubt: 0 }, due, moment);
}

/** Stops a target that nothing is being done for. What may have been posted stays in doubt. */
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

/** Sends the parts of a target again that are `pending`, its main post being out. */
export async function makePartsDue(trx: Write, target: StoredTarget, { clock, now }: Moment): Promise<void> {
  await writeTarget(trx, target, 'publishing', {
    ...wakeColumns(now, clock),
    phase: 'waiting',
    attempt_base: target.attempt,
    error_json: null,
    updated_at: now,
  });
}

/** Parts with this status are to be sent again. */
export async function resetParts(trx: Write, targetId: string, status: 'failed' | 'unknown'): Promise<void> {
  await trx
    .updateTable('target_parts')
    .set({ status: 'pending', in_doubt: 0, first_attempt_at: null, error_json: null })
    .where('target_id', '=', targetId)
    .where('status', '=', status)
    .execute();
}

/** Gives a target other content. What was prepared at the network held the old one. */
export async function replaceContent(
  trx: Write,
  target: StoredTarget,
  content: TargetContent,
  now: number,
): Promise<void> {
  await writeTarget(trx, target, target.status, {
    ...contentColumns(content),
    prepared_json: '{}',
    updated_at: now,
  });
  await trx.deleteFrom('target_parts').where('target_id', '=', target.id).execute();
  await insertTargets(
    trx,
    [],
    partsOf(target.id, target.workspace_id, { platform: target.platform, content }),
  );
}
