import { withTimeLimit } from '../../../../base/time-limit.js';
import { SEND_WAIT_SECONDS } from '../../../../contract/inbox/replies.js';
import type { Call } from '../../../operations/call.js';
import { workspaceNow } from '../../../store/workspace-clock.js';

/** How often to look for an outcome that another process has recorded, in milliseconds. */
const POLL_INTERVAL_MS = 250;

/** Wakes the sender, and waits a few seconds for the outcome of a reply or message. */
export async function awaitOutcome(
  { caller, services, signal }: Pick<Call<'messages.create'>, 'caller' | 'services' | 'signal'>,
  id: string,
): Promise<void> {
  const { store, changes, wakeSender, clock } = services;
  const giveUpAt = clock.monotonic() + SEND_WAIT_SECONDS * 1000;
  const over = withTimeLimit(SEND_WAIT_SECONDS * 1000, signal);
  wakeSender();
  while (!over.aborted) {
    const next = changes.nextChange(id, POLL_INTERVAL_MS, over);
    const send = await store.db
      .selectFrom('sends')
      .select(['status', 'due_at', 'lease_until', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (send?.status !== 'sending') return;
    const isWaiting = send.lease_until === null && send.attempt > 0 && send.due_at !== null;
    if (isWaiting) {
      // If the next attempt is later than this waits, stop waiting now.
      const isFrozen = caller.workspace.clock_frozen_at !== null;
      const dueIn = (send.due_at ?? 0) - workspaceNow(caller.workspace, clock.now());
      if (dueIn > (isFrozen ? 0 : giveUpAt - clock.monotonic())) return;
    }
    await next;
  }
}
