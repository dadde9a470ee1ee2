import type { DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { StoreKind } from '../support/processes/both-stores.js';
import { CrashHarness } from './crash-harness.js';
import { SHORT_TIMINGS } from './short-timings.js';

/** How long a target may take to settle after its publisher has died, in milliseconds. */
const SETTLED_WITHIN = 15_000;

interface Outcome {
  readonly status: string;
  readonly parts: readonly string[];
  /** How often readers see the post and each of its parts; all of them once: `[1, 1, 1]`. */
  readonly seen: readonly number[];
}

/** How a delivery reaches a step. */
interface Way {
  /** The networks on which it does; `linkedin` cannot be asked afterwards. */
  readonly platforms: readonly Platform[];
  /** The request that is lost first, so that it has to be looked up. */
  readonly loses?: 'main' | 'part';
}

const EVERYWHERE: Way = { platforms: ['bluesky', 'x', 'linkedin'] };

/** A way to reach every step. A new step needs one too. */
export const WAY_TO: Readonly<Record<DeliveryStep, Way>> = {
  claimed: EVERYWHERE,
  looked_up: { platforms: ['x', 'threads'], loses: 'main' },
  prepared: { platforms: ['threads'] },
  marked: EVERYWHERE,
  created: EVERYWHERE,
  main_recorded: EVERYWHERE,
  part_looked_up: { platforms: ['x', 'threads'], loses: 'part' },
  part_marked: EVERYWHERE,
  part_created: EVERYWHERE,
  part_recorded: EVERYWHERE,
};

/** Kills a publisher with SIGKILL at a step of its delivery, and lets another one finish it. */
export async function killedAt(step: DeliveryStep, platform: Platform, store?: StoreKind): Promise<Outcome> {
  const harness = await CrashHarness.open(store);
  try {
    const id = await addOne(harness, platform);
    const victim = await harness.start({ crashAt: step, loses: lostKey(step, id) });
    await victim.says(`at ${step}`);
    await victim.kill();
    await harness.start();
    await harness.allSettled(SETTLED_WITHIN);
    return await outcomeOf(harness, platform, id);
  } finally {
    await harness.close();
  }
}

/** The outcome of a target whose publisher was killed while it waited for the due time. */
interface AheadOutcome extends Outcome {
  /** The publisher was killed before the target was due. */
  readonly killedAhead: boolean;
  /** A call left before it was due. */
  readonly early: boolean;
}

/** How much longer everything takes in that test: the early start must be visible before the target is due. */
const SLOWER = 3;

/** How long before its due time a target exists, in milliseconds: longer than a publisher's sleep. */
const AHEAD = 2_500;

/** Kills a publisher at a step that it reaches before the target is due, and lets another one finish it. */
export async function killedAhead(
  step: DeliveryStep,
  platform: Platform,
  store?: StoreKind,
): Promise<AheadOutcome> {
  const harness = await CrashHarness.open(store);
  try {
    const victim = await harness.start({ crashAt: step, slower: SLOWER });
    const due = Date.now() + AHEAD;
    const id = await addOne(harness, platform, AHEAD);
    await victim.says(`at ${step}`);
    const killedAhead = Date.now() < due;
    await victim.kill();
    await harness.start();
    await harness.allSettled(SETTLED_WITHIN);
    const early = (harness.network.firstCalls().get(id) ?? due) < due;
    return { ...(await outcomeOf(harness, platform, id)), killedAhead, early };
  } finally {
    await harness.close();
  }
}

/**
 * Suspends a publisher at a step for longer than its lease, lets another one finish the delivery, and then resumes the
 * first one: it must send nothing more.
 */
export async function stoppedAt(step: DeliveryStep, platform: Platform, store?: StoreKind): Promise<Outcome> {
  const harness = await CrashHarness.open(store);
  try {
    const id = await addOne(harness, platform);
    const sleeper = await harness.start({ crashAt: step, loses: lostKey(step, id) });
    await sleeper.says(`at ${step}`);
    sleeper.signal('SIGSTOP');
    await harness.start();
    await harness.allSettled(SETTLED_WITHIN);
    sleeper.signal('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, SHORT_TIMINGS.lease));
    return await outcomeOf(harness, platform, id);
  } finally {
    await harness.close();
  }
}

export function lostKey(step: DeliveryStep, id: string): string | null {
  const { loses } = WAY_TO[step];
  if (loses === undefined) return null;
  return loses === 'main' ? id : `${id}:1`;
}

async function addOne(harness: CrashHarness, platform: Platform, dueIn = 0): Promise<string> {
  const [id = ''] = await harness.addDue([{ platform, parts: ['thread', 'first_comment'], dueIn }]);
  return id;
}

async function outcomeOf(harness: CrashHarness, platform: Platform, id: string): Promise<Outcome> {
  const seen = harness.network.seen();
  const [target] = await harness.targets();
  return {
    status: target?.status ?? '',
    parts: (await harness.parts()).map(({ status }) => status),
    seen: [id, `${id}:1`, `${id}:2`].map((key) => seen.get(`${platform} ${key}`) ?? 0),
  };
}
