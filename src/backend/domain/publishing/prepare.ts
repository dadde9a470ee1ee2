import type { OutgoingPost, Prepared, SoughtPost } from '../../networks/adapter.js';
import type { Claim } from './claim.js';
import type { DeliveryPorts, Hold } from './delivery-ports.js';

/** The hold on the target was lost while its post was prepared: another process has it now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** A post with its files, and what was left at the network for it. */
export interface ReadyPost {
  readonly post: OutgoingPost;
  readonly prepared: Prepared;
}

/**
 * Everything before the irreversible call: files are made ready and go up, each of them kept as soon as the
 * network has it. The hold is renewed for as long as that takes.
 *
 * @param earlier what an attempt left that ended before its irreversible call
 * @throws ClaimLost, and whatever the network says
 */
export function preparePost(
  claim: Claim,
  sought: SoughtPost,
  earlier: Prepared,
  ports: DeliveryPorts,
): Promise<ReadyPost> {
  const { adapter, hold, timings } = ports;
  if (!adapter.prepare && claim.content.mediaUrls.length === 0) {
    return Promise.resolve({ post: { ...sought, media: [] }, prepared: earlier });
  }
  return holding(hold, timings.lease, async () => {
    const post = { ...sought, ...(await ports.media.of(claim)) };
    if (!adapter.prepare) return { post, prepared: earlier };
    let kept = claim.prepared;
    const keep = async (next: Prepared): Promise<void> => {
      if (JSON.stringify(next) === JSON.stringify(kept)) return;
      if (!(await hold.renew({ prepared_json: JSON.stringify(next) }))) throw new ClaimLost();
      kept = next;
    };
    const prepared = await adapter.prepare(ports.connect(timings.prepareLimit), post, { earlier, keep });
    // Many posts leave nothing at the network before they are made: then there is nothing to write.
    await keep(prepared);
    return { post, prepared };
  });
}

/** Renews the hold for as long as a step takes. */
export async function holding<Result>(
  hold: Pick<Hold, 'renew'>,
  lease: number,
  step: () => Promise<Result>,
): Promise<Result> {
  const renewing = setInterval(() => {
    hold.renew({}).catch((error: unknown) => process.emitWarning(`A lease was not renewed: ${error}`));
  }, lease / 3);
  try {
    return await step();
  } finally {
    clearInterval(renewing);
  }
}
