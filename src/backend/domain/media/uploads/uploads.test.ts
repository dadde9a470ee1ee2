import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RawRequest } from '../../../../../test/support/http/raw-request.js';
import { fixture } from '../../../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../../../test/support/media/media-harness.js';
import type { StoredMedia } from '../../../../contract/media/media.js';

const LIMITS = { imageBytes: 300_000, videoBytes: 2_000_000, formBytes: 3_000_000, idleMs: 250 };
const photo = Uint8Array.from(fixture('photo.jpg'));
const film = fixture('film.mp4');

let harness: MediaHarness;
beforeAll(async () => {
  harness = await MediaHarness.open(LIMITS);
});
afterAll(() => harness.close());
afterEach(async () => {
  // No test may leave an incoming file behind.
  expect((await harness.settled()).filter((name) => name.startsWith('incoming'))).toEqual([]);
});

const stored = (body: unknown): StoredMedia => body as StoredMedia;
const form = (
  parts: readonly (readonly [field: string, bytes: Uint8Array<ArrayBuffer>, name?: string])[],
): FormData => {
  const data = new FormData();
  for (const [field, bytes, name = 'beans.jpg'] of parts) data.append(field, new Blob([bytes]), name);
  return data;
};
const raw = (lines: readonly string[], how = 'POST /v1/media HTTP/1.1'): Promise<RawRequest> =>
  RawRequest.open(harness.url, [how, `Authorization: Bearer ${harness.key}`, ...lines]);

describe('POST /v1/media', () => {
  it('accepts the bytes of a file, and returns its key and facts', async () => {
    const { status, body } = await harness.request('POST', '/v1/media', {
      body: photo,
      headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="beans.jpg"' },
    });
    const sha256 = createHash('sha256').update(photo).digest('hex');
    expect(status).toBe(201);
    expect(stored(body).key).toMatch(/^med_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(stored(body).keys).toEqual([stored(body).key]);
    expect(stored(body).media[0]).toMatchObject({
      kind: 'image',
      contentType: 'image/jpeg',
      sha256,
      filename: 'beans.jpg',
    });
    expect(Object.keys(stored(body).media[0]?.fits ?? {})).toHaveLength(10);
  });

  it('accepts a form with several files, in order', async () => {
    const parts = form([
      ['file', photo, 'one.jpg'],
      ['file', Uint8Array.from(film), 'two.mp4'],
      ['file', photo, 'one again.jpg'],
    ]);
    const { status, body } = await harness.request('POST', '/v1/media', { body: parts });
    expect(status).toBe(201);
    const [one, two, again] = stored(body).keys;
    expect(one).toBe(again);
    expect(one).not.toBe(two);
    expect(stored(body).media.map(({ kind }) => kind)).toEqual(['image', 'video', 'image']);
  });

  it('detects the type from the bytes, whatever the name and header say', async () => {
    const { body } = await harness.request('POST', '/v1/media', {
      body: photo,
      headers: { 'content-type': 'video/mp4', 'content-disposition': 'attachment; filename=film.mp4' },
    });
    expect(stored(body).media[0]?.contentType).toBe('image/jpeg');
  });

  it.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\Users\\ada\\beans.jpg', 'beans.jpg'],
    ['be\u0000ans\u202e.jpg', 'beans.jpg'],
    ['  ..  ', null],
    [`${'a'.repeat(400)}.jpg`, `${'a'.repeat(196)}.jpg`],
  ])('keeps %j as a name that is safe to show', async (sent, kept) => {
    const bytes = Uint8Array.from(filmOf(film, film.length + 100 + sent.length * 3 + (kept?.length ?? 0)));
    const header = `attachment; filename*=UTF-8''${encodeURIComponent(sent)}`;
    const { body } = await harness.request('POST', '/v1/media', {
      body: bytes,
      headers: { 'content-type': 'video/mp4', 'content-disposition': header },
    });
    expect(stored(body).media[0]?.filename).toBe(kept);
  });

  it('stores the same file once, even if it is uploaded twice concurrently', async () => {
    const bytes = Uint8Array.from(filmOf(film, 400_000));
    const both = await Promise.all([harness.upload(bytes), harness.upload(bytes)]);
    expect(both[0].key).toBe(both[1].key);
    const { sha256 } = both[0];
    const rows = await harness.backend.services.store.db
      .selectFrom('media')
      .select('key')
      .where('sha256', '=', sha256)
      .execute();
    expect(rows).toHaveLength(1);
    expect(harness.files().filter((name) => name.endsWith(sha256))).toHaveLength(1);
    expect(await harness.count('stray_files')).toBe(0);
  });

  it('stores all files of a form, or none', async () => {
    const before = harness.files().length;
    const unknown = Uint8Array.from(filmOf(film, 300_001));
    const parts = form([
      ['file', unknown, 'fine.mp4'],
      ['file', new TextEncoder().encode('hello'), 'notes.txt'],
      ['file', new Uint8Array(0), 'empty.jpg'],
    ]);
    const { status, body } = await harness.request('POST', '/v1/media', { body: parts });
    expect([415, 422]).toContain(status);
    expect(body['detail']).toContain('notes.txt');
    expect((await harness.settled()).length).toBe(before);
  });

  it.each<[what: string, init: RequestInit, status: number, code: string]>([
    ['an empty file', { body: '', headers: { 'content-type': 'image/jpeg' } }, 422, 'media_invalid'],
    ['a text', { body: 'hello', headers: { 'content-type': 'image/png' } }, 415, 'media_type_unsupported'],
    [
      'an unsupported type',
      { body: photo, headers: { 'content-type': 'application/pdf' } },
      415,
      'content_type_unsupported',
    ],
    [
      'compressed bytes',
      { body: photo, headers: { 'content-type': 'image/jpeg', 'content-encoding': 'gzip' } },
      415,
      'content_type_unsupported',
    ],
    ['a form without a file', { body: form([]) }, 422, 'validation_failed'],
    ['a form with another field', { body: form([['photo', photo]]) }, 422, 'validation_failed'],
    [
      'too many files',
      { body: form(Array.from({ length: 21 }, () => ['file', photo] as const)) },
      422,
      'validation_failed',
    ],
    [
      'a form without a boundary',
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      400,
      'malformed_request',
    ],
    [
      'neither a URL nor a size',
      { body: '{}', headers: { 'content-type': 'application/json' } },
      422,
      'validation_failed',
    ],
  ])('refuses %s, and says why', async (_what, init, status, code) => {
    const before = harness.files().length;
    const answer = await harness.request('POST', '/v1/media', init);
    expect(answer.body).toMatchObject({ status, code });
    expect((await harness.settled()).length).toBe(before);
  });
});

describe('a file that is too large', () => {
  it('is refused before its body is read if its size is declared', async () => {
    const request = await raw(['Content-Type: video/mp4', 'Content-Length: 10000000000']);
    expect((await request.answer()).body).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it.each([
    ['an image', 'photo.jpg', LIMITS.imageBytes],
    ['a video', 'film.mp4', LIMITS.videoBytes],
  ])('is cut off during the upload if its size is not declared: %s', async (_what, name, limit) => {
    const request = await raw(['Content-Type: application/octet-stream', 'Transfer-Encoding: chunked']);
    const chunk = (bytes: Uint8Array): void => {
      request.write(`${bytes.length.toString(16)}\r\n`);
      request.write(bytes);
      request.write('\r\n');
    };
    chunk(fixture(name));
    for (let sent = 0; sent <= limit; sent += 50_000) chunk(Buffer.alloc(50_000, 'x'));
    expect((await request.answer()).body).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it('is refused in a form too, and so is a form that never ends', async () => {
    const request = await raw([
      'Content-Type: multipart/form-data; boundary=x',
      'Transfer-Encoding: chunked',
    ]);
    const chunk = (bytes: Uint8Array | string): void => {
      request.write(`${Buffer.byteLength(bytes).toString(16)}\r\n`);
      request.write(bytes);
      request.write('\r\n');
    };
    chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
    chunk(film);
    for (let sent = 0; sent <= LIMITS.videoBytes; sent += 100_000) chunk(Buffer.alloc(100_000, 'x'));
    expect((await request.answer()).body).toMatchObject({ status: 413 });
  });
});

describe('a sender that disconnects or stalls', () => {
  const boundary = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';

  it.each([
    ['before the first byte', ['Content-Type: video/mp4', 'Content-Length: 100000'], ''],
    ['after the first bytes', ['Content-Type: video/mp4', 'Content-Length: 1000000'], film],
    [
      'in the head of a form',
      ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'],
      boundary.slice(0, 30),
    ],
    [
      'in a file of a form',
      ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'],
      boundary + film.toString('latin1'),
    ],
  ])('leaves nothing behind: cut off %s', async (_where, head, bytes) => {
    const before = await harness.count('media');
    const request = await raw(head);
    request.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    await pause(50);
    request.cut();
    await harness.settled();
    expect(await harness.count('media')).toBe(before);
  });

  it.each([
    ['stops', ['Content-Type: video/mp4', 'Content-Length: 1000000'], film],
    [
      'stops within a form',
      ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'],
      boundary,
    ],
  ])('gets an error when it %s', async (_how, head, bytes) => {
    const request = await raw(head);
    request.write(bytes);
    expect((await request.answer()).body).toMatchObject({
      status: 408,
      code: 'upload_stalled',
      retryable: true,
    });
  });

  it('is refused if it sends only a byte now and then', async () => {
    const request = await raw(['Content-Type: video/mp4', 'Content-Length: 1000000']);
    const dripping = setInterval(() => request.write('x'), 20);
    expect((await request.answer()).body).toMatchObject({ code: 'upload_stalled' });
    clearInterval(dripping);
  });

  it('is refused if a form ends in the middle of a part', async () => {
    const body = `${boundary}${film.toString('latin1')}`;
    const request = await raw([
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${body.length}`,
    ]);
    request.write(Buffer.from(body, 'latin1'));
    expect((await request.answer()).body).toMatchObject({ status: 400, code: 'malformed_request' });
  });
});

describe('a one-time upload URL', () => {
  const bytes = Uint8Array.from(filmOf(film, 500_000));
  const put = (url: string, from: number, to = bytes.length) =>
    harness.request('PUT', `${url}?offset=${from}`, {
      body: bytes.subarray(from, to),
      headers: { authorization: '' },
    });

  it('accepts one file without a key, in one or several requests', async () => {
    const url = await harness.address(bytes.length);
    expect((await put(url, 0, 100_000)).body).toMatchObject({
      status: 'waiting',
      offset: 100_000,
      media: null,
    });
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('upload-offset')).toBe('100000');
    const done = await put(url, 100_000);
    expect(done.body).toMatchObject({
      status: 'complete',
      offset: bytes.length,
      media: { filename: 'film.mp4' },
    });
    expect((await harness.request('GET', url)).body).toMatchObject({ status: 'complete' });
    expect((await put(url, 0)).body).toMatchObject({ status: 409, code: 'upload_used' });
  });

  it('keeps the bytes received before a broken connection, and resumes there', async () => {
    const url = await harness.address(bytes.length);
    const broken = await RawRequest.open(harness.url, [
      `PUT ${new URL(url).pathname} HTTP/1.1`,
      `Content-Length: ${bytes.length}`,
    ]);
    broken.write(bytes.subarray(0, 200_000));
    await expect.poll(async () => (await harness.request('GET', url)).body['offset']).toBe(200_000);
    broken.cut();
    expect((await put(url, 50_000)).body).toMatchObject({
      code: 'upload_offset_conflict',
      uploadOffset: 200_000,
    });
    expect((await put(url, 200_000)).body).toMatchObject({ status: 'complete' });
  });

  it('completes without further bytes if all had arrived before the process ended', async () => {
    const { body } = await harness.json('POST', '/v1/media', {
      filename: 'film.mp4',
      contentType: 'video/mp4',
      bytes: bytes.length,
    });
    const { upload } = stored(body);
    const url = upload?.uploadUrl ?? '';
    const abandoned = await harness.backend.media.storage.resumable?.create(upload?.uploadId ?? '');
    await abandoned?.write(Uint8Array.from(bytes));
    await abandoned?.addCheckpoint(createHash('sha256').update(bytes).digest('hex'));
    await abandoned?.release();
    expect((await harness.request('GET', url)).body).toMatchObject({
      status: 'waiting',
      offset: bytes.length,
    });
    expect((await put(url, bytes.length)).body).toMatchObject({
      status: 'complete',
      media: { bytes: bytes.length },
    });
  });

  it('is taken over by the newest request if the previous one hangs', async () => {
    const url = await harness.address(bytes.length);
    const hanging = await RawRequest.open(harness.url, [
      `PUT ${new URL(url).pathname} HTTP/1.1`,
      `Content-Length: ${bytes.length}`,
    ]);
    hanging.write(bytes.subarray(0, 100_000));
    await expect.poll(async () => (await harness.request('GET', url)).body['offset']).toBe(100_000);
    expect((await put(url, 100_000)).body).toMatchObject({ status: 'complete' });
    expect((await hanging.answer()).body).toMatchObject({ code: 'upload_stalled' });
  });

  it('accepts exactly the declared size', async () => {
    const url = await harness.address(1000);
    const more = await harness.request('PUT', url, { body: bytes.subarray(0, 1001) });
    expect(more.body).toMatchObject({ status: 422, code: 'upload_length_mismatch' });
  });

  it('refuses a file that is not an image or video, and can then be used for one that is', async () => {
    const url = await harness.address(photo.length, 'beans.jpg');
    const text = new TextEncoder().encode('x'.repeat(photo.length));
    expect((await harness.request('PUT', url, { body: text })).body).toMatchObject({
      code: 'media_type_unsupported',
    });
    expect((await harness.request('PUT', url, { body: photo })).body).toMatchObject({ status: 'complete' });
  });

  it('expires after an hour and cannot be guessed', async () => {
    const url = await harness.address(bytes.length);
    await put(url, 0, 1000);
    expect((await harness.request('GET', `${url}x`)).body).toMatchObject({
      status: 404,
      code: 'upload_not_found',
    });
    harness.clock.advance(3_600_000);
    expect((await put(url, 1000)).body).toMatchObject({ status: 404, code: 'upload_not_found' });
    await harness.backend.media.sweep();
    expect(await harness.count('media_uploads')).toBe(0);
  });

  it('is not created for a file that is too large, nor without limit', async () => {
    const large = { filename: 'a.mp4', contentType: 'video/mp4', bytes: LIMITS.videoBytes + 1 };
    expect((await harness.json('POST', '/v1/media', large)).body).toMatchObject({ status: 413 });
    const few = await MediaHarness.open({ openUploads: 2 });
    const input = { filename: 'a.mp4', contentType: 'video/mp4', bytes: 10 };
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await few.json('POST', '/v1/media', input)).status);
    expect(statuses).toEqual([201, 201, 429]);
    await few.close();
  });
});
