import { SEND_WAIT_SECONDS } from '../../../contract/inbox/replies.js';
import type { Call } from '../../operations/call.js';
import { workspaceNow } from '../../store/workspace-clock.js';

/** It looks again this often, for outcomes that another process recorded, in milliseconds. */
const LOOK_AGAIN_MS = 250;

/** Puts a reply or message on its way, and waits for what becomes of it, for some seconds. */
export async function awaitOutcome(
  { caller, services, signal }: Pick<Call<'messages.create'>, 'caller' | 'services' | 'signal'>,
  id: string,
): Promise<void> {
  const { store, changes, wakeSender, clock } = services;
  const giveUpAt = clock.monotonic() + SEND_WAIT_SECONDS * 1000;
  const over = AbortSignal.any([signal, AbortSignal.timeout(SEND_WAIT_SECONDS * 1000)]);
  wakeSender();
  while (!over.aborted) {
    const next = changes.nextChange(id, LOOK_AGAIN_MS, over);
    const send = await store.db
      .selectFrom('sends')
      .select(['status', 'due_at', 'lease_until', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (send?.status !== 'sending') return;
    const isWaiting = send.lease_until === null && send.attempt > 0 && send.due_at !== null;
    if (isWaiting) {
      // What is tried again, or looked into, after anybody stops waiting is told at once.
      const stands = caller.workspace.clock_frozen_at !== null;
      const dueIn = (send.due_at ?? 0) - workspaceNow(caller.workspace, clock.now());
      if (dueIn > (stands ? 0 : giveUpAt - clock.monotonic())) return;
    }
    await next;
  }
}
