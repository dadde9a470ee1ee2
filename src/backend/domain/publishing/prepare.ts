import type { OutgoingPost, Prepared, SoughtPost } from '../../networks/outgoing-post.js';
import { LeaseLost } from '../../work/deliver-once.js';
import { keepLease } from '../../work/lease.js';
import type { Claim } from './claim.js';
import type { DeliveryDependencies } from './delivery.js';

/** A post with its files, and what was left at the network for it. */
export interface ReadyPost {
  readonly post: OutgoingPost;
  readonly prepared: Prepared;
}

/**
 * Everything before the irreversible call: files are converted and uploaded, and each upload is saved as soon as the
 * network has it. The lease is renewed for as long as that takes.
 *
 * @param earlier what an attempt has left that ended before its irreversible call
 * @throws LeaseLost, and whatever the network answers
 */
export function preparePost(
  claim: Claim,
  sought: SoughtPost,
  earlier: Prepared,
  dependencies: DeliveryDependencies,
): Promise<ReadyPost> {
  const { adapter, connect, lease, media, timings } = dependencies;
  if (!adapter.prepare && claim.content.mediaUrls.length === 0) {
    return Promise.resolve({ post: { ...sought, media: [] }, prepared: earlier });
  }
  return keepLease(lease, timings.lease, async () => {
    const post = { ...sought, ...(await media.of(claim)) };
    if (!adapter.prepare) return { post, prepared: earlier };
    let saved = claim.prepared;
    const keep = async (next: Prepared): Promise<void> => {
      if (JSON.stringify(next) === JSON.stringify(saved)) return;
      if (!(await lease.renew({ prepared_json: JSON.stringify(next) }))) throw new LeaseLost();
      saved = next;
    };
    const prepared = await adapter.prepare(connect(timings.prepareLimit), post, { earlier, keep });
    // Most posts leave nothing at the network before they are created: then this writes nothing.
    await keep(prepared);
    return { post, prepared };
  });
}
