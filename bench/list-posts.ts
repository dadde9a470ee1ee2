import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addWaitingTo } from './create-posts.js';
import { type Figure, median } from './figures.js';
import { rateOf } from './request-rate.js';
import { createKey, type Started, start, startBackend } from './started.js';

const POSTS = 20_000;
const PAGE = 20;
const ROUNDS = 5;

/** Lists the newest page of posts over HTTP, compared with a bare server that returns the same rows. */
export async function listPosts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const running: Started[] = [];
  try {
    const backend = await startBackend(folder);
    running.push(backend);
    const key = createKey(folder);
    await addWaitingTo(folder, POSTS);
    const server = join(import.meta.dirname, 'baselines/raw-list-server.ts');
    const raw = await start([process.execPath, '--import', 'tsx', server, folder, String(PAGE)]);
    running.push(raw);
    const [rates, rawRates]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      rawRates.push(await rateOf(raw.url, 200, () => ({ path: '/', method: 'GET' })));
      rates.push(
        await rateOf(backend.url, 200, () => ({
          path: `/v1/posts?limit=${PAGE}`,
          method: 'GET',
          headers: { authorization: `Bearer ${key}` },
        })),
      );
    }
    return [
      {
        name: `GET /v1/posts, ${PAGE} of ${POSTS.toLocaleString('en')}`,
        value: median(rates),
        unit: 'requests/s',
        yardstick: { name: 'bare node:http, the same rows', value: median(rawRates) },
      },
    ];
  } finally {
    for (const { stop } of running) stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
