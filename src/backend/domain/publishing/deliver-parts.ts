import type { Delivered, OutgoingMedia, OutgoingPart } from '../../networks/outgoing-post.js';
import { isTransient } from '../../store/database-errors.js';
import { lookUpOnly, REPEAT_REFUSED } from '../../store/doubt.js';
import type { TargetPartRow } from '../../store/schema.js';
import { lateVerdict } from '../../work/late-posts.js';
import {
  absent,
  cannotLookUp,
  diagnosisOf,
  type ErrorVerdict,
  keepLookUpOnly,
  lookUpFailed,
  refusedRepeat,
  stillWaiting,
  type Verdict,
  verdictOf,
} from '../../work/verdict.js';
import type { Claim } from './claim.js';
import { type DeliveryDependencies, factsOf, lostAtOf } from './delivery.js';
import type { FinalPart, PartResult } from './part-records.js';
import { unmetPrecondition } from './preconditions.js';

/** The kinds of parts, as error messages name them. */
const PART_NAMES = { thread: 'threads', first_comment: 'comments', thumbnail: 'thumbnails' } as const;

type PostRef = Pick<Delivered, 'networkPostId' | 'url'>;

/** The outcome of one attempt at a part: it is final, it is tried again later, or another process has the target. */
type PartOutcome =
  | { readonly kind: 'final'; readonly result: FinalPart }
  | { readonly kind: 'later'; readonly verdict: Extract<Verdict, { kind: 'parts_wait' }> }
  | { readonly kind: 'lost_claim' };

/** The main post, if an earlier attempt has published it. */
export function publishedMain({ target }: Claim): Delivered | null {
  if (target.network_post_id === null || target.url === null) return null;
  return { networkPostId: target.network_post_id, url: target.url, adopted: true };
}

/**
 * Sends the parts that follow a published main post, in order, each with its own sending mark and key. A thread ends at
 * its first part that is not published. The first comment belongs to the main post and is sent in any case.
 */
export async function deliverParts(
  claim: Claim,
  main: Delivered,
  dependencies: DeliveryDependencies,
): Promise<Verdict> {
  const { lease, now, reached } = dependencies;
  const thread: Thread = { last: main, broken: null };
  const known = new Set([main.networkPostId, ...(await otherIdsIfNeeded(claim, dependencies))]);

  let gaveUp: Exclude<FinalPart, { status: 'published' }> | undefined;
  for (const part of claim.parts) {
    if (part.network_part_id !== null) known.add(part.network_part_id);
    let result = earlierResult(part);
    if (!result) {
      const outcome =
        part.kind === 'thread' && thread.broken
          ? skipPart(part, thread.broken, now())
          : await deliverPart(
              claim,
              part,
              { root: main, parent: parentOf(part, thread, main), known },
              dependencies,
            );
      if (outcome.kind === 'lost_claim') return outcome;
      if (outcome.kind === 'later') return outcome.verdict;
      if (!(await lease.recordPart(part.position, outcome.result))) return { kind: 'lost_claim' };
      await reached('part_recorded');
      result = outcome.result;
      if (result.status !== 'published') gaveUp ??= result;
    }
    if (result.status === 'published' && result.delivered.networkPostId !== '') {
      known.add(result.delivered.networkPostId);
    }
    if (part.kind === 'thread') follow(thread, part, result);
  }
  return { kind: 'published', delivered: main, ...(gaveUp && { gaveUp }) };
}

interface Thread {
  /** What its next part replies to. */
  last: PostRef;
  /** The part at which it ends early. */
  broken: { readonly position: number; readonly status: 'failed' | 'unknown' } | null;
}

function follow(thread: Thread, part: TargetPartRow, result: FinalPart): void {
  // A part that a person has confirmed has no network id, so nothing can reply to it.
  if (result.status === 'published' && result.delivered.networkPostId === '') {
    thread.broken ??= { position: part.position, status: 'unknown' };
  } else if (result.status === 'published') thread.last = result.delivered;
  else thread.broken ??= { position: part.position, status: result.status };
}

function parentOf(part: TargetPartRow, thread: Thread, main: PostRef): PostRef {
  return part.kind === 'thread' ? thread.last : main;
}

function earlierResult(part: TargetPartRow): FinalPart | null {
  if (part.status === 'published') {
    const delivered = { networkPostId: part.network_part_id ?? '', url: part.url ?? '', adopted: true };
    return { status: 'published', delivered };
  }
  if (part.status === 'failed' || part.status === 'unknown') {
    return { status: part.status, diagnosis: JSON.parse(part.error_json ?? 'null') };
  }
  return null;
}

/** A part in doubt can be recognized among other posts only if those are known. */
async function otherIdsIfNeeded(
  claim: Claim,
  { otherPostIds }: DeliveryDependencies,
): Promise<readonly string[]> {
  return claim.parts.some((part) => part.in_doubt > 0) ? otherPostIds() : [];
}

/** @param now workspace time */
function skipPart(part: TargetPartRow, broken: NonNullable<Thread['broken']>, now: number): PartOutcome {
  const why = broken.status === 'failed' ? 'failed' : 'has an unknown outcome';
  const message = `Part ${part.position} was not sent: part ${broken.position} of the thread ${why}.`;
  const code = broken.status === 'failed' ? 'network_refused' : 'outcome_unknown';
  const diagnosis = {
    ...diagnosisOf(code, message, now),
    action: `Resolve part ${broken.position} first, then retry: the missing parts are sent after it.`,
  };
  return { kind: 'final', result: { status: 'failed', diagnosis } };
}

interface PartPosition {
  readonly root: PostRef;
  readonly parent: PostRef;
  readonly known: ReadonlySet<string>;
}

/** One attempt at one part: the steps of a main post, without preparing anything at the network. */
async function deliverPart(
  claim: Claim,
  part: TargetPartRow,
  { root, parent, known }: PartPosition,
  dependencies: DeliveryDependencies,
): Promise<PartOutcome> {
  const { adapter, connect, lease, media, now, reached, timings } = dependencies;
  const outgoing: OutgoingPart = {
    kind: part.kind,
    text: part.text,
    key: `${claim.target.id}:${part.position}`,
    since: part.first_attempt_at ?? now(),
    root,
    parent,
    knownPostIds: [...known],
  };
  const inDoubt = part.in_doubt > 0;
  const onlyLookUp = lookUpOnly(part.in_doubt);
  const replays = inDoubt && onlyLookUp === null && adapter.recovery === 'key';
  const facts = () => factsOf(claim, dependencies, canReconcile(dependencies));
  const reconciled = async (reason = onlyLookUp): Promise<PartOutcome | null> => {
    const known = await reconcilePart(claim, outgoing, dependencies);
    if (known === null || 'status' in known) return known && { kind: 'final', result: known };
    return settledPart(part, keepLookUpOnly(known, reason), dependencies);
  };
  if (inDoubt && !replays) {
    const found = await reconciled();
    if (found) return found;
    await reached('part_looked_up');
    if (onlyLookUp !== null) return settledPart(part, absent(onlyLookUp, facts()), dependencies);
    const lostAt = lostAtOf(dependencies);
    const late = lostAt && (await lateVerdict(lostAt, facts()));
    if (late) return settledPart(part, late, dependencies);
  }
  const unmet = unmetPrecondition(claim, now());
  if (unmet) {
    const known = replays ? await reconciled() : null;
    return known ?? { kind: 'final', result: { status: 'failed', diagnosis: unmet.diagnosis } };
  }
  if (!adapter.createPart) {
    const message = `This network does not support ${PART_NAMES[part.kind]}; nothing was sent.`;
    const diagnosis = diagnosisOf('option_invalid', message, now());
    return { kind: 'final', result: { status: 'failed', diagnosis } };
  }

  const outcomeAfter = async (error: unknown, sent: boolean): Promise<PartOutcome> => {
    const verdict = verdictOf(error, sent, facts());
    if (!inDoubt) return settledPart(part, verdict, dependencies);
    // It stays in doubt until it is settled, so that each further attempt looks first.
    if (verdict.kind === 'wait') return settledPart(part, stillWaiting(verdict, replays), dependencies);
    if (verdict.kind === 'failed' && verdict.isRepeat) {
      // The earlier attempt may have created it after all, too late for the look-up.
      const repeat = refusedRepeat(verdict.diagnosis.network, facts());
      return (await reconciled(REPEAT_REFUSED)) ?? settledPart(part, repeat, dependencies);
    }
    // Replayed with its key: the outcome of this call says nothing about the first one.
    const known = replays && verdict.kind === 'failed' ? await reconciled() : null;
    return known ?? settledPart(part, verdict, dependencies);
  };
  let image: OutgoingMedia | undefined;
  try {
    if (part.kind === 'thumbnail') image = await media.thumbnail(claim, part.text);
  } catch (error) {
    return outcomeAfter(error, false);
  }

  try {
    if (!(await lease.markPart(part.position, outgoing.since))) return { kind: 'lost_claim' };
  } catch (error) {
    // Nothing is sent without a mark, and this process knows that it sent nothing.
    if (!isTransient(error)) throw error;
    return outcomeAfter(error, false);
  }
  await reached('part_marked');
  // As with a main post: a process that wakes after its lease sends nothing.
  if (!lease.lastsFor(timings.callLimit)) return { kind: 'lost_claim' };
  try {
    const delivered = await adapter.createPart(connect(timings.callLimit), {
      ...outgoing,
      ...(image && { image }),
    });
    await reached('part_created');
    return { kind: 'final', result: { status: 'published', delivered } };
  } catch (error) {
    return outcomeAfter(error, true);
  }
}

function canReconcile({ adapter }: DeliveryDependencies): boolean {
  return adapter.recovery === 'key' || adapter.findPart !== undefined;
}

/** @returns null where the part was not created */
async function reconcilePart(
  claim: Claim,
  outgoing: OutgoingPart,
  dependencies: DeliveryDependencies,
): Promise<FinalPart | ErrorVerdict | null> {
  const { adapter, connect, now, timings } = dependencies;
  if (!adapter.findPart) return cannotLookUp(now());
  try {
    const found = await adapter.findPart(connect(timings.callLimit), outgoing);
    return found && { status: 'published', delivered: found };
  } catch (error) {
    return lookUpFailed(error, factsOf(claim, dependencies, true));
  }
}

/** Records what the next attempt must know: a part that waits is not in doubt, or it must not be sent again. */
async function settledPart(
  part: TargetPartRow,
  verdict: ErrorVerdict,
  { lease }: DeliveryDependencies,
): Promise<PartOutcome> {
  const next: PartResult | null =
    verdict.kind === 'wait'
      ? { status: 'pending' }
      : verdict.kind === 'reconcile' && verdict.lookUpOnly
        ? { status: 'pending', lookUpOnly: verdict.lookUpOnly }
        : null;
  if (next && !(await lease.recordPart(part.position, next))) return { kind: 'lost_claim' };
  return partOutcome(verdict);
}

function partOutcome(verdict: ErrorVerdict): PartOutcome {
  const { diagnosis } = verdict;
  switch (verdict.kind) {
    case 'failed':
      return { kind: 'final', result: { status: 'failed', diagnosis } };
    case 'unknown':
      return {
        kind: 'final',
        result: {
          ...{ status: 'unknown', diagnosis },
          ...(verdict.lookUpOnly && { lookUpOnly: verdict.lookUpOnly }),
        },
      };
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
