import type { Issue } from '../../../../contract/errors.js';
import { clockNote } from '../../../../time/clock-notes.js';
import type { TargetRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';
import { chooseSlots } from '../../slots/choose-slots.js';
import { reserveSlots } from '../../slots/reservations.js';
import type { AccountSlot } from '../../slots/slots.js';
import type { Plan } from './plan.js';

/** A plan with the slots for its targets; empty unless its mode is `queue`. */
export interface QueuePlan extends Plan {
  /** By account. */
  readonly slots: ReadonlyMap<string, AccountSlot>;
}

export interface QueueInput {
  readonly workspaceId: string;
  readonly slotId?: string | undefined;
  readonly together?: boolean | undefined;
  /** Targets of the post itself, whose current slots count as free. */
  readonly except?: readonly string[];
  /** Workspace time, epoch milliseconds. */
  readonly now: number;
}

/**
 * Adds open slots to a plan with mode `queue`, or the error that explains why there are none. Slots are only chosen
 * here: to reserve them, call this in the transaction that writes the targets, then `reserveQueueSlots`.
 */
export async function chooseQueueSlots(db: Queries, plan: Plan, queueInput: QueueInput): Promise<QueuePlan> {
  const slots = new Map<string, AccountSlot>();
  if (plan.mode !== 'queue' || plan.refusals.length > 0 || plan.accounts.length === 0) {
    return { ...plan, slots };
  }
  const { workspaceId, slotId, together, now } = queueInput;
  const except = new Set(queueInput.except);
  const choice = await chooseSlots(db, {
    workspaceId,
    accounts: plan.accounts,
    slotId,
    together,
    now,
    except,
  });
  if (!choice.ok) return { ...plan, slots, refusals: [choice.refusal] };
  const times = new Map([...choice.slots].map(([id, { occurrence }]) => [id, occurrence.publishAt]));
  return {
    ...plan,
    slots: choice.slots,
    times,
    scheduledAt: Math.min(...times.values()),
    warnings: [...plan.warnings, ...[...choice.slots.values()].flatMap(warningsOfClocks)],
  };
}

/** Reserves the slots of a plan for its targets, which must be written already. */
export function reserveQueueSlots(
  trx: Write,
  { slots }: QueuePlan,
  targets: readonly Pick<TargetRow, 'id' | 'account_id'>[],
  { workspaceId, now }: Pick<QueueInput, 'workspaceId' | 'now'>,
): Promise<void> {
  const reservations = targets.flatMap(({ id, account_id }) => {
    const slot = slots.get(account_id);
    return slot ? [{ targetId: id, slot }] : [];
  });
  return reserveSlots(trx, workspaceId, reservations, now);
}

function warningsOfClocks({ accountId, occurrence, definition }: AccountSlot): Issue[] {
  const note = clockNote(occurrence, definition);
  return note ? [{ ...note, severity: 'warning', accountId }] : [];
}
