import type { DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { StoreKind } from '../support/both-stores.js';
import { CrashRoom } from './crash-room.js';
import { SHORT_TIMINGS } from './short-timings.js';

/** How long a target may take to settle after its publisher is gone, in milliseconds. */
const SETTLED_WITHIN = 15_000;

interface Outcome {
  readonly status: string;
  readonly parts: readonly string[];
  /** How often readers see the post and each of its parts; all of them once: `[1, 1, 1]`. */
  readonly seen: readonly number[];
}

/** How a delivery comes to a step. */
interface Way {
  /** The networks on which it does; `linkedin` can tell nothing afterwards. */
  readonly platforms: readonly Platform[];
  /** What is lost on its way first, so that it has to be looked for. */
  readonly loses?: 'main' | 'part';
}

const EVERYWHERE: Way = { platforms: ['bluesky', 'x', 'linkedin'] };

/** A way to every step: a step that is new needs one. */
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

/** Kills a publisher with SIGKILL at a step of its delivery, and lets another one finish what it left. */
export async function killedAt(step: DeliveryStep, platform: Platform, store?: StoreKind): Promise<Outcome> {
  const room = await CrashRoom.open(store);
  try {
    const id = await addOne(room, platform);
    const victim = await room.start({ crashAt: step, loses: lostKey(step, id) });
    await victim.says(`at ${step}`);
    await victim.kill();
    await room.start();
    await room.allSettled(SETTLED_WITHIN);
    return await outcomeOf(room, platform, id);
  } finally {
    await room.close();
  }
}

/** What became of a target whose publisher was killed while it waited for its time. */
interface AheadOutcome extends Outcome {
  /** The publisher was killed before the target was due. */
  readonly killedAhead: boolean;
  /** A call left before it was due. */
  readonly early: boolean;
}

/** By how much longer everything takes then: what is begun ahead of its time must be seen before that has come. */
const SLOWER = 3;

/** How long before its time a target is there, in milliseconds: longer than a publisher takes to look again. */
const AHEAD = 2_500;

/** Kills a publisher at a step that it comes to ahead of the target's time, and lets another one do what it left. */
export async function killedAhead(
  step: DeliveryStep,
  platform: Platform,
  store?: StoreKind,
): Promise<AheadOutcome> {
  const room = await CrashRoom.open(store);
  try {
    const victim = await room.start({ crashAt: step, slower: SLOWER });
    const due = Date.now() + AHEAD;
    const id = await addOne(room, platform, AHEAD);
    await victim.says(`at ${step}`);
    const killedAhead = Date.now() < due;
    await victim.kill();
    await room.start();
    await room.allSettled(SETTLED_WITHIN);
    const early = (room.network.firstCalls().get(id) ?? due) < due;
    return { ...(await outcomeOf(room, platform, id)), killedAhead, early };
  } finally {
    await room.close();
  }
}

/**
 * Stops a publisher at a step for longer than its lease, lets another one finish what it left, and then lets
 * the first one go on: nothing more goes out.
 */
export async function stoppedAt(step: DeliveryStep, platform: Platform, store?: StoreKind): Promise<Outcome> {
  const room = await CrashRoom.open(store);
  try {
    const id = await addOne(room, platform);
    const sleeper = await room.start({ crashAt: step, loses: lostKey(step, id) });
    await sleeper.says(`at ${step}`);
    sleeper.signal('SIGSTOP');
    await room.start();
    await room.allSettled(SETTLED_WITHIN);
    sleeper.signal('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, SHORT_TIMINGS.lease));
    return await outcomeOf(room, platform, id);
  } finally {
    await room.close();
  }
}

export function lostKey(step: DeliveryStep, id: string): string | null {
  const { loses } = WAY_TO[step];
  if (loses === undefined) return null;
  return loses === 'main' ? id : `${id}:1`;
}

async function addOne(room: CrashRoom, platform: Platform, dueIn = 0): Promise<string> {
  const [id = ''] = await room.addDue([{ platform, parts: ['thread', 'first_comment'], dueIn }]);
  return id;
}

async function outcomeOf(room: CrashRoom, platform: Platform, id: string): Promise<Outcome> {
  const seen = room.network.seen();
  const [target] = await room.targets();
  return {
    status: target?.status ?? '',
    parts: (await room.parts()).map(({ status }) => status),
    seen: [id, `${id}:1`, `${id}:2`].map((key) => seen.get(`${platform} ${key}`) ?? 0),
  };
}
