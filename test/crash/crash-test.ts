import { setTimeout as sleep } from 'node:timers/promises';
import { PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { RULES } from '../../src/networks/rules.js';
import type { StoreKind } from '../support/processes/both-stores.js';
import { type Counts, countOutcomes } from './counts.js';
import { CrashHarness, type NewTarget } from './crash-harness.js';

export interface CrashPlan {
  readonly store: StoreKind;
  /** How long the database is unavailable after each of its crashes, in milliseconds. */
  readonly outages?: readonly number[];
  readonly processes: number;
  readonly targets: number;
  /** How much later each twenty of them are due, in milliseconds: publishers die while they wait for it. */
  readonly apart: number;
  /** The number of kills before the publishers are left alone. */
  readonly kills: number;
  /** The average lifetime of a publisher, in milliseconds. */
  readonly livesFor: number;
  /** How long a network takes to act, and then as long again to answer, in milliseconds. */
  readonly networkDelay: number;
  /** The time limit of the test, in milliseconds. */
  readonly limit: number;
}

export interface CrashCounts extends Counts {
  readonly kills: number;
  /** Posts whose call left before their time. */
  readonly early: number;
  readonly seconds: number;
}

/**
 * Kills publishers at random while posts are due, starts others in their place until everything is settled, and counts
 * the outcomes.
 */
export async function crashTest(plan: CrashPlan): Promise<CrashCounts> {
  const harness = await CrashHarness.open(plan.store, { networkDelay: plan.networkDelay });
  const begun = performance.now();
  try {
    await harness.addDue(Array.from({ length: plan.targets }, (_, index) => newTarget(index, plan.apart)));
    const [killed] = await Promise.all([
      killAtRandom(harness, plan, begun + plan.limit),
      loseDatabaseAtTimes(harness, plan),
    ]);
    await harness.allSettled(Math.max(0, begun + plan.limit - performance.now()));
    const seconds = (performance.now() - begun) / 1000;
    return { ...(await countOutcomes(harness)), early: await countEarly(harness), kills: killed, seconds };
  } finally {
    await harness.close();
  }
}

/** How many targets are due at one time. */
const DUE_TOGETHER = 20;

/** A tenth of the targets on each network; every other one has the parts that posts on its network can have. */
function newTarget(index: number, apart: number): NewTarget {
  const platform = PLATFORMS[index % PLATFORMS.length] ?? 'x';
  return {
    platform,
    parts: Math.floor(index / PLATFORMS.length) % 2 === 0 ? partsOf(platform) : [],
    dueIn: Math.floor(index / DUE_TOGETHER) * apart,
  };
}

function partsOf(platform: Platform): NewTarget['parts'] {
  const { thread, firstComment } = RULES[platform];
  return [
    ...(thread ? (['thread', 'thread'] as const) : []),
    ...(firstComment ? (['first_comment'] as const) : []),
  ];
}

async function countEarly(harness: CrashHarness): Promise<number> {
  const calls = harness.network.firstCalls();
  const targets = await harness.targets();
  return targets.filter(({ id, scheduled_at }) => isBefore(calls.get(id), scheduled_at)).length;
}

function isBefore(call: number | undefined, due: number | null): boolean {
  return call !== undefined && due !== null && call < due;
}

/** Crashes the database when a part of the targets is settled and others are in progress. */
async function loseDatabaseAtTimes(
  harness: CrashHarness,
  { outages = [], targets }: CrashPlan,
): Promise<void> {
  for (const [index, lasts] of outages.entries()) {
    const left = targets * (1 - (index + 1) / (outages.length + 1));
    while ((await harness.unsettled()) > left) await sleep(20);
    await harness.loseDatabase(lasts);
  }
}

async function killAtRandom(harness: CrashHarness, plan: CrashPlan, giveUpAt: number): Promise<number> {
  let kills = 0;
  const goesOn = async (): Promise<boolean> =>
    kills < plan.kills && performance.now() < giveUpAt && (await harness.unsettled()) > 0;
  const oneAfterAnother = async (): Promise<void> => {
    while (await goesOn()) {
      const victim = await harness.start();
      await sleep(2 * plan.livesFor * Math.random());
      if (!(await goesOn())) return;
      kills += 1;
      await victim.kill();
    }
  };
  await Promise.all(Array.from({ length: plan.processes }, oneAfterAnother));
  await harness.start();
  return kills;
}
