import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/backend/base/clock.js';
import { randomIds } from '../src/backend/base/ids.js';
import { silentLog } from '../src/backend/base/log.js';
import { startPublisher } from '../src/backend/domain/publishing/publisher.js';
import type { NetworkAdapter } from '../src/backend/networks/adapter.js';
import type { NetworkGateway } from '../src/backend/networks/gateway.js';
import { openPostgres } from '../src/backend/store/postgres/open-postgres.js';
import { openStore, type Store } from '../src/backend/store/store.js';
import { ChangeNotifier } from '../src/backend/work/change-notifier.js';
import { WorkspaceTimers } from '../src/backend/work/workspace-timers.js';
import { PostgresServer } from '../test/support/postgres-server.js';
import { accountRow, workspaceRow } from '../test/support/rows.js';
import { outgoingFiles } from '../test/support/stored-media.js';
import { type Figure, median } from './figures.js';
import { addWaiting, insertTargets } from './waiting-posts.js';

const TOGETHER = 1_000;
const ALONE = 31;
/** The median of so many rounds is told: a machine does other things too. */
const ROUNDS = 5;
const WAITING = 1_000_000;
/** From inserting to the due instant, in milliseconds: long enough for the rows to be there. */
const AHEAD_MS = 1_500;
const ALONE_AHEAD_MS = 60;
const PLACE = { workspaceId: 'ws_bench', accountId: 'acc_bench', platform: 'x' } as const;
/** A machine that is half as fast, or busy, still has them ready in time. */
const READY_BEFORE_MS = 100;
/** Due at one instant, to see how many go out in a second. */
const MANY = 10_000;
/** A network answers after so many milliseconds; lateness ends when it is called. */
const NETWORK_MS = 50;

/**
 * How long after its due instant a target's call to its network leaves: one target alone, a thousand at the
 * same instant, and the same with a million more that wait for another year. On a database on disk, every
 * commit durable, with a network that does nothing but answer. What the database takes for it is seen in how long
 * before that instant the last of a thousand was claimed and marked. And how many targets a second go out whole, of
 * many that are due at once.
 */
export async function lateness(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const store = openStore(folder);
  try {
    return await latenessOn(store, '');
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same over PostgreSQL, on a server of its own on this machine. */
export async function latenessOnPostgres(): Promise<Figure[]> {
  const server = await PostgresServer.start({ durable: true });
  try {
    const store = await openPostgres(server.url());
    try {
      return await latenessOn(store, 'PostgreSQL: ');
    } finally {
      await store.close();
    }
  } finally {
    await server.end();
  }
}

/** @param where what the names of its figures begin with */
async function latenessOn(store: Store, where: string): Promise<Figure[]> {
  const calls = new Map<string, number>();
  let ready = 0;
  const publisher = startPublisher({
    store,
    clock: systemClock,
    timers: new WorkspaceTimers(systemClock),
    ids: randomIds,
    gateway: recordingGateway(calls),
    media: outgoingFiles(store, systemClock),
    changes: new ChangeNotifier(),
    log: silentLog,
    reached: async (step) => {
      if (step === 'marked') ready = Date.now();
    },
  });
  try {
    await addWorkspace(store);
    const wake = (): void => publisher.wake();
    const measure = async (): Promise<{ alone: number; together: number; before: number }> => {
      const single: number[] = [];
      for (let round = 0; round < ALONE; round += 1) {
        single.push(...(await lateBy(store, calls, 1, ALONE_AHEAD_MS, wake)).late);
      }
      const together: number[] = [];
      const before: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { due, late } = await lateBy(store, calls, TOGETHER, AHEAD_MS, wake);
        together.push(percentile(late, 0.99));
        before.push(due - ready);
      }
      return { alone: median(single), together: median(together), before: median(before) };
    };
    await measure();
    const few = await measure();
    const rate = await ratePublished(store, calls, wake);
    await addWaiting(store, PLACE, WAITING);
    const many = await measure();
    return [
      { name: `${where}lateness, one target`, value: few.alone, unit: 'ms', budget: { atMost: 10 } },
      {
        name: `${where}lateness, 1,000 at once, p99`,
        value: few.together,
        unit: 'ms',
        budget: { atMost: 100 },
      },
      {
        name: `${where}the last of 1,000 ready before their time by`,
        value: few.before,
        unit: 'ms',
        budget: { atLeast: READY_BEFORE_MS },
      },
      {
        name: `${where}lateness, one target, 1,000,000 waiting`,
        value: many.alone,
        unit: 'ms',
        budget: { atMost: 10 },
      },
      {
        name: `${where}lateness, 1,000 at once, 1,000,000 waiting`,
        value: many.together,
        unit: 'ms',
        budget: { atMost: 100 },
      },
      {
        name: `${where}the last of 1,000 ready before their time by, 1,000,000 waiting`,
        value: many.before,
        unit: 'ms',
        budget: { atLeast: READY_BEFORE_MS },
      },
      { name: `${where}targets published and settled, 10,000 due at once`, value: rate, unit: 'per second' },
    ];
  } finally {
    await publisher.stop();
  }
}

/** A network that notes when it is called. */
function recordingGateway(calls: Map<string, number>): NetworkGateway {
  const adapterOf = (platform: NetworkAdapter['platform']): NetworkAdapter => ({
    platform,
    recovery: 'key',
    async create(_connection, post) {
      calls.set(post.key, Date.now());
      await pause(NETWORK_MS);
      return { networkPostId: post.key, url: `http://network.example/${post.key}`, adopted: false };
    },
    checkToken: async () => ({ status: 'healthy', reason: null, action: null, expiresAt: null }),
  });
  return {
    adapterOf,
    connect: (account, time, signal) => ({
      account: {
        id: account.id,
        platform: account.platform,
        handle: account.handle,
        displayName: account.display_name,
        networkUserId: account.network_user_id,
        credentials: {},
      },
      wire: { webUrl: '', send: () => Promise.reject(new Error('It has no wire.')) },
      signal,
      get now() {
        return time.now();
      },
    }),
  };
}

/** Makes targets that are due at one instant, waits until they are out, and tells how late each call was. */
async function lateBy(
  store: Store,
  calls: Map<string, number>,
  amount: number,
  aheadMs: number,
  wake: () => void,
): Promise<{ due: number; late: readonly number[] }> {
  calls.clear();
  const due = Date.now() + aheadMs;
  await insertTargets(store, PLACE, { prefix: `due${due}`, amount, due });
  wake();
  while (calls.size < amount) await pause(20);
  while ((await unsettled(store)) > 0) await pause(20);
  const late = [...calls.values()].map((at) => at - due);
  if (late.some((by) => by < 0)) throw new Error('A call left before its time.');
  return { due, late };
}

/** Targets that are out and settled, in a second. */
async function ratePublished(store: Store, calls: Map<string, number>, wake: () => void): Promise<number> {
  const begun = performance.now() + AHEAD_MS;
  await lateBy(store, calls, MANY, AHEAD_MS, wake);
  return MANY / ((performance.now() - begun) / 1000);
}

async function unsettled(store: Store): Promise<number> {
  const { left } = await store.db
    .selectFrom('posts')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('workspace_id', '=', 'ws_bench')
    .where('status', '=', 'publishing')
    .executeTakeFirstOrThrow();
  return Number(left);
}

async function addWorkspace(store: Store): Promise<void> {
  const now = Date.now();
  await store.write(async (trx) => {
    await trx.insertInto('workspaces').values(workspaceRow('ws_bench', now)).execute();
    await trx
      .insertInto('accounts')
      .values(accountRow('acc_bench', 'ws_bench', 'x', now))
      .execute();
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
