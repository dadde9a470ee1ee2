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
import { outgoingFiles } from '../test/support/media/stored-media.js';
import { PostgresServer } from '../test/support/postgres/postgres-server.js';
import { accountRow, workspaceRow } from '../test/support/rows/rows.js';
import { type Figure, median } from './figures.js';
import { addWaiting, insertTargets } from './waiting-posts.js';

const TOGETHER = 1_000;
const ALONE = 31;
/** The median of the rounds is reported, because of other load on the machine. */
const ROUNDS = 5;
const WAITING = 1_000_000;
/** From the insert to the due instant: long enough to insert the rows. */
const AHEAD_MS = 1_500;
const ALONE_AHEAD_MS = 60;
const PLACE = { workspaceId: 'ws_bench', accountId: 'acc_bench', platform: 'x' } as const;
/** Leaves time for a machine that is busy or half as fast. */
const MIN_READY_BEFORE_MS = 100;
/** Due at the same instant, to measure throughput. */
const MANY = 10_000;
/** The latency of the network. Lateness ends when the network is called. */
const NETWORK_MS = 50;

/**
 * How long after its due instant a target's call to its network is made: for one target, for a thousand at the same
 * instant, and for the same with a million more due in a year. The database is on disk with durable commits, and the
 * network only responds. The cost of the database shows in how early the last of the thousand is claimed and marked.
 * Also the throughput of many targets that are due at once.
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

/** The same on PostgreSQL, with its own server on this machine. */
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

/** @param where the prefix of the figures' names */
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
        name: `${where}last of 1,000 ready before the due time`,
        value: few.before,
        unit: 'ms',
        budget: { atLeast: MIN_READY_BEFORE_MS },
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
        name: `${where}last of 1,000 ready before the due time, 1,000,000 waiting`,
        value: many.before,
        unit: 'ms',
        budget: { atLeast: MIN_READY_BEFORE_MS },
      },
      { name: `${where}throughput, 10,000 targets due at once`, value: rate, unit: 'targets/s' },
    ];
  } finally {
    await publisher.stop();
  }
}

/** A network that records when it is called. */
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
      wire: {
        origin: 'https://api.network.example',
        webUrl: '',
        send: () => Promise.reject(new Error('This network has no wire.')),
      },
      signal,
      get now() {
        return time.now();
      },
    }),
  };
}

/** Creates targets due at one instant, waits until they are published, and returns how late each call was. */
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
  if (late.some((by) => by < 0)) throw new Error('A call was made before its due time.');
  return { due, late };
}

/** Targets published and settled per second. */
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
