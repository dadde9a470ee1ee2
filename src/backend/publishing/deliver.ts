import type { Delivered, SoughtPost } from '../networks/adapter.js';
import type { Claim } from './claim.js';
import { deliverParts, mainOf } from './deliver-parts.js';
import { type DeliveryPorts, factsOf, type Hold, keyHolds } from './delivery-ports.js';
import { hindranceOf } from './hindrance.js';
import { ClaimLost, preparePost, type ReadyPost } from './prepare.js';
import { diagnosisOf, inDoubt, type Verdict, verdictOf } from './verdict.js';

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

/**
 * Looks into what an earlier attempt may have done, prepares, checks that the target still belongs to this
 * process, and makes the one irreversible call.
 */
async function deliverMain(claim: Claim, ports: DeliveryPorts): Promise<Verdict> {
  const { adapter, hold, timings } = ports;
  const facts = () => factsOf(claim, ports, adapter.recovery !== 'none' || adapter.find !== undefined);

  // Whoever may have to recognise the post among others must know which of them are not it.
  const mustRecognise = claim.inDoubt || adapter.recovery === 'none';
  const sought = soughtPost(claim, mustRecognise ? await ports.otherPostIds() : []);
  const replays = claim.inDoubt && keyHolds(sought.since, ports);
  if (claim.inDoubt && !replays) {
    const known = await lookInto(sought, claim, ports);
    if (known) return known;
    await ports.reached('looked_up');
  }
  /** While it is sent again with its key, nothing but an answer to that call tells what became of the first. */
  const settled = async (verdict: Verdict): Promise<Verdict> => {
    if (!replays) return verdict;
    if (verdict.kind === 'wait') return { ...verdict, kind: 'reconcile' };
    const final = verdict.kind === 'failed' || verdict.kind === 'missed';
    return final ? ((await lookInto(sought, claim, ports)) ?? verdict) : verdict;
  };
  const hindrance = hindranceOf(claim, ports.now());
  if (hindrance) return settled(hindrance);

  let ready: ReadyPost;
  try {
    // What a call was made with that surely came to nothing is stale; without one it is as good as new.
    const earlier = claim.inDoubt && !replays ? {} : claim.prepared;
    ready = await preparePost(claim, sought, earlier, ports);
  } catch (fault) {
    if (fault instanceof ClaimLost) return { kind: 'lost_claim' };
    return settled(verdictOf(fault, false, facts()));
  }
  if (adapter.prepare) await ports.reached('prepared');

  if (!(await hold.markSending())) return { kind: 'lost_claim' };
  await ports.reached('marked');
  // A process that was stopped here and wakes past its lease writes nothing: another may hold the target.
  if (!hold.lastsFor(timings.callLimit)) return { kind: 'lost_claim' };
  try {
    const { post, prepared } = ready;
    const delivered = await adapter.create(ports.connect(timings.callLimit), post, prepared);
    await ports.reached('created');
    return { kind: 'published', delivered };
  } catch (fault) {
    const verdict = verdictOf(fault, true, facts());
    if (verdict.kind === 'wait' && !(await forgetPrepared(ready, hold))) return { kind: 'lost_claim' };
    return settled(verdict);
  }
}

/** After a refused call the next attempt prepares anew: containers and uploads go stale. */
async function forgetPrepared({ prepared }: ReadyPost, hold: Hold): Promise<boolean> {
  return Object.keys(prepared).length === 0 || hold.renew({ prepared_json: '{}' });
}

function soughtPost(claim: Claim, knownPostIds: readonly string[]): SoughtPost {
  return {
    knownPostIds,
    content: claim.content,
    key: claim.target.id,
    since: claim.target.first_attempt_at ?? claim.target.updated_at,
  };
}

/**
 * Finds the truth about an earlier attempt.
 *
 * @returns the verdict; null where it is surely not there
 */
async function lookInto(post: SoughtPost, claim: Claim, ports: DeliveryPorts): Promise<Verdict | null> {
  const { adapter, timings } = ports;
  if (!adapter.find) {
    const message = 'It was sent and the answer was lost; this network cannot be asked what became of it.';
    return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, ports.now()) };
  }
  let found: Delivered | null;
  try {
    found = await adapter.find(ports.connect(timings.callLimit), post, claim.prepared);
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    const message = `It was sent, and looking it up did not succeed: ${words}`;
    return inDoubt(message, null, factsOf(claim, ports, true));
  }
  return found ? { kind: 'published', delivered: { ...found, adopted: true } } : null;
}
