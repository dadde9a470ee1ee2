import type { SoughtPost } from '../../networks/adapter.js';
import { deliverOnce } from '../../work/deliver-once.js';
import type { Verdict } from '../../work/verdict.js';
import type { Claim } from './claim.js';
import { deliverParts, mainOf } from './deliver-parts.js';
import { type DeliveryPorts, factsOf, keyHolds } from './delivery-ports.js';
import { hindranceOf } from './hindrance.js';
import { preparePost } from './prepare.js';

/** One attempt at one target: its main post, where that is not out yet, and then the parts that follow it. */
export async function deliver(claim: Claim, ports: DeliveryPorts): Promise<Verdict> {
  await ports.reached('claimed');
  const out = mainOf(claim);
  if (out) return deliverParts(claim, out, ports);

  const verdict = await deliverMain(claim, ports);
  if (verdict.kind !== 'published' || claim.parts.length === 0) return verdict;
  if (!(await ports.hold.recordMain(verdict.delivered))) return { kind: 'lost_claim' };
  await ports.reached('main_recorded');
  return deliverParts(claim, verdict.delivered, ports);
}

async function deliverMain(claim: Claim, ports: DeliveryPorts): Promise<Verdict> {
  const { adapter, hold } = ports;
  // Whoever may have to recognise the post among others must know which of them are not it.
  const mustRecognise = claim.inDoubt || adapter.recovery === 'none';
  const sought = soughtPost(claim, mustRecognise ? await ports.otherPostIds() : []);
  const replays = keyHolds(sought.since, ports);
  const find = adapter.find?.bind(adapter);
  return deliverOnce(
    {
      inDoubt: claim.inDoubt,
      replays,
      prepare: () => {
        // What a call was made with that surely came to nothing is stale; without one it is as good as new.
        const earlier = claim.inDoubt && !replays ? {} : claim.prepared;
        return preparePost(claim, sought, earlier, ports);
      },
      preparesThere: adapter.prepare !== undefined,
      create: (connection, { post, prepared }) => adapter.create(connection, post, prepared),
      // After a refused call the next attempt prepares anew: containers and uploads go stale.
      forget: async ({ prepared }) =>
        Object.keys(prepared).length === 0 || hold.renew({ prepared_json: '{}' }),
      find: find ? (connection) => find(connection, sought, claim.prepared) : null,
      notBefore: claim.notBefore,
      canReconcile: adapter.recovery !== 'none' || adapter.find !== undefined,
      facts: (canReconcile) => factsOf(claim, ports, canReconcile),
      hindrance: (now) => hindranceOf(claim, now),
    },
    ports,
  );
}

function soughtPost(claim: Claim, knownPostIds: readonly string[]): SoughtPost {
  return {
    knownPostIds,
    content: claim.content,
    key: claim.target.id,
    since: claim.target.first_attempt_at ?? claim.target.updated_at,
  };
}
