import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import type { StoreKind } from '../support/both-stores.js';
import { type Counts, countOutcomes } from './counts.js';
import { CrashRoom, type NewTarget } from './crash-room.js';
import { RECOVERY } from './network-file.js';

export interface CrashPlan {
  readonly store: StoreKind;
  /** How long the database is away each time that it crashes meanwhile, in milliseconds. */
  readonly outages?: readonly number[];
  readonly processes: number;
  readonly targets: number;
  /** How many kills there are before the publishers are left alone. */
  readonly kills: number;
  /** For how long a publisher lives on the average, in milliseconds. */
  readonly livesFor: number;
  /** How long a network takes to act, and then again to answer, in milliseconds. */
  readonly networkDelay: number;
  /** After which it is given up, in milliseconds. */
  readonly limit: number;
}

export interface CrashCounts extends Counts {
  readonly kills: number;
  /** Posts whose call left before their time. */
  readonly early: number;
  readonly seconds: number;
}

const PLATFORMS = Object.keys(RECOVERY) as Platform[];

/**
 * Kills publishers at random while posts are due, starts others in their place until everything is settled,
 * and counts what became of it.
 */
export async function crashTest(plan: CrashPlan): Promise<CrashCounts> {
  const room = await CrashRoom.open(plan.store, { networkDelay: plan.networkDelay });
  const begun = performance.now();
  try {
    await room.addDue(Array.from({ length: plan.targets }, (_, index) => newTarget(index)));
    const [killed] = await Promise.all([
      killAtRandom(room, plan, begun + plan.limit),
      loseDatabaseAtTimes(room, plan),
    ]);
    await room.allSettled(Math.max(0, begun + plan.limit - performance.now()));
    const seconds = (performance.now() - begun) / 1000;
    return { ...(await countOutcomes(room)), early: await countEarly(room), kills: killed, seconds };
  } finally {
    await room.close();
  }
}

/** So many are due at each instant, the next ones so many milliseconds later: publishers die while they wait for it. */
const DUE_TOGETHER = 20;
const APART_MS = 400;

/** A quarter of the targets on each network; every fourth has a thread and a first comment. */
function newTarget(index: number): NewTarget {
  return {
    platform: PLATFORMS[index % PLATFORMS.length] ?? 'x',
    parts: index % 4 === 0 ? ['thread', 'thread', 'first_comment'] : [],
    dueIn: Math.floor(index / DUE_TOGETHER) * APART_MS,
  };
}

async function countEarly(room: CrashRoom): Promise<number> {
  const calls = room.network.firstCalls();
  const targets = await room.targets();
  return targets.filter(({ id, scheduled_at }) => isBefore(calls.get(id), scheduled_at)).length;
}

function isBefore(call: number | undefined, due: number | null): boolean {
  return call !== undefined && due !== null && call < due;
}

/** Each time when a part of the targets is settled, and others are under way. */
async function loseDatabaseAtTimes(room: CrashRoom, { outages = [], targets }: CrashPlan): Promise<void> {
  for (const [index, lasts] of outages.entries()) {
    const left = targets * (1 - (index + 1) / (outages.length + 1));
    while ((await room.unsettled()) > left) await sleep(20);
    await room.loseDatabase(lasts);
  }
}

async function killAtRandom(room: CrashRoom, plan: CrashPlan, giveUpAt: number): Promise<number> {
  let kills = 0;
  const goesOn = async (): Promise<boolean> =>
    kills < plan.kills && performance.now() < giveUpAt && (await room.unsettled()) > 0;
  const oneAfterAnother = async (): Promise<void> => {
    while (await goesOn()) {
      const victim = await room.start();
      await sleep(2 * plan.livesFor * Math.random());
      if (!(await goesOn())) return;
      kills += 1;
      await victim.kill();
    }
  };
  await Promise.all(Array.from({ length: plan.processes }, oneAfterAnother));
  await room.start();
  return kills;
}
