import type { SoughtPost } from '../../networks/outgoing-post.js';
import { deliverOnce } from '../../work/deliver-once.js';
import type { Verdict } from '../../work/verdict.js';
import type { Claim } from './claim.js';
import { deliverParts, publishedMain } from './deliver-parts.js';
import { type DeliveryDependencies, factsOf, lostAtOf } from './delivery.js';
import { unmetPrecondition } from './preconditions.js';
import { preparePost } from './prepare.js';

/** One attempt at one target: its main post, unless that is published already, and then the parts that follow it. */
export async function deliver(claim: Claim, dependencies: DeliveryDependencies): Promise<Verdict> {
  const { lease, reached } = dependencies;
  await reached('claimed');
  const published = publishedMain(claim);
  if (published) return deliverParts(claim, published, dependencies);

  const verdict = await deliverMain(claim, dependencies);
  if (verdict.kind !== 'published' || claim.parts.length === 0) return verdict;
  if (!(await lease.recordMain(verdict.delivered))) return { kind: 'lost_claim' };
  await reached('main_recorded');
  return deliverParts(claim, verdict.delivered, dependencies);
}

async function deliverMain(claim: Claim, dependencies: DeliveryDependencies): Promise<Verdict> {
  const { adapter, lease } = dependencies;
  // A post can be recognized among others only if those that are not it are known.
  const mayBeSought = claim.inDoubt || adapter.recovery === 'none';
  const sought = soughtPost(claim, mayBeSought ? await dependencies.otherPostIds() : []);
  const replays = adapter.recovery === 'key';
  const find = adapter.find?.bind(adapter);
  return deliverOnce(
    {
      inDoubt: claim.inDoubt,
      lookUpOnly: claim.lookUpOnly,
      replays,
      prepare: () => {
        // What was prepared for a call that created nothing is stale; without such a call it is as good as new.
        const earlier = claim.inDoubt && !replays ? {} : claim.prepared;
        return preparePost(claim, sought, earlier, dependencies);
      },
      preparesAtNetwork: adapter.prepare !== undefined,
      create: (connection, { post, prepared }) => adapter.create(connection, post, prepared),
      // After a refusal the next attempt prepares again: containers and uploads go stale.
      discard: async ({ prepared }) =>
        Object.keys(prepared).length === 0 || lease.renew({ prepared_json: '{}' }),
      find: find ? (connection) => find(connection, sought, claim.prepared) : null,
      lostAt: lostAtOf(dependencies),
      notBefore: claim.notBefore,
      canReconcile: adapter.recovery !== 'none' || adapter.find !== undefined,
      facts: (canReconcile) => factsOf(claim, dependencies, canReconcile),
      unmetPrecondition: (now) => unmetPrecondition(claim, now),
    },
    dependencies,
  );
}

function soughtPost(claim: Claim, knownPostIds: readonly string[]): SoughtPost {
  return {
    knownPostIds,
    ...(claim.target.network_post_id !== null && { networkPostId: claim.target.network_post_id }),
    content: claim.content,
    key: claim.target.id,
    since: claim.target.first_attempt_at ?? claim.target.updated_at,
  };
}
