import type { DeliveryStep, Hold } from '../domain/publishing/delivery-ports.js';
import { ClaimLost } from '../domain/publishing/prepare.js';
import type { Connection, Delivered } from '../networks/adapter.js';
import { isTransient, untilWritten } from '../store/database-faults.js';
import type { Timings } from './timing.js';
import { type AttemptFacts, diagnosisOf, inDoubt, type Verdict, verdictOf } from './verdict.js';

/** One thing that is to appear at a network once: a post, a reply, a message. */
export interface OneDelivery<Ready> {
  /** An earlier attempt may have sent it: that is looked into before anything is sent. */
  readonly inDoubt: boolean;
  /** What is in doubt is sent again with its key, which the network still knows. */
  readonly replays: boolean;
  /**
   * Everything before the irreversible step.
   *
   * @throws ClaimLost, and whatever the network says
   */
  prepare(): Promise<Ready>;
  /** Preparing asks the network for something. */
  readonly preparesThere: boolean;
  /** The one irreversible step. */
  create(connection: Connection, ready: Ready): Promise<Delivered>;
  /** After a refused call the next attempt prepares anew. @returns false where the claim was lost */
  forget(ready: Ready): Promise<boolean>;
  /** Looks for what an earlier attempt may have made; null: this network cannot be asked. */
  readonly find: ((connection: Connection) => Promise<Delivered | null>) | null;
  facts(canReconcile: boolean): AttemptFacts;
  /** Whether a lost answer can be looked into: by key or by look-up. */
  readonly canReconcile: boolean;
  /** Workspace time before which the irreversible step is not taken. */
  readonly notBefore: number;
  /** What speaks against sending it now. @param now workspace time */
  hindrance(now: number): Extract<Verdict, { kind: 'missed' | 'failed' }> | null;
}

export interface OneDeliveryPorts {
  readonly hold: Pick<Hold, 'lastsFor' | 'renew' | 'markSending'>;
  readonly timings: Timings;
  /** @param limit milliseconds after which the call is given up */
  connect(limit: number): Connection;
  /** Workspace time. */
  now(): number;
  /** Waits for that time. @returns false where it is not waited for: then nothing is sent */
  until(at: number): Promise<boolean>;
  reached(step: DeliveryStep): Promise<void>;
}

/**
 * Looks into what an earlier attempt may have done, prepares, checks that it still belongs to this process,
 * and makes the one irreversible call, not before its time.
 *
 * That the call is about to leave is noted while its time is waited for, where it can be found out what became of it.
 * Elsewhere a process that died while it waited would leave something that nobody can tell.
 */
export async function deliverOnce<Ready>(one: OneDelivery<Ready>, ports: OneDeliveryPorts): Promise<Verdict> {
  const { hold, timings } = ports;
  const facts = () => one.facts(one.canReconcile);
  const replays = one.inDoubt && one.replays;
  if (one.inDoubt && !replays) {
    const known = await lookInto(one, ports);
    if (known) return known;
    await ports.reached('looked_up');
  }
  /** While it is sent again with its key, nothing but an answer to that call tells what became of the first. */
  const settled = async (verdict: Verdict): Promise<Verdict> => {
    if (!replays) return verdict;
    if (verdict.kind === 'wait') return { ...verdict, kind: 'reconcile' };
    const final = verdict.kind === 'failed' || verdict.kind === 'missed';
    return final ? ((await lookInto(one, ports)) ?? verdict) : verdict;
  };
  const hindrance = one.hindrance(ports.now());
  if (hindrance) return settled(hindrance);

  let ready: Ready;
  try {
    ready = await one.prepare();
  } catch (fault) {
    if (fault instanceof ClaimLost) return { kind: 'lost_claim' };
    return settled(verdictOf(fault, false, facts()));
  }
  if (one.preparesThere) await ports.reached('prepared');
  if (!one.canReconcile && !(await ports.until(one.notBefore))) return early(one);

  try {
    if (!(await hold.markSending())) return { kind: 'lost_claim' };
  } catch (fault) {
    // Nothing leaves that could not be noted, and this process knows that it did not.
    if (!isTransient(fault)) throw fault;
    return settled(verdictOf(fault, false, facts()));
  }
  await ports.reached('marked');
  if (!(await ports.until(one.notBefore))) return early(one);
  // A process that was stopped here and wakes past its lease writes nothing: another may hold it.
  if (!hold.lastsFor(timings.callLimit)) return { kind: 'lost_claim' };
  try {
    const delivered = await one.create(ports.connect(timings.callLimit), ready);
    await ports.reached('created');
    return { kind: 'published', delivered };
  } catch (fault) {
    const verdict = verdictOf(fault, true, facts());
    if (verdict.kind === 'wait' && !(await untilWritten(() => one.forget(ready))))
      return { kind: 'lost_claim' };
    return settled(verdict);
  }
}

/** It is given back untouched, whether or not it was noted that its call was about to leave. */
function early({ notBefore }: Pick<OneDelivery<never>, 'notBefore'>): Verdict {
  return { kind: 'early', until: notBefore };
}

/**
 * Finds the truth about an earlier attempt.
 *
 * @returns the verdict; null where it is surely not there
 */
async function lookInto<Ready>(one: OneDelivery<Ready>, ports: OneDeliveryPorts): Promise<Verdict | null> {
  if (!one.find) {
    const message = 'It was sent and the answer was lost; this network cannot be asked what became of it.';
    return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, ports.now()) };
  }
  let found: Delivered | null;
  try {
    found = await one.find(ports.connect(ports.timings.callLimit));
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    return inDoubt(`It was sent, and looking it up did not succeed: ${words}`, null, one.facts(true));
  }
  return found ? { kind: 'published', delivered: { ...found, adopted: true } } : null;
}
