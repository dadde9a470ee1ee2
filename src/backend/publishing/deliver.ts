import type { Connection, Delivered, NetworkAdapter, OutgoingPost, Prepared } from '../networks/adapter.js';
import type { Claim } from './claim.js';
import type { Lease } from './lease.js';
import { CALL_LIMIT_MS, LEASE_MS, PREPARE_LIMIT_MS } from './timing.js';
import { type AttemptFacts, diagnosisOf, inDoubt, type Verdict, verdictOf } from './verdict.js';

/** The steps of one delivery, in their order. */
export type DeliveryStep = 'claimed' | 'looked_up' | 'prepared' | 'marked' | 'created';

/** What a delivery needs of its surroundings. */
export interface DeliveryPorts {
  readonly adapter: NetworkAdapter;
  readonly lease: Pick<Lease, 'lastsFor' | 'renew' | 'markSending'>;
  connect(signal: AbortSignal): Connection;
  /** Ids of the posts that other targets of the account have made since the first attempt. */
  otherPostIds(): Promise<readonly string[]>;
  /** Workspace time. */
  now(): number;
  /** Called between every two steps. */
  reached(step: DeliveryStep): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

/**
 * One attempt at one target: looks into what an earlier attempt may have done, prepares, checks that the
 * target still belongs to this process, and makes the one irreversible call.
 */
export async function deliver(claim: Claim, ports: DeliveryPorts): Promise<Verdict> {
  const { adapter, lease } = ports;
  const facts = (): AttemptFacts => ({
    attempt: claim.target.attempt - claim.target.attempt_base,
    now: ports.now(),
    latest: claim.latest,
    random: ports.random(),
    canReconcile: adapter.recovery !== 'none' || adapter.find !== undefined,
  });
  await ports.reached('claimed');

  // Whoever may have to recognise the post among others must know which of them are not it.
  const mustRecognise = claim.inDoubt || adapter.recovery === 'none';
  const post = outgoing(claim, mustRecognise ? await ports.otherPostIds() : []);
  if (claim.inDoubt) {
    const known = await lookInto(post, claim.prepared, ports, facts);
    if (known) return known;
    await ports.reached('looked_up');
  }
  const hindrance = tooLate(claim, ports.now()) ?? accountUnusable(claim, ports.now());
  if (hindrance) return hindrance;

  let prepared: Prepared = claim.prepared;
  if (adapter.prepare) {
    const prepare = adapter.prepare.bind(adapter);
    try {
      prepared = await holding(lease, () =>
        within(PREPARE_LIMIT_MS, (signal) => prepare(ports.connect(signal), post)),
      );
    } catch (fault) {
      return verdictOf(fault, false, facts());
    }
    if (!(await lease.renew({ prepared_json: JSON.stringify(prepared) }))) return { kind: 'lost_claim' };
    await ports.reached('prepared');
  }

  if (!(await lease.markSending())) return { kind: 'lost_claim' };
  await ports.reached('marked');
  // A process that was stopped here and wakes past its lease writes nothing: another may hold the target.
  if (!lease.lastsFor(CALL_LIMIT_MS)) return { kind: 'lost_claim' };
  try {
    const delivered = await within(CALL_LIMIT_MS, (signal) =>
      adapter.create(ports.connect(signal), post, prepared),
    );
    await ports.reached('created');
    return { kind: 'published', delivered };
  } catch (fault) {
    return verdictOf(fault, true, facts());
  }
}

function outgoing(claim: Claim, knownPostIds: readonly string[]): OutgoingPost {
  return {
    knownPostIds,
    content: claim.content,
    media: [],
    key: claim.target.id,
    since: claim.target.first_attempt_at ?? claim.target.updated_at,
  };
}

/**
 * Finds the truth about an earlier attempt.
 *
 * @returns the verdict; null where it is surely not there, or may be sent again with its key
 */
async function lookInto(
  post: OutgoingPost,
  prepared: Prepared,
  ports: DeliveryPorts,
  facts: () => AttemptFacts,
): Promise<Verdict | null> {
  const { adapter } = ports;
  const keyHolds = ports.now() - post.since < (adapter.keyLifetimeMs ?? Number.POSITIVE_INFINITY);
  if (adapter.recovery === 'key' && keyHolds) return null;
  if (!adapter.find) {
    const message = 'It was sent and the answer was lost; this network cannot be asked what became of it.';
    return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, ports.now()) };
  }
  const find = adapter.find.bind(adapter);
  let found: Delivered | null;
  try {
    found = await within(CALL_LIMIT_MS, (signal) => find(ports.connect(signal), post, prepared));
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    return inDoubt(`It was sent, and looking it up did not succeed: ${words}`, null, facts());
  }
  return found ? { kind: 'published', delivered: { ...found, adopted: true } } : null;
}

function tooLate(claim: Claim, now: number): Verdict | null {
  if (now <= claim.latest) return null;
  const due = new Date(claim.target.scheduled_at ?? now).toISOString();
  const message = `It was due at ${due} and could not be sent within the time allowed; it was not sent late.`;
  return { kind: 'missed', diagnosis: diagnosisOf('missed_window', message, now) };
}

function accountUnusable(claim: Claim, now: number): Verdict | null {
  const { health_status, health_reason, handle } = claim.account;
  if (health_status !== 'reconnect_required' && health_status !== 'disabled') return null;
  const code = health_status === 'disabled' ? 'account_restricted' : 'account_reconnect_required';
  const message = `Nothing was sent: @${handle} cannot publish now (${health_reason ?? health_status}).`;
  return { kind: 'failed', diagnosis: diagnosisOf(code, message, now) };
}

/** Renews the lease for as long as a step takes. */
async function holding<Result>(lease: Pick<Lease, 'renew'>, step: () => Promise<Result>): Promise<Result> {
  const renewing = setInterval(() => {
    lease.renew({}).catch((error: unknown) => process.emitWarning(`A lease was not renewed: ${error}`));
  }, LEASE_MS / 3);
  try {
    return await step();
  } finally {
    clearInterval(renewing);
  }
}

function within<Result>(
  milliseconds: number,
  step: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return step(AbortSignal.timeout(milliseconds));
}
