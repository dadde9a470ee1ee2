import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_STEPS, type DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashRoom } from '../crash/crash-room.js';
import { lostKey, WAY_TO } from '../crash/killed-at.js';
import { SHORT_TIMINGS } from '../crash/short-timings.js';
import type { StoreKind } from '../support/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';

/** At each step, on each network on which a delivery comes to it. */
const TARGETS = 4;
const SETTLED_WITHIN = 30_000;

/**
 * Stops a publisher with SIGSTOP, at each step of a delivery, in the middle of several; lets another one finish what
 * it holds; and lets it go on long after its leases have run out. The networks act at once: they do not stand still
 * with whoever asked them.
 */
export async function stoppedPublishers(
  kept: Kept,
  store: StoreKind,
  steps: readonly DeliveryStep[] = DELIVERY_STEPS,
): Promise<FaultRow> {
  const room = kept.closing(await CrashRoom.open(store, { networkDelay: 0 }));
  const begun = performance.now();
  for (const step of steps) await stopAt(room, step);
  const counts = await countOutcomes(room);
  return rowOf('a publisher is stopped for longer than its lease, and goes on', store, counts, {
    seen: `at each of ${steps.length} steps; ${Math.round((performance.now() - begun) / 1000)} s in all`,
  });
}

async function stopAt(room: CrashRoom, step: DeliveryStep): Promise<void> {
  const targets = Array.from({ length: TARGETS }, () => WAY_TO[step].platforms)
    .flat()
    .map((platform) => ({ platform, parts: ['thread', 'first_comment'] as const }));
  const [first = ''] = await room.addDue(targets);
  const sleeper = await room.start({ crashAt: step, loses: lostKey(step, first) });
  await sleeper.says(`at ${step}`);
  sleeper.signal('SIGSTOP');
  const other = await room.start();
  await room.settledOrNot(SETTLED_WITHIN);
  sleeper.signal('SIGCONT');
  await sleep(SHORT_TIMINGS.lease);
  await Promise.all([sleeper.kill(), other.kill()]);
}
