import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { silentLog } from '../base/log.js';
import type { DueOptions } from '../domain/publishing/claim.js';
import type { Held } from './running-work.js';
import { TIMINGS } from './timing.js';
import type { Claimed, WorkQueue } from './work-queue.js';
import { SleepingWorker } from './worker.js';
import { WorkspaceTimers } from './workspace-timers.js';

const HOUR_MS = 3_600_000;

/** A queue in which nothing is due, and that notes what it was asked for. */
function emptyQueue(meanwhile: () => void) {
  const asked: DueOptions[] = [];
  const never = (): never => {
    throw new Error('there is no work');
  };
  const queue: WorkQueue<Claimed, Held> = {
    name: 'worker of nothing',
    countDue: async (options) => {
      asked.push(options);
      return 0;
    },
    alignMovedWorkspaces: async () => meanwhile(),
    clockWasSetBack: async () => undefined,
    nextWake: async () => null,
    claim: async () => [],
    idOf: never,
    hold: never,
    perform: never,
    ended: never,
  };
  return { queue, asked };
}

it('takes nobody’s lease for run out by a clock that was set on while it looked for what is due', async () => {
  const clock = new ManualClock();
  const { queue, asked } = emptyQueue(() => clock.jump(HOUR_MS));
  const timers = new WorkspaceTimers(clock);
  const worker = new SleepingWorker(queue, { clock, timers, log: silentLog, timings: TIMINGS });
  await worker.runDue();
  await worker.stop();
  expect(asked.length).toBeGreaterThan(0);
  // By the new time whatever is under way looks abandoned: that is not asked for until leases have had their time.
  for (const { rescue } of asked) expect(rescue).toBe(false);
});
