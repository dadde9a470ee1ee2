import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countOutcomes } from '../crash/counts.js';
import { CrashRoom, type NewTarget } from '../crash/crash-room.js';
import { JumpingClock } from '../crash/jumping-clock.js';
import type { StoreKind } from '../support/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';
import { mixedTargets } from './mixed-targets.js';

const HOUR_MS = 60 * 60_000;
const SETTLED_WITHIN = 60_000;
/** How long it is waited for what is due, before it is looked at what is due in an hour. */
const SETTLED_BEFORE = 8_000;
/** What is due after each jump. */
const TARGETS = 120;

/**
 * Sets the wall clock of all publishers an hour on and back again, or back and on again, while posts are due; at each
 * jump one of the two publishers dies in the middle of its work.
 */
export async function clockJumps(kept: Kept, store: StoreKind, direction: 'on' | 'back'): Promise<FaultRow> {
  const room = kept.closing(await CrashRoom.open(store, { networkDelay: 60 }));
  const clockFile = join(room.shared.folder, 'clock');
  const clock = new JumpingClock(clockFile);
  clock.set(0);
  let dying = await room.start({ clockFile });
  await room.start({ clockFile });
  for (const ahead of [direction === 'on' ? HOUR_MS : -HOUR_MS, 0]) {
    await room.addDue(dueSoon(), clock.now());
    await sleep(1_000);
    clock.set(ahead);
    await dying.kill();
    dying = await room.start({ clockFile });
    await sleep(2_500);
  }
  await room.addDue(dueSoon(), clock.now());
  await room.settledOrNot(SETTLED_BEFORE);
  // What was scheduled while the clock was ahead is due when it has come there again.
  clock.set(HOUR_MS);
  await room.settledOrNot(SETTLED_WITHIN);
  const counts = await countOutcomes(room);
  const [first, second] = direction === 'on' ? ['an hour on', 'back again'] : ['an hour back', 'on again'];
  return rowOf(`the wall clock jumps ${first}, and ${second}`, store, counts, {
    mayBeMissed: true,
    mayBeUnknown: true,
    seen: `${counts.missed} \`missed\`: more than an hour late by the clock as it then was. What had left and lost its answer, and could only be asked for by sending it again with its key, is \`unknown\` then`,
  });
}

/** Due within the next two seconds: the jump comes in the middle of them. */
function dueSoon(): NewTarget[] {
  return mixedTargets(TARGETS).map((target, index) => ({ ...target, dueIn: (2_000 * index) / TARGETS }));
}
