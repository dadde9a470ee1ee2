import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashRoom } from '../crash/crash-room.js';
import type { StoreKind } from '../support/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';
import { mixedTargets } from './mixed-targets.js';

const SETTLED_WITHIN = 60_000;
/** Those that take requests and never answer, of each kind of recovery; and those that others are published on. */
const HOLES: readonly Platform[] = ['bluesky', 'x', 'linkedin'];
const OTHERS: readonly Platform[] = ['threads'];
const HOLED = 120;
const OTHER = 120;
/** The others fall due from here on, once all are written, during so many milliseconds, while nothing answers. */
const FIRST_MS = 3_000;
const SPREAD_MS = 6_000;
/** After which networks answer again, in milliseconds; one of them never does. */
const MENDED_AFTER = 6_000;
const NEVER_MENDED: readonly Platform[] = ['linkedin'];
/** By how much the others may be late, in milliseconds: the machine is busy with publishers and this program. */
const IN_TIME_MS = 1_000;

/** Networks take requests, post about half of them, and never answer; the others are published on in time. */
export async function blackHole(kept: Kept, store: StoreKind): Promise<FaultRow> {
  const room = kept.closing(await CrashRoom.open(store, { networkDelay: 5 }));
  room.network.blackHole(HOLES);
  await Promise.all([room.start(FEW_PLACES), room.start(FEW_PLACES)]);
  const others = mixedTargets(OTHER, OTHERS).map((target, index) => ({
    platform: target.platform,
    parts: [],
    dueIn: FIRST_MS + (SPREAD_MS * index) / OTHER,
  }));
  await room.addDue(others);
  await room.addDue(mixedTargets(HOLED, HOLES));
  await sleep(MENDED_AFTER);
  room.network.blackHole(NEVER_MENDED);
  await room.settledOrNot(SETTLED_WITHIN);
  const counts = await countOutcomes(room);
  const late = await latenessOf(room, OTHERS);
  return rowOf(`${HOLES.length} networks take requests and never answer`, store, counts, {
    mayBeUnknown: true,
    wrong: late.p99 > IN_TIME_MS ? [`the others were late by ${late.p99} ms`] : [],
    seen: `${OTHER} posts on another network meanwhile: late by ${late.median} ms in the middle, ${late.p99} ms at p99`,
  });
}

/** Fewer places than each of the holes has posts; and a call is given up after 3 s, not in the service's 35. */
const FEW_PLACES = { maxPerNetwork: 16, slower: 10 };

/** From when a post was due until it was recorded as out, in milliseconds. */
async function latenessOf(
  room: CrashRoom,
  platforms: readonly Platform[],
): Promise<{ readonly median: number; readonly p99: number }> {
  const late = (await room.targets())
    .filter(({ platform }) => platforms.includes(platform))
    .map((target) => (target.published_at ?? Number.POSITIVE_INFINITY) - (target.scheduled_at ?? 0))
    .sort((a, b) => a - b);
  const at = (share: number): number => late[Math.floor(share * (late.length - 1))] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}
