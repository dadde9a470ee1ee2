import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_STEPS, type DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import { countOutcomes } from '../crash/counts.js';
import { CrashHarness } from '../crash/crash-harness.js';
import { lostKey, WAY_TO } from '../crash/killed-at.js';
import { SHORT_TIMINGS } from '../crash/short-timings.js';
import type { StoreKind } from '../support/processes/both-stores.js';
import { type FaultRow, rowOf } from './fault-row.js';
import type { Kept } from './kept.js';

/** At each step, on each network on which a delivery reaches it. */
const TARGETS = 4;
const SETTLED_WITHIN = 30_000;
/** How long the publisher that runs last may take for what the others left, in milliseconds. */
const ALL_SETTLED_WITHIN = 120_000;

/**
 * Suspends a publisher with SIGSTOP at each step of a delivery, while it has several; lets another one finish them; and
 * resumes it long after its leases have run out. The networks act at once, because they run in the suspended process.
 */
export async function stoppedPublishers(
  kept: Kept,
  store: StoreKind,
  steps: readonly DeliveryStep[] = DELIVERY_STEPS,
): Promise<FaultRow> {
  const harness = kept.closing(await CrashHarness.open(store, { networkDelay: 0 }));
  const begun = performance.now();
  for (const step of steps) await stopAt(harness, step);
  const last = await harness.start();
  await harness.settledOrNot(ALL_SETTLED_WITHIN);
  await last.kill();
  const counts = await countOutcomes(harness);
  return rowOf('a publisher is paused for longer than its lease', store, counts, {
    seen: `at each of ${steps.length} steps, ${Math.round((performance.now() - begun) / 1000)} s in all`,
  });
}

async function stopAt(harness: CrashHarness, step: DeliveryStep): Promise<void> {
  const targets = Array.from({ length: TARGETS }, () => WAY_TO[step].platforms)
    .flat()
    .map((platform) => ({ platform, parts: ['thread', 'first_comment'] as const }));
  const [first = ''] = await harness.addDue(targets);
  const sleeper = await harness.start({ crashAt: step, loses: lostKey(step, first) });
  await sleeper.says(`at ${step}`);
  sleeper.signal('SIGSTOP');
  const other = await harness.start();
  await harness.settledOrNot(SETTLED_WITHIN);
  sleeper.signal('SIGCONT');
  await sleep(SHORT_TIMINGS.lease);
  await Promise.all([sleeper.kill(), other.kill()]);
}
