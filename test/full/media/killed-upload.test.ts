import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostriderClient } from '../../../src/client/client.js';
import { BreakingProxy } from '../../support/http/breaking-proxy.js';
import { RawRequest } from '../../support/http/raw-request.js';
import { fixture } from '../../support/media/media-file.js';
import { filmOf } from '../../support/media/media-harness.js';

const LAUNCHER = join(import.meta.dirname, '../../../bin/postrider.cjs');

const MB = 1_000_000;
const film = filmOf(fixture('film.mp4'), 100 * MB);
const sha256 = createHash('sha256').update(film).digest('hex');

/** Bytes that may have arrived after the last checkpoint when a process is killed. */
const UNNOTED = 9 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'postrider-killed-'));
const data = join(folder, 'data');
const running = new Set<ChildProcess>();
let url = '';
let key = '';
let backend: ChildProcess;

async function printed(
  args: readonly string[],
): Promise<{ child: ChildProcess; said: Record<string, string> }> {
  const child = spawn(process.execPath, [LAUNCHER, ...args, '--data', data, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child.on('exit', () => running.delete(child)));
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    // The process of a CLI command exits with its output, and a backend keeps running.
    if (text.includes('\n}') || text.includes('}\n')) break;
  }
  return { child, said: JSON.parse(text) as Record<string, string> };
}

async function serve(port: string): Promise<void> {
  const { child, said } = await printed(['serve', '--port', port, '--log-level', 'error']);
  backend = child;
  url = said['url'] ?? '';
}

async function kill(): Promise<void> {
  backend.kill('SIGKILL');
  await once(backend, 'exit');
}

beforeAll(async () => {
  writeFileSync(join(folder, 'film.mp4'), film);
  await serve('0');
  key = (await printed(['keys', 'create', '--label', 'test', '--preset', 'full'])).said['key'] ?? '';
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const incoming = () => readdirSync(join(data, 'media/incoming'));

/** Bytes of the uploads that are under way, as they stand on disk. */
function arrived(): number {
  const sizes = incoming().map((name) => statSync(join(data, 'media/incoming', name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function standing(
  address: string,
): Promise<{ status: string; offset: number; media: { sha256: string } }> {
  return (await fetch(address)).json() as ReturnType<typeof standing>;
}

function storedFile(): Buffer {
  const place = join(data, 'media');
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  return readFileSync(join(place, names.find((name) => name.endsWith(sha256)) ?? 'none'));
}

describe('an upload of 100 MB whose backend is killed', () => {
  it('resumes where it was, at its URL, once the backend runs again', async () => {
    const asked = await fetch(`${url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'film.mp4', contentType: 'video/mp4', bytes: film.length }),
    });
    const { upload } = (await asked.json()) as { upload: { uploadUrl: string } };
    const address = upload.uploadUrl;
    const sent = 60 * MB;
    const request = await RawRequest.open(url, [
      `PUT ${new URL(address).pathname} HTTP/1.1`,
      `Content-Length: ${film.length}`,
    ]);
    request.write(film.subarray(0, sent));
    await expect.poll(async () => (await standing(address)).offset, { timeout: 60_000 }).toBe(sent);
    await kill();
    request.cut();

    await serve(new URL(url).port);
    const { offset } = await standing(address);
    expect(offset).toBeGreaterThan(sent - UNNOTED);
    expect(offset).toBeLessThanOrEqual(sent);
    const answer = await fetch(`${address}?offset=${offset}`, { method: 'PUT', body: film.subarray(offset) });
    expect(await answer.json()).toMatchObject({ status: 'complete', media: { sha256, bytes: film.length } });
    expect(storedFile().equals(film)).toBe(true);
    expect(incoming()).toEqual([]);
  });

  it('is completed by the client, which sends only the rest', async () => {
    const proxy = await BreakingProxy.to(url);
    const client = new PostriderClient({ baseUrl: proxy.url, apiKey: key });
    const [{ key: before } = { key: '' }] = (await client.media.list()).data;
    await client.media.delete(before);

    const held = 60 * MB;
    proxy.holdsAfter = held;
    const uploading = client.media.upload(join(folder, 'film.mp4'));
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(held - MB);
    proxy.holdsAfter = Infinity;
    await kill();
    await serve(new URL(url).port);
    expect(await uploading).toMatchObject({ sha256, bytes: film.length });
    expect(storedFile().equals(film)).toBe(true);
    expect(incoming()).toEqual([]);
    // Only what arrived after the last checkpoint is sent twice.
    expect(proxy.passed).toBeLessThan(film.length + UNNOTED + MB);
    await client.close();
    await proxy.close();
  });
});
