import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../src/contract/platforms.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashHarness } from '../crash/crash-harness.js';
import type { StoreKind } from '../support/processes/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';
import { mixedTargets } from './mixed-targets.js';

const SETTLED_WITHIN = 60_000;
/** Networks that accept requests and never answer, one of each kind of recovery; and the networks of the other posts. */
const HOLES: readonly Platform[] = ['bluesky', 'x', 'linkedin'];
const OTHERS: readonly Platform[] = ['threads'];
const HOLED = 120;
const OTHER = 120;
/** When the other posts start to fall due, and over how many milliseconds, while those networks do not answer. */
const FIRST_MS = 3_000;
const SPREAD_MS = 6_000;
/** When networks answer again, in milliseconds; one of them never does. */
const MENDED_AFTER = 6_000;
const NEVER_MENDED: readonly Platform[] = ['linkedin'];
/** How late the other posts may be, in milliseconds: the machine is busy with publishers and this program. */
const IN_TIME_MS = 1_000;

/** Networks accept requests, post about half of them, and never answer. Posts for other networks are published in time. */
export async function blackHole(kept: Kept, store: StoreKind): Promise<FaultRow> {
  const harness = kept.closing(await CrashHarness.open(store, { networkDelay: 5 }));
  harness.network.blackHole(HOLES);
  await Promise.all([harness.start(FEW_SLOTS), harness.start(FEW_SLOTS)]);
  const others = mixedTargets(OTHER, OTHERS).map((target, index) => ({
    platform: target.platform,
    parts: [],
    dueIn: FIRST_MS + (SPREAD_MS * index) / OTHER,
  }));
  await harness.addDue(others);
  await harness.addDue(mixedTargets(HOLED, HOLES));
  await sleep(MENDED_AFTER);
  harness.network.blackHole(NEVER_MENDED);
  await harness.settledOrNot(SETTLED_WITHIN);
  const counts = await countOutcomes(harness);
  const late = await latenessOf(harness, OTHERS);
  return rowOf(`${HOLES.length} networks accept requests and never respond`, store, counts, {
    mayBeUnknown: true,
    wrong: late.p99 > IN_TIME_MS ? [`the others were ${late.p99} ms late`] : [],
    seen: `${OTHER} posts on another network meanwhile: ${late.median} ms late at the median, ${late.p99} ms at p99`,
  });
}

/** Fewer slots than each of those networks has posts, and a call limit of 3 s instead of 35. */
const FEW_SLOTS = { maxPerNetwork: 16, slower: 10 };

/** From the due time of a post until it was recorded as published, in milliseconds. */
async function latenessOf(
  harness: CrashHarness,
  platforms: readonly Platform[],
): Promise<{ readonly median: number; readonly p99: number }> {
  const late = (await harness.targets())
    .filter(({ platform }) => platforms.includes(platform))
    .map((target) => (target.published_at ?? Number.POSITIVE_INFINITY) - (target.scheduled_at ?? 0))
    .sort((a, b) => a - b);
  const at = (share: number): number => late[Math.floor(share * (late.length - 1))] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}
