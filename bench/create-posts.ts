import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/backend/store/store.js';
import { type Figure, median } from './figures.js';
import { rateOf } from './request-rate.js';
import { residentMegabytes } from './start-up.js';
import { createKey, start, startBackend } from './started.js';
import { addWaiting } from './waiting-posts.js';

/** The median round is reported, because of other load on the machine. */
const ROUNDS = 9;
/** In its first thousands of requests, before Node has optimized its code, a server is slower by a fifth. */
const WARM_UP_ROUNDS = 4;
const WAITING = 1_000_000;

/** Creates scheduled posts over HTTP, compared with a bare server that does one raw insert with the same durability. */
export async function createPosts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const stop: (() => void)[] = [];
  try {
    const raw = await start([
      process.execPath,
      '--import',
      'tsx',
      join(import.meta.dirname, 'baselines/raw-insert-server.ts'),
      folder,
    ]);
    stop.push(raw.stop);
    const backend = await startBackend(folder);
    stop.push(backend.stop);
    const key = createKey(folder);
    const idle = residentMegabytes(backend.pid);

    let round = 0;
    const measure = async (): Promise<Rates> => {
      round += 1;
      const title = `Post of round ${round},`;
      const post = (body: unknown, path: string, headers = {}) => ({
        path,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const rawRate = await rateOf(raw.url, 201, (index) => post({ text: `${title} ${index}` }, '/'));
      const rate = await rateOf(backend.url, 201, (index) =>
        post(
          {
            platform: 'bluesky',
            text: `${title} ${index} of a bench`,
            scheduleMode: 'schedule',
            scheduledAt: '2030-01-01T09:00:00Z',
          },
          '/v1/posts',
          { authorization: `Bearer ${key}` },
        ),
      );
      return { rate, rawRate };
    };
    for (let before = 0; before < WARM_UP_ROUNDS; before += 1) await measure();
    const few = await rounds(measure);
    await addWaitingTo(folder, WAITING);
    const many = await rounds(measure);
    const { rate, rawRate } = few;
    return [
      {
        name: 'POST /v1/posts',
        value: rate,
        unit: 'requests/s',
        yardstick: { name: 'bare node:http, raw insert', value: rawRate },
      },
      {
        name: 'POST /v1/posts, 1,000,000 waiting',
        value: 1000 / many.rate,
        unit: 'ms',
        // The machine's speed may change in the minutes between the two. The bare server shows by how much.
        yardstick: {
          name: 'none waiting, speed-adjusted',
          value: (1000 / few.rate) * (few.rawRate / many.rawRate),
        },
        budget: { atMost: 1.25 },
      },
      { name: 'backend, idle memory', value: idle, unit: 'MB' },
      { name: 'backend, memory afterwards', value: residentMegabytes(backend.pid), unit: 'MB' },
    ];
  } finally {
    for (const end of stop) end();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Rates {
  /** Requests per second. */
  readonly rate: number;
  readonly rawRate: number;
}

/** The round with the median ratio. Its two rates were measured together, at the same speed of the machine. */
async function rounds(measure: () => Promise<Rates>): Promise<Rates> {
  const all: Rates[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure());
  const ratios = all.map(ratioOf);
  const middle = all[ratios.indexOf(median(ratios))];
  if (!middle) throw new Error('an even number of rounds has no median round');
  return middle;
}

const ratioOf = ({ rate, rawRate }: Rates): number => rate / rawRate;

/** Adds waiting posts to the account of the backend that is running on the folder. */
export async function addWaitingTo(folder: string, amount: number): Promise<void> {
  const store = openStore(folder);
  try {
    const account = await store.db
      .selectFrom('accounts')
      .select(['id', 'workspace_id', 'platform'])
      .where('platform', '=', 'bluesky')
      .executeTakeFirstOrThrow();
    const { id: accountId, workspace_id: workspaceId, platform } = account;
    await addWaiting(store, { accountId, workspaceId, platform }, amount);
  } finally {
    await store.close();
  }
}
