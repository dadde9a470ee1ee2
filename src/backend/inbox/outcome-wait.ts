import { SEND_WAIT_SECONDS } from '../../contract/replies.js';
import type { Services } from '../services.js';

/** It looks again this often, for outcomes that another process recorded, in milliseconds. */
const LOOK_AGAIN_MS = 250;

/** Puts a reply or message on its way, and waits for what becomes of it, for some seconds. */
export async function awaitOutcome(
  { store, postChanges, wakeSender }: Services,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(SEND_WAIT_SECONDS * 1000)]);
  wakeSender();
  while (!over.aborted) {
    const next = postChanges.next(id, LOOK_AGAIN_MS, over);
    const send = await store.db
      .selectFrom('sends')
      .select(['status', 'due_at', 'lease_until'])
      .where('id', '=', id)
      .executeTakeFirst();
    // What is tried again later, or looked into, takes longer than anybody waits.
    if (send?.status !== 'sending' || (send.lease_until === null && send.due_at === null)) return;
    await next;
  }
}
