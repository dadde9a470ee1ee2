import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { PostriderClient } from '../src/index.js';
import type { Figure } from './figures.js';
import { FILM_BYTES, filmSpeed, writeFilm } from './film.js';
import { createKey, start, startBackend } from './started.js';

const ROUNDS = 5;

/** Downloads a stored film of 500 MB, compared with the same file piped from disk over bare HTTP. */
export async function download(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const stop: (() => void)[] = [];
  try {
    const file = join(folder, 'film.mp4');
    writeFilm(file);
    const bare = await start([
      process.execPath,
      join(import.meta.dirname, 'baselines/bare-download-server.mjs'),
      file,
    ]);
    stop.push(bare.stop);
    const data = join(folder, 'data');
    const backend = await startBackend(data);
    stop.push(backend.stop);
    const client = new PostriderClient({ baseUrl: backend.url, apiKey: createKey(data) });
    const { url } = await client.media.upload(file);
    await client.close();

    const [bareTimes, times]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bareTimes.push(await fetched(bare.url));
      times.push(await fetched(url));
    }
    return [
      {
        name: 'download of 500 MB',
        value: filmSpeed(times),
        unit: 'MB/s',
        yardstick: { name: 'bare node:http from a file', value: filmSpeed(bareTimes) },
        budget: { atLeast: 0.7 },
      },
    ];
  } finally {
    for (const end of stop) end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads a URL and returns the duration in milliseconds. */
async function fetched(address: string): Promise<number> {
  const { origin, pathname, search } = new URL(address);
  const pool = new Pool(origin, { connections: 1 });
  const begun = performance.now();
  const { body } = await pool.request({ path: pathname + search, method: 'GET' });
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  const took = performance.now() - begun;
  await pool.close();
  if (bytes !== FILM_BYTES) throw new Error(`Expected ${FILM_BYTES} bytes, got ${bytes}.`);
  return took;
}
