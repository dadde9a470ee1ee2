import type { Write } from '../../store/store.js';
import type { AccountSlot } from './slots.js';

export interface NewReservation {
  readonly targetId: string;
  readonly slot: AccountSlot;
}

/**
 * Takes slots for targets, in the transaction in which they were chosen and in which the targets are written. Write
 * transactions take their turns, also across processes, so that what was open when it was chosen still is; the
 * table's key stands behind that.
 *
 * @param now workspace time
 */
export async function reserveSlots(
  trx: Write,
  workspaceId: string,
  reservations: readonly NewReservation[],
  now: number,
): Promise<void> {
  if (reservations.length === 0) return;
  await trx
    .insertInto('slot_reservations')
    .values(
      reservations.map(({ targetId, slot }) => ({
        account_id: slot.accountId,
        slot_id: slot.id,
        schedule_id: slot.scheduleId,
        target_id: targetId,
        workspace_id: workspaceId,
        publish_at: slot.occurrence.publishAt,
        created_at: now,
      })),
    )
    .execute();
}

/** Frees the slots that targets hold: they were cancelled, or go out at another time. */
export async function releaseSlots(trx: Write, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return;
  await trx
    .deleteFrom('slot_reservations')
    .where('target_id', 'in', [...targetIds])
    .execute();
}
