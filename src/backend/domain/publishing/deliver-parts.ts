import type { Delivered, OutgoingMedia, OutgoingPart } from '../../networks/adapter.js';
import { isTransient } from '../../store/database-faults.js';
import type { TargetPartRow } from '../../store/schema.js';
import { diagnosisOf, type FaultVerdict, inDoubt, type Verdict, verdictOf } from '../../work/verdict.js';
import type { Claim } from './claim.js';
import { type DeliveryPorts, factsOf, keyHolds } from './delivery-ports.js';
import { hindranceOf } from './hindrance.js';
import type { EndedPart } from './part-records.js';

const PART_WORDS = { thread: 'threads', first_comment: 'comments', thumbnail: 'thumbnails' } as const;

type Place = Pick<Delivered, 'networkPostId' | 'url'>;

/** What trying one part came to: it has ended, it is to be tried again, or the target belongs to another. */
type PartOutcome =
  | { readonly kind: 'ended'; readonly result: EndedPart }
  | { readonly kind: 'later'; readonly verdict: Extract<Verdict, { kind: 'parts_wait' }> }
  | { readonly kind: 'lost_claim' };

/** The main post where it is known to be out; what is known of it is kept as soon as it is. */
export function mainOf({ target }: Claim): Delivered | null {
  if (target.network_post_id === null || target.url === null) return null;
  return { networkPostId: target.network_post_id, url: target.url, adopted: true };
}

/**
 * Sends what follows a main post that is out, in its order, each part with a mark and a key of its own. A
 * thread ends at its first part that is not out; the first comment belongs to the main post and goes out all
 * the same.
 */
export async function deliverParts(claim: Claim, main: Delivered, ports: DeliveryPorts): Promise<Verdict> {
  const thread: Thread = { last: main, broken: null };
  const known = new Set([main.networkPostId, ...(await otherIdsWhereNeeded(claim, ports))]);

  for (const part of claim.parts) {
    if (part.network_part_id !== null) known.add(part.network_part_id);
    let result = earlierResult(part);
    if (!result) {
      const outcome =
        part.kind === 'thread' && thread.broken
          ? leaveOut(part, thread.broken, ports.now())
          : await deliverPart(
              claim,
              part,
              { root: main, parent: parentOf(part, thread, main), known },
              ports,
            );
      if (outcome.kind === 'lost_claim') return outcome;
      if (outcome.kind === 'later') return outcome.verdict;
      if (!(await ports.hold.recordPart(part.position, outcome.result))) return { kind: 'lost_claim' };
      await ports.reached('part_recorded');
      result = outcome.result;
    }
    if (result.status === 'published' && result.delivered.networkPostId !== '') {
      known.add(result.delivered.networkPostId);
    }
    if (part.kind === 'thread') follow(thread, part, result);
  }
  return { kind: 'published', delivered: main };
}

interface Thread {
  /** What the next part of it answers. */
  last: Place;
  /** The part at which it broke off. */
  broken: { readonly position: number; readonly status: 'failed' | 'unknown' } | null;
}

function follow(thread: Thread, part: TargetPartRow, result: EndedPart): void {
  // One that a person found has no id of ours: nothing can be hung on it.
  if (result.status === 'published' && result.delivered.networkPostId === '') {
    thread.broken ??= { position: part.position, status: 'unknown' };
  } else if (result.status === 'published') thread.last = result.delivered;
  else thread.broken ??= { position: part.position, status: result.status };
}

function parentOf(part: TargetPartRow, thread: Thread, main: Place): Place {
  return part.kind === 'thread' ? thread.last : main;
}

function earlierResult(part: TargetPartRow): EndedPart | null {
  if (part.status === 'published') {
    const delivered = { networkPostId: part.network_part_id ?? '', url: part.url ?? '', adopted: true };
    return { status: 'published', delivered };
  }
  if (part.status === 'failed' || part.status === 'unknown') {
    return { status: part.status, diagnosis: JSON.parse(part.error_json ?? 'null') };
  }
  return null;
}

/** A part that may have to be recognised among others is told what the others are. */
async function otherIdsWhereNeeded(claim: Claim, ports: DeliveryPorts): Promise<readonly string[]> {
  return claim.parts.some((part) => part.in_doubt === 1) ? ports.otherPostIds() : [];
}

/** @param now workspace time */
function leaveOut(part: TargetPartRow, broken: NonNullable<Thread['broken']>, now: number): PartOutcome {
  const why = broken.status === 'failed' ? 'failed' : 'has an unknown outcome';
  const message = `Part ${part.position} was not sent: part ${broken.position} of the thread ${why}.`;
  const code = broken.status === 'failed' ? 'network_refused' : 'outcome_unknown';
  const diagnosis = {
    ...diagnosisOf(code, message, now),
    action: `Settle part ${broken.position} first, then retry: what is missing is sent after it.`,
  };
  return { kind: 'ended', result: { status: 'failed', diagnosis } };
}

interface PartPlace {
  readonly root: Place;
  readonly parent: Place;
  readonly known: ReadonlySet<string>;
}

/** One attempt at one part: the same steps as for a main post, without anything to prepare. */
async function deliverPart(
  claim: Claim,
  part: TargetPartRow,
  { root, parent, known }: PartPlace,
  ports: DeliveryPorts,
): Promise<PartOutcome> {
  const { adapter, hold, timings } = ports;
  const outgoing: OutgoingPart = {
    kind: part.kind,
    text: part.text,
    key: `${claim.target.id}:${part.position}`,
    since: part.first_attempt_at ?? ports.now(),
    root,
    parent,
    knownPostIds: [...known],
  };
  const replays = part.in_doubt === 1 && keyHolds(outgoing.since, ports);
  if (part.in_doubt === 1 && !replays) {
    const found = await lookIntoPart(claim, outgoing, ports);
    if (found) return found;
    await ports.reached('part_looked_up');
  }
  const hindrance = hindranceOf(claim, ports.now());
  if (hindrance) {
    const known = replays ? await lookIntoPart(claim, outgoing, ports) : null;
    return known ?? { kind: 'ended', result: { status: 'failed', diagnosis: hindrance.diagnosis } };
  }
  if (!adapter.createPart) {
    const message = `This network takes no ${PART_WORDS[part.kind]} here; nothing was sent.`;
    const diagnosis = diagnosisOf('option_invalid', message, ports.now());
    return { kind: 'ended', result: { status: 'failed', diagnosis } };
  }

  const came = async (fault: unknown, sent: boolean): Promise<PartOutcome> => {
    const verdict = verdictOf(fault, sent, factsOf(claim, ports, canReconcile(ports)));
    if (!replays) return outcomeOf(part, verdict, ports);
    // Sent again with its key: what this call came to tells nothing of the first.
    if (verdict.kind === 'wait') return settled({ ...verdict, kind: 'reconcile' });
    const known = verdict.kind === 'failed' ? await lookIntoPart(claim, outgoing, ports) : null;
    return known ?? settled(verdict);
  };
  let image: OutgoingMedia | undefined;
  try {
    if (part.kind === 'thumbnail') image = await ports.media.thumbnail(claim, part.text);
  } catch (fault) {
    return came(fault, false);
  }

  try {
    if (!(await hold.markPart(part.position))) return { kind: 'lost_claim' };
  } catch (fault) {
    // Nothing leaves that could not be noted, and this process knows that it did not.
    if (!isTransient(fault)) throw fault;
    return came(fault, false);
  }
  await ports.reached('part_marked');
  // As with a main post: who wakes past the lease writes nothing.
  if (!hold.lastsFor(timings.callLimit)) return { kind: 'lost_claim' };
  try {
    const delivered = await adapter.createPart(ports.connect(timings.callLimit), {
      ...outgoing,
      ...(image && { image }),
    });
    await ports.reached('part_created');
    return { kind: 'ended', result: { status: 'published', delivered } };
  } catch (fault) {
    return came(fault, true);
  }
}

function canReconcile({ adapter }: DeliveryPorts): boolean {
  return adapter.recovery === 'key' || adapter.findPart !== undefined;
}

/** Null: it is surely not there. */
async function lookIntoPart(
  claim: Claim,
  outgoing: OutgoingPart,
  ports: DeliveryPorts,
): Promise<PartOutcome | null> {
  const { adapter, timings } = ports;
  if (!adapter.findPart) {
    const message = 'It was sent and the answer was lost; this network cannot be asked what became of it.';
    const diagnosis = diagnosisOf('outcome_unknown', message, ports.now());
    return { kind: 'ended', result: { status: 'unknown', diagnosis } };
  }
  try {
    const found = await adapter.findPart(ports.connect(timings.callLimit), outgoing);
    return found && { kind: 'ended', result: { status: 'published', delivered: found } };
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    const message = `It was sent, and looking it up did not succeed: ${words}`;
    return settled(inDoubt(message, null, factsOf(claim, ports, true)));
  }
}

/** What a refusal or a lost answer means for the part; a part that waits is no longer in doubt. */
async function outcomeOf(
  part: TargetPartRow,
  verdict: FaultVerdict,
  ports: DeliveryPorts,
): Promise<PartOutcome> {
  if (verdict.kind === 'wait' && !(await ports.hold.recordPart(part.position, { status: 'pending' }))) {
    return { kind: 'lost_claim' };
  }
  return settled(verdict);
}

function settled(verdict: FaultVerdict): PartOutcome {
  const { diagnosis } = verdict;
  switch (verdict.kind) {
    case 'failed':
    case 'unknown':
      return { kind: 'ended', result: { status: verdict.kind, diagnosis } };
    case 'wait':
      return {
        kind: 'later',
        verdict: { kind: 'parts_wait', phase: 'waiting', until: verdict.until, diagnosis },
      };
    case 'reconcile':
      return {
        kind: 'later',
        verdict: { kind: 'parts_wait', phase: 'reconciling', until: verdict.until, diagnosis },
      };
  }
}
