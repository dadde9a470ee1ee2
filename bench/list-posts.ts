import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { addWaitingTo } from './create-posts.js';
import { type Figure, median } from './figures.js';
import { createKey, type Started, start, startBackend } from './started.js';

const POSTS = 20_000;
const PAGE = 20;
const REQUESTS = 1_500;
const WARM_UP = 300;
const CONNECTIONS = 32;
const ROUNDS = 5;

/** The newest page of posts over HTTP, against a bare server that reads the same rows and answers with them. */
export async function listPosts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const running: Started[] = [];
  try {
    const backend = await startBackend(folder);
    running.push(backend);
    const key = createKey(folder);
    await addWaitingTo(folder, POSTS);
    const server = join(import.meta.dirname, 'raw-list-server.ts');
    const raw = await start([process.execPath, '--import', 'tsx', server, folder, String(PAGE)]);
    running.push(raw);
    const [rates, rawRates]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      rawRates.push(await rateOf(raw.url, '/', {}));
      rates.push(await rateOf(backend.url, `/v1/posts?limit=${PAGE}`, { authorization: `Bearer ${key}` }));
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

async function rateOf(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const run = async (amount: number): Promise<void> => {
    let left = amount;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };
  await run(WARM_UP);
  const begun = performance.now();
  await run(REQUESTS);
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  return REQUESTS / seconds;
}
