import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.js';
import { filmSpeed, writeFilm } from './film.js';
import { createKey, start, startBackend } from './started.js';

const CLIENT = join(import.meta.dirname, 'baselines/upload-client.mjs');
const ROUNDS = 3;

interface UploadResult {
  readonly milliseconds: number;
  /** The peak memory of the client's process. */
  readonly megabytes: number;
}

/** Uploads a film of 500 MB with the client to the backend, compared with piping it to disk over bare HTTP. */
export async function upload(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const stop: (() => void)[] = [];
  try {
    const file = join(folder, 'film.mp4');
    writeFilm(file);
    const bare = await start([
      process.execPath,
      join(import.meta.dirname, 'baselines/bare-upload-server.mjs'),
      folder,
    ]);
    stop.push(bare.stop);
    const data = join(folder, 'data');
    const backend = await startBackend(data);
    stop.push(backend.stop);
    const key = createKey(data);

    const bareTimes: number[] = [];
    const times: number[] = [];
    let client = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      bareTimes.push(send('bare', bare.url, file).milliseconds);
      const result = send('ours', backend.url, file, key);
      times.push(result.milliseconds);
      client = Math.max(client, result.megabytes);
    }
    return [
      {
        name: 'upload of 500 MB',
        value: filmSpeed(times),
        unit: 'MB/s',
        yardstick: { name: 'bare node:http to a file', value: filmSpeed(bareTimes) },
        budget: { atLeast: 0.7 },
      },
      {
        name: 'upload, peak memory of the backend',
        value: peakMegabytes(backend.pid),
        unit: 'MB',
        budget: { atMost: 150 },
      },
      { name: 'upload, peak memory of the client', value: client, unit: 'MB', budget: { atMost: 150 } },
    ];
  } finally {
    for (const end of stop) end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function send(way: 'bare' | 'ours', url: string, file: string, key = ''): UploadResult {
  const text = execFileSync(process.execPath, [CLIENT, way, url, file, key], { encoding: 'utf8' });
  return JSON.parse(text) as UploadResult;
}

/** A process's peak memory in MB, from Linux’s process table; 0 on other systems. */
function peakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(match?.[1] ?? 0) * 1024) / 1e6;
}
