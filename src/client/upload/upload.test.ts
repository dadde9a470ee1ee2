import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BreakingProxy } from '../../../test/support/http/breaking-proxy.js';
import { answer, json, scriptedServer } from '../../../test/support/http/scripted-server.js';
import { fixture } from '../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../test/support/media/media-harness.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { OPERATIONS } from '../../contract/operations.js';
import type { PostriderClient } from '../client.js';
import { ApiError, ValidationError } from '../errors/api-errors.js';
import { AbortedError, ConfigurationError, ConnectionError } from '../errors/errors.js';
import type { UploadProgress } from './upload.js';
import type { UploadSource } from './upload-source.js';

const film = fixture('film.mp4');
const LARGE = 12_000_000;
const large = filmOf(film, LARGE);
const small = filmOf(film, 60_000);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let room: MediaHarness;
let folder: string;
beforeAll(async () => {
  room = await MediaHarness.open({ idleMs: 2_000 });
  folder = mkdtempSync(join(tmpdir(), 'postrider-upload-'));
  writeFileSync(join(folder, 'large.mp4'), large);
  writeFileSync(join(folder, 'böhnchen.mp4'), small);
});
afterAll(async () => {
  await room.close();
  rmSync(folder, { recursive: true, force: true });
});

const clientTo = (url: string): PostriderClient => testClient(url, { apiKey: room.key }).client;

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

describe('media.upload', () => {
  it.each<[what: string, source: () => UploadSource, filename: string | null]>([
    ['a path', () => join(folder, 'böhnchen.mp4'), 'böhnchen.mp4'],
    ['a file URL', () => pathToFileURL(join(folder, 'böhnchen.mp4')), 'böhnchen.mp4'],
    ['bytes', () => small, null],
    ['an ArrayBuffer', () => Uint8Array.from(small).buffer, null],
    ['a File', () => new File([small], 'roast.mp4', { type: 'video/mp4' }), 'roast.mp4'],
    ['a web stream', () => new Blob([small]).stream(), null],
    ['an iterable', () => pieces(small), null],
  ])('takes %s', async (_what, source, filename) => {
    const client = clientTo(room.url);
    const media = await client.media.upload(source());
    expect(media).toMatchObject({ sha256: sha256(small), bytes: small.length, filename });
    await client.media.delete(media.key);
  });

  it('reports progress and accepts a name', async () => {
    const seen: UploadProgress[] = [];
    const media = await clientTo(room.url).media.upload(join(folder, 'large.mp4'), {
      filename: 'opening.mp4',
      onProgress: (progress) => seen.push(progress),
    });
    expect(media).toMatchObject({ sha256: sha256(large), filename: 'opening.mp4' });
    expect(seen.at(-1)).toEqual({ sentBytes: LARGE, totalBytes: LARGE });
    expect(seen.length).toBeGreaterThan(5);
  });

  it('resumes after broken connections', async () => {
    const proxy = await BreakingProxy.to(room.url);
    const client = clientTo(proxy.url);
    await client.me.get();
    proxy.breaks = [10_000_000, 1_000_000];
    const media = await client.media.upload(join(folder, 'large.mp4'));
    expect(media.sha256).toBe(sha256(large));
    expect(proxy.breaks).toEqual([]);
    // From its beginning each time it would have been the sum of all; what was on its way at a break is sent again.
    expect(proxy.passed).toBeLessThan(LARGE + 8_000_000);
    await proxy.close();
  });

  it('sends a small file again as a whole', async () => {
    const proxy = await BreakingProxy.to(room.url);
    proxy.breaks = [20_000, 30_000];
    expect((await clientTo(proxy.url).media.upload(small)).sha256).toBe(sha256(small));
    await proxy.close();
  });

  it('cannot send a stream twice, and says so by the error of the connection', async () => {
    const proxy = await BreakingProxy.to(room.url);
    proxy.breaks = [20_000, 20_000, 20_000];
    const error = await errorOf(clientTo(proxy.url).media.upload(pieces(small)));
    expect(error.sent).toBe(true);
    expect(error.attempts).toBe(1);
    await proxy.close();
  });

  it('gives up where nothing gets through', async () => {
    const proxy = await BreakingProxy.to(room.url);
    const client = clientTo(proxy.url);
    await client.me.get();
    proxy.breaks = Array.from({ length: 60 }, () => 1_000);
    const error = await errorOf(client.media.upload(join(folder, 'large.mp4')));
    expect(error).toBeInstanceOf(ConnectionError);
    await proxy.close();
  });

  it('waits a minute for a restarting backend, and no longer', async () => {
    const proxy = await BreakingProxy.to(room.url);
    const { client, slept } = testClient(proxy.url, { apiKey: room.key });
    let gone: Promise<void> | null = null;
    const upload = client.media.upload(join(folder, 'large.mp4'), {
      onProgress: () => {
        gone ??= proxy.close();
      },
    });
    expect(await errorOf(upload)).toBeInstanceOf(ConnectionError);
    await gone;
    const waited = slept.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThan(75_000);
  });

  it('reports an error response immediately', async () => {
    const client = clientTo(room.url);
    const text = await errorOf(client.media.upload(new TextEncoder().encode('hello')));
    expect(text).toBeInstanceOf(ValidationError);
    expect(text).toMatchObject({ code: 'media_type_unsupported' });
    const long = await errorOf(client.media.upload(Buffer.alloc(LARGE, 'x')));
    expect(long).toBeInstanceOf(ApiError);
    expect(long).toMatchObject({ code: 'media_type_unsupported' });
  });

  it('ends with the caller’s signal', async () => {
    const stop = new AbortController();
    const upload = clientTo(room.url).media.upload(join(folder, 'large.mp4'), {
      signal: stop.signal,
      onProgress: ({ sentBytes }) => {
        if (sentBytes > 3_000_000) stop.abort();
      },
    });
    expect(await errorOf(upload)).toBeInstanceOf(AbortedError);
  });

  it.each([
    ['a file that is not there', () => join(folder, 'none.jpg'), 'There is no file'],
    ['a folder', () => folder, 'is not a file'],
    ['a file URL of another machine', () => new URL('file://host/beans.jpg'), 'starts with file:///'],
    ['a file URL with an escaped slash', () => new URL('file:///a%2Fb.jpg'), 'starts with file:///'],
    ['a file URL with broken escapes', () => new URL('file:///%E0%A4%A.jpg'), 'starts with file:///'],
    ['a URL on the web', () => new URL('https://fernhill.example/beans.jpg'), 'media.create({ url })'],
  ])('sends nothing of %s', async (_what, source, words) => {
    const error = await errorOf(clientTo(room.url).media.upload(source()));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(words);
  });

  it('uses its own base URL, whatever URL the response contains', async () => {
    const upload = {
      uploadId: 'upl_1',
      uploadUrl: 'https://elsewhere.example/v1/media/uploads/token123',
      bytes: LARGE,
      expiresAt: '2026-12-01T09:00:00.000Z',
    };
    const server = await scriptedServer(
      json({ key: null, keys: [], media: [], upload }, 201),
      answer({
        uploadId: 'upl_1',
        status: 'complete',
        offset: LARGE,
        bytes: LARGE,
        media: { ...OPERATIONS['media.get'].example.response, key: 'med_1' },
      }),
    );
    const media = await testClient(server.url).client.media.upload(large);
    expect(media.key).toBe('med_1');
    const [, put] = server.received;
    expect([put?.method, put?.path]).toEqual(['PUT', '/v1/media/uploads/token123?offset=0']);
    expect(put?.headers['authorization']).toBeUndefined();
  });
});
