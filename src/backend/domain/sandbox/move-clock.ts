import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CLOCK, type RanDelivery } from '../../../contract/sandbox/sandbox.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { RequestRefused } from '../../operations/refusal.js';
import { postsBeingPublished } from '../../store/post-status.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { type WorkspaceClock, workspaceNow } from '../../store/workspace-clock.js';
import { alignWakeTimes, type DueTable, nextDueAt } from '../../work/due-table.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { NOTICES } from '../inbox/intake/notice-table.js';
import { SENDS } from '../inbox/sending/send-table.js';
import { followPublished } from '../insights/follow-published.js';
import { METRIC_ACCOUNTS } from '../insights/metric-table.js';
import { TARGETS } from '../publishing/target-table.js';
import { DELIVERIES } from '../webhooks/delivery-table.js';

export interface ClockDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  /** Publishes what is due, and resolves when nothing more happens until the clock moves. */
  runDue(): Promise<void>;
  readonly webhooks: {
    /** Sends due webhook deliveries. */
    runDue(workspaceId: string): Promise<void>;
    /** Records deliveries from now on, because some are sent as soon as the clock has moved. */
    watch(workspaceId: string): { readonly ran: readonly RanDelivery[]; end(): void };
  };
  /** How long one move may take for webhook deliveries in all, in milliseconds of real time. */
  readonly deliveryPatienceMs?: number;
  /** How long to wait for jobs that other processes have claimed, in milliseconds of real time. */
  readonly claimWaitMs?: number;
}

/** The result of a move: the time it started from, and the webhook deliveries on the way. */
export interface Moved {
  readonly from: number;
  readonly deliveries: readonly RanDelivery[];
  /** Deliveries that are due and that the move did not wait for: they are many, or their receivers are slow. */
  readonly deliveriesPending: number;
}

const CLAIM_WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 10;

/**
 * Short of what clients wait for an answer. Receivers may take 15 s each, again for each retry, and a thousand retries
 * are due at a thousand instants.
 */
const DELIVERY_PATIENCE_MS = 10_000;

/** The tables whose rows become due on a workspace's clock. */
const DUE_TABLES: readonly DueTable[] = [TARGETS, SENDS, NOTICES, METRIC_ACCOUNTS, DELIVERIES];

/** A clock that runs with the system clock. */
const UNMOVED: WorkspaceClock = { clock_offset_ms: 0, clock_frozen_at: null };

/** Freezes a workspace's clock at its current time. */
export async function freezeClock(dependencies: ClockDependencies, workspaceId: string): Promise<void> {
  const clock = await readClock(dependencies, workspaceId);
  if (clock.clock_frozen_at !== null) return;
  await setClock(
    dependencies,
    workspaceId,
    clock,
    frozenAt(clock, workspaceNow(clock, dependencies.clock.now())),
  );
}

/** Lets a frozen clock run again from its current time. */
export async function resumeClock(dependencies: ClockDependencies, workspaceId: string): Promise<void> {
  const clock = await readClock(dependencies, workspaceId);
  if (clock.clock_frozen_at === null) return;
  await setClock(dependencies, workspaceId, clock, runningFrom(clock.clock_frozen_at, dependencies));
}

/**
 * Moves a workspace's clock forward and runs everything that becomes due on the way, in order and each at its own
 * time. The clock is frozen, stops at each instant at which something is due, and waits until it is done. At the end
 * it runs again, unless it was frozen before. Webhook deliveries that take too long are not waited for: from then on,
 * they are sent while the clock moves on.
 *
 * @param target computes the new workspace time from the current one
 * @throws RequestRefused if the new time has passed or is after MAX_CLOCK, or another request is moving the clock
 */
export async function moveClock(
  dependencies: ClockDependencies,
  workspaceId: string,
  target: (now: number) => number,
): Promise<Moved> {
  const before = await readClock(dependencies, workspaceId);
  const from = workspaceNow(before, dependencies.clock.now());
  const to = target(from);
  if (to < from) throw notBackwards(from);
  if (to > Date.parse(MAX_CLOCK)) throw tooFar();

  const deliveries = dependencies.webhooks.watch(workspaceId);
  const sending = new Patience(dependencies.deliveryPatienceMs ?? DELIVERY_PATIENCE_MS);
  try {
    let current = frozenAt(before, from);
    await setClock(dependencies, workspaceId, before, current);
    await settleAt(dependencies, workspaceId, sending);
    for (;;) {
      const other = await nextInstant(dependencies, workspaceId);
      const delivery = sending.isOver
        ? null
        : await nextDueAt(dependencies.store.db, DELIVERIES, workspaceId);
      const next = earliest([other, delivery]);
      if (next === null || next > to) break;
      const step = frozenAt(before, Math.max(next, current.clock_frozen_at ?? next));
      const earlier = current;
      const stop = async (): Promise<void> => {
        await setClock(dependencies, workspaceId, earlier, step);
        await settleAt(dependencies, workspaceId, sending);
      };
      await (next === other ? stop() : sending.spend(stop));
      current = step;
    }
    const end = before.clock_frozen_at === null ? runningFrom(to, dependencies) : frozenAt(before, to);
    await setClock(dependencies, workspaceId, current, end);
  } finally {
    deliveries.end();
  }
  const deliveriesPending = sending.isOver
    ? await countDueDeliveries(dependencies.store, workspaceId, to)
    : 0;
  return { from, deliveries: deliveries.ran, deliveriesPending };
}

/** Sets a workspace's clock, even backwards; to the system clock by default. */
export async function restoreClock(
  dependencies: ClockDependencies,
  workspaceId: string,
  to: WorkspaceClock = UNMOVED,
): Promise<void> {
  await setClock(dependencies, workspaceId, await readClock(dependencies, workspaceId), to);
}

export async function readClock(
  { store }: Pick<ClockDependencies, 'store'>,
  workspaceId: string,
): Promise<WorkspaceClock> {
  return store.db
    .selectFrom('workspaces')
    .select(['clock_offset_ms', 'clock_frozen_at'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

function frozenAt(clock: WorkspaceClock, instant: number): WorkspaceClock {
  return { clock_offset_ms: clock.clock_offset_ms, clock_frozen_at: instant };
}

function runningFrom(instant: number, { clock }: ClockDependencies): WorkspaceClock {
  return { clock_offset_ms: instant - clock.now(), clock_frozen_at: null };
}

/** Sets the clock if it is still at `from`, so that of two concurrent moves one is rejected. */
async function setClock(
  { store, clock, timers }: ClockDependencies,
  workspaceId: WorkspaceRow['id'],
  from: WorkspaceClock,
  to: WorkspaceClock,
): Promise<void> {
  const moved = await store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set(to)
      .where('id', '=', workspaceId)
      .where('clock_offset_ms', '=', from.clock_offset_ms)
      .where('clock_frozen_at', 'is not distinct from', from.clock_frozen_at)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    for (const table of DUE_TABLES) {
      await alignWakeTimes(trx, table, { id: workspaceId, ...to }, clock.now());
    }
    return true;
  });
  if (!moved) {
    throw new RequestRefused(
      'state_conflict',
      'Another request is moving this clock. Wait until it has finished.',
    );
  }
  timers.learn(workspaceId, to);
}

/** Runs what is due at this instant, here and in other processes on the same database. */
async function settleAt(
  dependencies: ClockDependencies,
  workspaceId: string,
  sending: Patience,
): Promise<void> {
  const giveUpAt = systemClock.monotonic() + (dependencies.claimWaitMs ?? CLAIM_WAIT_MS);
  await dependencies.runDue();
  while (
    dependencies.timers.nextEnd(workspaceId) === null &&
    systemClock.monotonic() < giveUpAt &&
    (await isClaimed(dependencies, workspaceId))
  ) {
    await sleep(POLL_INTERVAL_MS);
    await dependencies.runDue();
  }
  // Another process may have published at this instant: its readings must be planned before the next one is chosen.
  await followPublished(dependencies.store, dependencies.clock.now());
  if (!sending.isOver) await sending.waitFor(dependencies.webhooks.runDue(workspaceId));
}

async function isClaimed({ store }: ClockDependencies, workspaceId: string): Promise<boolean> {
  const target = await store.db
    .selectFrom('targets')
    .select('id')
    .where('post_id', 'in', postsBeingPublished(store.db, workspaceId))
    .where('lease_until', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (target) return true;
  for (const table of ['sends', 'inbox_notices', 'metric_accounts'] as const) {
    const row = await store.db
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('lease_until', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** The next instant at which anything but a delivery is due: a target, send, notice, reading, demo visit, or the end of a pause. */
async function nextInstant(
  { store, timers }: ClockDependencies,
  workspaceId: string,
): Promise<number | null> {
  const tables = DUE_TABLES.filter((table) => table !== DELIVERIES);
  const due = await Promise.all(tables.map((table) => nextDueAt(store.db, table, workspaceId)));
  const { visits } = await store.db
    .selectFrom('demo_visits')
    .select((select) => select.fn.min<number | null>('due_at').as('visits'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return earliest([...due, visits, timers.nextEnd(workspaceId)]);
}

function earliest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Real time that several waits share. It passes even where a test holds the clock. */
class Patience {
  #leftMs: number;

  constructor(milliseconds: number) {
    this.#leftMs = milliseconds;
  }

  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  /** Does all of the work, however long it takes, and counts its time. */
  async spend(work: () => Promise<void>): Promise<void> {
    const began = systemClock.monotonic();
    const left = this.#leftMs;
    await work();
    this.#leftMs = Math.min(this.#leftMs, left - (systemClock.monotonic() - began));
  }

  /** Resolves when the work is done, or when no time is left; the work then goes on by itself. */
  async waitFor(work: Promise<void>): Promise<void> {
    const began = systemClock.monotonic();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'over'>((resolve) => {
      timer = setTimeout(() => resolve('over'), this.#leftMs);
    });
    try {
      const ended = await Promise.race([work.then(() => 'done' as const), timeout]);
      this.#leftMs = ended === 'over' ? 0 : this.#leftMs - (systemClock.monotonic() - began);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @param now workspace time */
async function countDueDeliveries(
  { db }: ClockDependencies['store'],
  workspaceId: string,
  now: number,
): Promise<number> {
  const { due } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll().as('due'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(due);
}

function tooFar(): RequestRefused {
  return new RequestRefused(
    'validation_failed',
    `The clock moves at most to ${MAX_CLOCK}. Move it less far. To start over, reset the workspace with \`POST /v1/test/reset\`.`,
  );
}

function notBackwards(now: number): RequestRefused {
  return new RequestRefused(
    'time_in_past',
    'The clock only moves forward. To start over, reset the workspace with `POST /v1/test/reset`.',
    { serverTime: new Date(now).toISOString() },
  );
}
