import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Figure } from './figures.js';
import { residentMegabytes } from './start-up.js';
import { createKey, start, startBackend } from './started.js';

const REQUESTS = 6_000;
const CONNECTIONS = 32;
const WARM_UP = 600;

/** Creating scheduled posts over HTTP, against a bare server doing one raw insert of the same durability. */
export async function createPosts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const stop: (() => void)[] = [];
  try {
    const raw = await start([
      process.execPath,
      '--import',
      'tsx',
      join(import.meta.dirname, 'raw-insert-server.ts'),
      folder,
    ]);
    stop.push(raw.stop);
    const begun = performance.now();
    const backend = await startBackend(folder);
    const listening = performance.now() - begun;
    stop.push(backend.stop);
    const key = createKey(folder);

    const rawRate = await rateOf(raw.url, '/', {}, (index) => ({ text: `Post ${index}` }));
    const rate = await rateOf(backend.url, '/v1/posts', { authorization: `Bearer ${key}` }, (index) => ({
      platform: 'bluesky',
      text: `Post ${index} of a bench`,
      scheduleMode: 'schedule',
      scheduledAt: '2030-01-01T09:00:00Z',
    }));
    return [
      { name: 'backend, command to listening', value: listening, unit: 'ms', budget: { atMost: 300 } },
      {
        name: 'POST /v1/posts',
        value: rate,
        unit: 'requests/s',
        yardstick: { name: 'bare node:http, raw insert', value: rawRate },
      },
      { name: 'backend, resident after it', value: residentMegabytes(backend.pid), unit: 'MB' },
    ];
  } finally {
    for (const end of stop) end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rateOf(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  bodyOf: (index: number) => unknown,
): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const send = async (index: number): Promise<void> => {
    const { statusCode, body } = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(bodyOf(index)),
    });
    const text = await body.text();
    if (statusCode !== 201) throw new Error(`${statusCode}: ${text}`);
  };
  const run = async (from: number, to: number): Promise<void> => {
    let next = from;
    const worker = async (): Promise<void> => {
      while (next < to) {
        next += 1;
        await send(next);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };
  await run(0, WARM_UP);
  const begun = performance.now();
  await run(WARM_UP, WARM_UP + REQUESTS);
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  return REQUESTS / seconds;
}
