import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { silentLog } from '../base/log.js';
import type { DueOptions } from './due-table.js';
import type { Job, JobQueue } from './job-queue.js';
import type { Lease } from './lease.js';
import { TIMINGS } from './timing.js';
import { Worker } from './worker.js';
import { WorkspaceTimers } from './workspace-timers.js';

const HOUR_MS = 3_600_000;

/** A queue in which nothing is due, and which records what it is asked. */
function emptyQueue(onRefresh: () => void) {
  const asked: DueOptions[] = [];
  const never = (): never => {
    throw new Error('there are no jobs');
  };
  const queue: JobQueue<Job, Pick<Lease, 'lastsFor'>> = {
    name: 'worker without jobs',
    interruptible: false,
    refresh: async () => onRefresh(),
    slotGroups: () => [['only']],
    countDue: async (options) => {
      asked.push(options);
      return 0;
    },
    clampAfterClockRollback: async () => undefined,
    nextWake: async () => null,
    claim: async () => [],
    idOf: never,
    slotOf: never,
    leaseOf: never,
    describe: never,
    perform: never,
    ended: never,
  };
  return { queue, asked };
}

it('does not rescue jobs by a clock that was set forward while it looked for work', async () => {
  const clock = new ManualClock();
  const { queue, asked } = emptyQueue(() => clock.jump(HOUR_MS));
  const timers = new WorkspaceTimers(clock);
  const worker = new Worker(queue, { clock, timers, log: silentLog, timings: TIMINGS, maxPerSlot: 1 });
  await worker.runDue();
  await worker.stop();
  expect(asked.length).toBeGreaterThan(0);
  // By the new time every lease looks expired, so the worker waits for the length of a lease before it rescues.
  for (const { rescue } of asked) expect(rescue).toBe(false);
});
