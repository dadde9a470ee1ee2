import { setTimeout as sleep } from 'node:timers/promises';
import type { RanDelivery } from '../../../contract/sandbox/sandbox.js';
import type { Clock } from '../../base/clock.js';
import { RequestRefused } from '../../operations/refusal.js';
import { postsBeingPublished } from '../../store/post-status.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { type WorkspaceClock, workspaceNow } from '../../store/workspace-clock.js';
import { alignWakeTimes, type DueTable, nextDueAt } from '../../work/due-table.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { SENDS } from '../inbox/send-table.js';
import { TARGETS } from '../publishing/target-table.js';
import { DELIVERIES } from '../webhooks/delivery-table.js';

export interface ClockPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  /** Publishes what is due and waits until nothing more happens before the clock moves on. */
  runDue(): Promise<void>;
  readonly webhooks: {
    /** Sends what is due to webhooks. */
    runDue(workspaceId: string): Promise<void>;
    /** Tells what is sent from now on: some of it goes out as soon as the clock has moved. */
    watch(workspaceId: string): { readonly ran: readonly RanDelivery[]; end(): void };
  };
}

/** Where a move ended up: from which time it came, and what was sent to webhooks on the way. */
export interface Moved {
  readonly from: number;
  readonly deliveries: readonly RanDelivery[];
}

/** How long to wait for what other processes have claimed, in milliseconds of real time. */
const OTHERS_PATIENCE_MS = 2_000;
const LOOK_AGAIN_MS = 10;

/** The tables whose rows fall due by a workspace's clock. */
const DUE_TABLES: readonly DueTable[] = [TARGETS, SENDS, DELIVERIES];

/** The system's clock. */
const UNMOVED: WorkspaceClock = { clock_offset_ms: 0, clock_frozen_at: null };

/** Stops a workspace's clock where it stands. */
export async function freezeClock(ports: ClockPorts, workspaceId: string): Promise<void> {
  const clock = await readClock(ports, workspaceId);
  if (clock.clock_frozen_at !== null) return;
  await setClock(ports, workspaceId, clock, frozenAt(clock, workspaceNow(clock, ports.clock.now())));
}

/** Lets a workspace's clock run on from where it stands. */
export async function resumeClock(ports: ClockPorts, workspaceId: string): Promise<void> {
  const clock = await readClock(ports, workspaceId);
  if (clock.clock_frozen_at === null) return;
  await setClock(ports, workspaceId, clock, runningFrom(clock.clock_frozen_at, ports));
}

/**
 * Moves a workspace's clock on, and runs on the way whatever falls due, in its order and at its time: the
 * clock is stopped, goes from one instant at which something is due to the next, and waits at each until all
 * that happens there has happened. In the end it runs on, unless it stood still before.
 *
 * @param to workspace time
 * @throws RequestRefused where that time has passed, or somebody else is moving the clock
 */
export async function moveClock(
  ports: ClockPorts,
  workspaceId: string,
  target: (now: number) => number,
): Promise<Moved> {
  const before = await readClock(ports, workspaceId);
  const from = workspaceNow(before, ports.clock.now());
  const to = target(from);
  if (to < from) throw backwards(from);

  const deliveries = ports.webhooks.watch(workspaceId);
  try {
    let current = frozenAt(before, from);
    await setClock(ports, workspaceId, before, current);
    await settleAt(ports, workspaceId);
    for (;;) {
      const next = await nextInstant(ports, workspaceId);
      if (next === null || next > to) break;
      const step = frozenAt(before, Math.max(next, current.clock_frozen_at ?? next));
      await setClock(ports, workspaceId, current, step);
      current = step;
      await settleAt(ports, workspaceId);
    }
    const end = before.clock_frozen_at === null ? runningFrom(to, ports) : frozenAt(before, to);
    await setClock(ports, workspaceId, current, end);
  } finally {
    deliveries.end();
  }
  return { from, deliveries: deliveries.ran };
}

/** Sets a workspace's clock as it was before, back in time too; to the system's unless told. */
export async function restoreClock(
  ports: ClockPorts,
  workspaceId: string,
  to: WorkspaceClock = UNMOVED,
): Promise<void> {
  await setClock(ports, workspaceId, await readClock(ports, workspaceId), to);
}

export async function readClock(
  { store }: Pick<ClockPorts, 'store'>,
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

function runningFrom(instant: number, { clock }: ClockPorts): WorkspaceClock {
  return { clock_offset_ms: instant - clock.now(), clock_frozen_at: null };
}

/** Only the one who knows how the clock stands moves it: of two who move it at a time, one is refused. */
async function setClock(
  { store, clock, timers }: ClockPorts,
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
    throw new RequestRefused('state_conflict', 'Another request is moving this clock: wait for its answer.');
  }
  timers.learn(workspaceId, to);
}

/** Runs what is due at this instant, here and in other processes that publish from the same database. */
async function settleAt(ports: ClockPorts, workspaceId: string): Promise<void> {
  const giveUpAt = ports.clock.monotonic() + OTHERS_PATIENCE_MS;
  await ports.runDue();
  while (
    ports.timers.nextEnd(workspaceId) === null &&
    ports.clock.monotonic() < giveUpAt &&
    (await isClaimed(ports, workspaceId))
  ) {
    await sleep(LOOK_AGAIN_MS);
    await ports.runDue();
  }
  await ports.webhooks.runDue(workspaceId);
}

async function isClaimed({ store }: ClockPorts, workspaceId: string): Promise<boolean> {
  const target = await store.db
    .selectFrom('targets')
    .select('id')
    .where('post_id', 'in', postsBeingPublished(store.db, workspaceId))
    .where('lease_until', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (target) return true;
  const send = await store.db
    .selectFrom('sends')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('lease_until', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return send !== undefined;
}

/** When something happens next by itself: a target is due, or a wait of a running delivery ends. */
async function nextInstant({ store, timers }: ClockPorts, workspaceId: string): Promise<number | null> {
  const due = await Promise.all(DUE_TABLES.map((table) => nextDueAt(store.db, table, workspaceId)));
  const { visits } = await store.db
    .selectFrom('demo_visits')
    .select((select) => select.fn.min<number | null>('due_at').as('visits'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const instants = [...due, visits, timers.nextEnd(workspaceId)].filter((instant) => instant !== null);
  return instants.length > 0 ? Math.min(...instants) : null;
}

function backwards(now: number): RequestRefused {
  return new RequestRefused(
    'time_in_past',
    'The clock moves forward only: what has happened cannot be taken back. To begin anew, POST /v1/test/reset.',
    { serverTime: new Date(now).toISOString() },
  );
}
