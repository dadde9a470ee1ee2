import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countOutcomes } from '../crash/counts.js';
import { CrashHarness, type NewTarget } from '../crash/crash-harness.js';
import { JumpingClock } from '../crash/jumping-clock.js';
import type { StoreKind } from '../support/processes/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';
import { mixedTargets } from './mixed-targets.js';

const HOUR_MS = 60 * 60_000;
const SETTLED_WITHIN = 60_000;
/** How long to wait for what is due before checking what is due in an hour. */
const SETTLED_BEFORE = 8_000;
/** What is due after each jump. */
const TARGETS = 120;

/**
 * Sets the wall clock of all publishers an hour forward and back again, or back and forward again, while posts are due.
 * At each jump one of the two publishers dies while it is publishing.
 */
export async function clockJumps(kept: Kept, store: StoreKind, direction: 'on' | 'back'): Promise<FaultRow> {
  const harness = kept.closing(await CrashHarness.open(store, { networkDelay: 60 }));
  const clockFile = join(harness.shared.folder, 'clock');
  const clock = new JumpingClock(clockFile);
  clock.set(0);
  let dying = await harness.start({ clockFile });
  await harness.start({ clockFile });
  for (const ahead of [direction === 'on' ? HOUR_MS : -HOUR_MS, 0]) {
    await harness.addDue(dueSoon(), clock.now());
    await sleep(1_000);
    clock.set(ahead);
    await dying.kill();
    dying = await harness.start({ clockFile });
    await sleep(2_500);
  }
  await harness.addDue(dueSoon(), clock.now());
  await harness.settledOrNot(SETTLED_BEFORE);
  // Posts that were scheduled while the clock was ahead fall due when it reaches that time again.
  clock.set(HOUR_MS);
  await harness.settledOrNot(SETTLED_WITHIN);
  const counts = await countOutcomes(harness);
  const [first, second] = direction === 'on' ? ['an hour ahead', 'back'] : ['an hour back', 'ahead'];
  return rowOf(`the system clock jumps ${first}, then ${second}`, store, counts, {
    mayBeMissed: true,
    mayBeUnknown: true,
    seen: `${counts.missed} \`missed\`, more than an hour late by the clock at that moment. Sent posts without a response are \`unknown\` if only sending them again could tell`,
  });
}

/** Due within the next two seconds, so that the jump happens in the middle. */
function dueSoon(): NewTarget[] {
  return mixedTargets(TARGETS).map((target, index) => ({ ...target, dueIn: (2_000 * index) / TARGETS }));
}
