import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../transport/undici-exchange.js';
import { openSource } from './upload-source.js';

const SIZE = 24 * 1024 * 1024 + 12_345;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Every piece has other bytes, so that memory that is reused too early changes the sum. */
const bytes = randomBytes(SIZE);
const server = createServer(async (request, response) => {
  const sum = createHash('sha256');
  let received = 0;
  for await (const chunk of request) {
    sum.update(chunk);
    received += chunk.length;
    // Slower than the client, so that its socket is always full.
    if (received % 7 === 0) await pause(1);
  }
  response.end(sum.digest('hex'));
});
const agent = new Agent();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-recycling-'));
  writeFileSync(join(folder, 'film.mp4'), bytes);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  await agent.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('sends a large file with a few buffers, and sends its own bytes', async () => {
  const body = (await openSource(join(folder, 'film.mp4'))).read(0);
  const buffers = new Set<ArrayBufferLike>();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      buffers.add(chunk.buffer);
      yield chunk;
    }
  }
  const { port } = server.address() as AddressInfo;
  const answer = await exchange(agent, new URL(`http://127.0.0.1:${port}/`), {
    method: 'PUT',
    url: `http://127.0.0.1:${port}/`,
    headers: { 'content-length': String(SIZE) },
    body: { [Symbol.asyncIterator]: counted, recycle: (chunk) => body.recycle?.(chunk) },
    signal: AbortSignal.timeout(20_000),
    maxResponseBytes: 1_000,
  });
  expect(answer.body).toBe(sha256(bytes));
  expect(buffers.size).toBeLessThanOrEqual(5);
});

it('reuses nothing that a transport does not give back', async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openSource(join(folder, 'film.mp4'))).read(0)) chunks.push(chunk);
  expect(sha256(Buffer.concat(chunks))).toBe(sha256(bytes));
});
