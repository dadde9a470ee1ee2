import type { Write } from '../../store/store.js';
import type { AccountSlot } from './slots.js';

export interface NewReservation {
  readonly targetId: string;
  readonly slot: AccountSlot;
}

/**
 * Reserves slots for targets, in the transaction that chose the slots and writes the targets. Write transactions are
 * serialized, across processes too, so the slots are still open. The table's primary key guarantees it.
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

/** Releases the slots of targets that were cancelled or get another time. */
export async function releaseSlots(trx: Write, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return;
  await trx
    .deleteFrom('slot_reservations')
    .where('target_id', 'in', [...targetIds])
    .execute();
}
