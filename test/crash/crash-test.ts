import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import type { StoreKind } from '../support/both-stores.js';
import { CrashRoom, type NewTarget } from './crash-room.js';
import { RECOVERY } from './network-file.js';

export interface CrashPlan {
  readonly store: StoreKind;
  /** How often the database crashes meanwhile and is away, and for how long each time, in milliseconds. */
  readonly outages?: { readonly times: number; readonly lasts: number };
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

export interface CrashCounts {
  readonly kills: number;
  readonly seconds: number;
  /** Posts and parts that are settled as published and that no reader sees, or that never settled. */
  readonly lost: number;
  /** Posts and parts that readers see twice. */
  readonly twice: number;
  readonly published: number;
  readonly failed: number;
  /** Parts of threads that were not sent because the part before them is unknown. */
  readonly leftOut: number;
  /** Posts and parts of unknown outcome, by how their network recovers. */
  readonly unknown: Readonly<Record<string, number>>;
}

const PLATFORMS = Object.keys(RECOVERY) as Platform[];

/**
 * Kills publishers at random while posts are due, starts others in their place until everything is settled,
 * and counts what became of it.
 */
export async function crashTest(plan: CrashPlan): Promise<CrashCounts> {
  const room = await CrashRoom.open(plan.store, plan.networkDelay);
  const begun = performance.now();
  try {
    await room.addDue(Array.from({ length: plan.targets }, (_, index) => newTarget(index)));
    const [killed] = await Promise.all([
      killAtRandom(room, plan, begun + plan.limit),
      loseDatabaseAtRandom(room, plan),
    ]);
    await room.allSettled(Math.max(0, begun + plan.limit - performance.now()));
    return { ...(await count(room)), kills: killed, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await room.close();
  }
}

/** A third of the targets on each network; every fourth has a thread and a first comment. */
function newTarget(index: number): NewTarget {
  return {
    platform: PLATFORMS[index % PLATFORMS.length] ?? 'x',
    parts: index % 4 === 0 ? ['thread', 'thread', 'first_comment'] : [],
  };
}

/** Each time when a part of the targets is settled, and others are under way. */
async function loseDatabaseAtRandom(room: CrashRoom, { outages, targets }: CrashPlan): Promise<void> {
  if (!outages) return;
  for (let time = 1; time <= outages.times; time += 1) {
    const left = targets * (1 - time / (outages.times + 1));
    while ((await room.unsettled()) > left) await sleep(20);
    await room.loseDatabase(outages.lasts);
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

async function count(room: CrashRoom): Promise<Omit<CrashCounts, 'kills' | 'seconds'>> {
  const seen = room.network.seen();
  const targets = await room.targets();
  const platformOf = new Map(targets.map(({ id, platform }) => [id, platform]));
  const sent = [
    ...targets.map(({ id, platform, status, network_post_id }) => ({
      platform,
      key: id,
      status: network_post_id === null ? status : 'published',
      error: null,
    })),
    ...(await room.parts()).map(({ target_id, position, status, error_json }) => ({
      platform: platformOf.get(target_id) ?? 'x',
      key: `${target_id}:${position}`,
      status,
      error: error_json,
    })),
  ];
  const unknown: Record<string, number> = {};
  for (const { platform, status } of sent) {
    const recovery = RECOVERY[platform] ?? 'none';
    if (status === 'unknown') unknown[recovery] = (unknown[recovery] ?? 0) + 1;
  }
  const ended = ({ status }: { status: string }) => status === 'failed' || status === 'missed';
  const leftOut = ({ error }: { error: string | null }) => error?.includes('has an unknown outcome') ?? false;
  const isSeen = ({ platform, key }: { platform: Platform; key: string }) => seen.has(`${platform} ${key}`);
  return {
    lost: sent.filter((one) => one.status === 'published' && !isSeen(one)).length,
    twice: [...seen.values()].filter((times) => times > 1).length,
    published: sent.filter(({ status }) => status === 'published').length,
    failed: sent.filter((one) => ended(one) && !leftOut(one)).length,
    leftOut: sent.filter((one) => ended(one) && leftOut(one)).length,
    unknown,
  };
}
