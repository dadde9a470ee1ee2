import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../../test/support/media/media-harness.js';
import type { Media, MediaPage, StoredMedia } from '../../../contract/media/media.js';
import { randomIds } from '../../base/ids.js';
import { RequestRefused } from '../../operations/refusal.js';
import { createApiKey } from '../access/api-keys.js';
import { createWorkspace } from '../access/workspaces.js';

const film = fixture('film.mp4');
const DAY_MS = 24 * 60 * 60 * 1000;

let made = 0;
/** A video that no other test uploads. */
function newFilm(): Buffer<ArrayBuffer> {
  made += 1;
  return filmOf(film, film.length + 1000 + made);
}

const fetched: string[] = [];
let harness: MediaHarness;
beforeAll(async () => {
  harness = await MediaHarness.open(
    {},
    {
      fetchMedia: async (url) => {
        fetched.push(url);
        if (url.includes('missing')) {
          throw new RequestRefused('media_fetch_failed', `${url} answered with HTTP 404.`);
        }
        const body = (async function* () {
          yield Buffer.from(fixture('photo.png'));
        })();
        return { body, contentType: 'text/html', finalUrl: `${url}?from=cache` };
      },
    },
  );
});
afterAll(() => harness.close());

const page = (body: unknown): MediaPage => body as MediaPage;

/** A post that uses a media key. */
async function postNaming(key: string): Promise<string> {
  const { body } = await harness.json('POST', '/v1/posts', { text: 'Beans', scheduleMode: 'draft' });
  const postId = String(body['id']);
  await harness.backend.services.store.write((trx) =>
    trx
      .insertInto('post_media')
      .values({ post_id: postId, media_key: key, workspace_id: harness.workspace.id })
      .execute(),
  );
  return postId;
}

describe('a URL', () => {
  it('is fetched with the guarded fetch, once per idempotency key', async () => {
    const send = () =>
      harness.json(
        'POST',
        '/v1/media',
        { url: 'https://fernhill.example/p/beans.png' },
        { 'idempotency-key': 'once' },
      );
    const [first, again] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect((first.body as unknown as StoredMedia).media[0]).toMatchObject({
      contentType: 'image/png',
      filename: 'beans.png',
    });
    expect(again.body).toEqual(first.body);
    expect(fetched.filter((url) => url.endsWith('beans.png'))).toHaveLength(1);
  });

  it('that fails is reported with the reason of the guarded fetch', async () => {
    const { body } = await harness.json('POST', '/v1/media', { url: 'https://fernhill.example/missing.png' });
    expect(body).toMatchObject({ status: 422, code: 'media_fetch_failed' });
    expect(String(body['detail'])).toContain('404');
  });

  it('of this machine is refused by the guarded fetch', async () => {
    const real = await MediaHarness.open();
    const { body } = await real.json('POST', '/v1/media', { url: `${real.url}/healthz` });
    expect(body).toMatchObject({ status: 422, code: 'media_fetch_failed' });
    await real.close();
  });
});

describe('GET /v1/media', () => {
  it('lists media newest first, by kind, with pagination', async () => {
    const keys: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      harness.clock.advance(1000);
      keys.unshift((await harness.upload(newFilm())).key);
    }
    const first = page((await harness.request('GET', '/v1/media?kind=video&limit=2')).body);
    expect(first.data.map(({ key }) => key)).toEqual(keys.slice(0, 2));
    const next = page(
      (await harness.request('GET', `/v1/media?kind=video&limit=2&cursor=${first.nextCursor}`)).body,
    );
    expect(next.data[0]?.key).toBe(keys[2]);
    const other = await harness.request('GET', `/v1/media?kind=image&cursor=${first.nextCursor}`);
    expect(other.body).toMatchObject({ code: 'cursor_invalid' });
  });

  it('filters by whether a post uses the media', async () => {
    const [used, unused] = [await harness.upload(newFilm()), await harness.upload(newFilm())];
    const postId = await postNaming(used.key);
    const keysOf = async (filter: string) =>
      page((await harness.request('GET', `/v1/media?limit=100&unused=${filter}`)).body).data.map(
        ({ key }) => key,
      );
    expect(await keysOf('true')).toContain(unused.key);
    expect(await keysOf('true')).not.toContain(used.key);
    expect(await keysOf('false')).toEqual([used.key]);
    expect((await harness.request('GET', `/v1/media/${used.key}`)).body['usedBy']).toEqual([postId]);
  });

  it('finds media by a part of the file name, and by keys', async () => {
    const [one, other] = [await harness.upload(newFilm()), await harness.upload(newFilm())];
    await harness.upload(newFilm());
    await harness.json('POST', '/v1/media', { url: 'https://fernhill.example/p/beans.png' });
    const named = page((await harness.request('GET', '/v1/media?text=BEANS')).body).data;
    expect(named.map(({ filename }) => filename)).toEqual(['beans.png']);
    expect(page((await harness.request('GET', '/v1/media?text=no-such-name')).body).data).toEqual([]);
    const asked = await harness.request('GET', `/v1/media?keys=${one.key},${other.key},med_none`);
    expect(
      page(asked.body)
        .data.map(({ key }) => key)
        .sort(),
    ).toEqual([one.key, other.key].sort());
    expect(page((await harness.request('GET', `/v1/media?keys=${one.key}&kind=image`)).body).data).toEqual(
      [],
    );
  });

  it('does not list media of other workspaces', async () => {
    const { key } = await harness.upload(newFilm());
    const { store } = harness.backend.services;
    const making = { clock: harness.clock, ids: randomIds };
    const other = await createWorkspace(store, { name: 'Other', timezone: 'UTC', sandbox: true }, making);
    const { text } = await createApiKey(store, other, { label: 'other', scopes: 'full' }, making);
    const headers = { authorization: `Bearer ${text}` };
    expect((await harness.request('GET', `/v1/media/${key}`, { headers })).status).toBe(404);
    expect((await harness.request('DELETE', `/v1/media/${key}`, { headers })).status).toBe(404);
    for (const path of ['/v1/media', `/v1/media?keys=${key}`]) {
      expect(page((await harness.request('GET', path, { headers })).body).data).toEqual([]);
    }
  });
});

describe('DELETE /v1/media/{key}', () => {
  it('removes the row and the file', async () => {
    const { key, sha256 } = await harness.upload(newFilm());
    expect(harness.files().some((name) => name.includes(sha256))).toBe(true);
    expect((await harness.request('DELETE', `/v1/media/${key}`)).body).toEqual({ key, deleted: true });
    expect(harness.files().some((name) => name.includes(sha256))).toBe(false);
    expect(await harness.count('stray_files')).toBe(0);
    expect((await harness.request('DELETE', `/v1/media/${key}`)).body).toMatchObject({
      code: 'media_not_found',
    });
  });

  it('refuses media that a post uses, and names the posts', async () => {
    const { key } = await harness.upload(newFilm());
    const postId = await postNaming(key);
    expect((await harness.request('DELETE', `/v1/media/${key}`)).body).toMatchObject({
      status: 409,
      code: 'media_in_use',
      postIds: [postId],
    });
  });

  it('and a concurrent upload of the same bytes leave both the row and the file, or neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = newFilm();
      const { key, sha256 } = await harness.upload(bytes);
      await Promise.all([harness.request('DELETE', `/v1/media/${key}`), harness.upload(bytes)]);
      const isKnown = (await harness.request('GET', `/v1/media/${key}`)).status === 200;
      expect(harness.files().some((name) => name.endsWith(sha256))).toBe(isKnown);
    }
  });
});

describe('the URL of a file', () => {
  let media: Media;
  const bytes = newFilm();
  beforeAll(async () => {
    media = await harness.upload(bytes);
  });

  it('serves the bytes without a key, with headers that prevent execution', async () => {
    const answer = await fetch(media.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': expect.stringContaining('inline'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'accept-ranges': 'bytes',
    });
  });

  it.each<[range: string, status: number, from: number, to: number]>([
    ['bytes=0-99', 206, 0, 100],
    ['bytes=100-', 206, 100, bytes.length],
    ['bytes=-50', 206, bytes.length - 50, bytes.length],
    [`bytes=10-${bytes.length * 2}`, 206, 10, bytes.length],
    ['bytes=5-2', 200, 0, bytes.length],
    ['bytes=0-1,5-6', 200, 0, bytes.length],
    ['lines=1-2', 200, 0, bytes.length],
    [`bytes=${bytes.length}-`, 416, 0, 0],
  ])('serves %s', async (range, status, from, to) => {
    const answer = await fetch(media.url, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    if (status === 206)
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
  });

  it('answers 304 to a matching ETag, and HEAD without a body', async () => {
    const { headers } = await fetch(media.url, { method: 'HEAD' });
    expect(headers.get('content-length')).toBe(String(bytes.length));
    const again = await fetch(media.url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('cannot be forged, changed, or used after it expires', async () => {
    const status = async (url: string): Promise<number> => (await fetch(url)).status;
    expect(await status(media.url.replace('video%2Fmp4', 'text%2Fhtml'))).toBe(404);
    expect(await status(media.url.replace(media.sha256, 'a'.repeat(64)))).toBe(404);
    expect(await status(media.url.replace(/signature=.*/, 'signature=x'))).toBe(404);
    const fresh = (await harness.request('GET', `/v1/media/${media.key}`)).body['url'];
    expect(fresh).toBe(media.url);
    harness.clock.advance(2 * DAY_MS);
    expect(await status(media.url)).toBe(404);
  });

  it('also serves a thumbnail, if this machine can create one', async () => {
    const image = await harness.upload(Uint8Array.from(fixture('turned.jpg')));
    if (image.thumbnailUrl === null) return;
    const answer = await fetch(image.thumbnailUrl);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });
});

describe('the sweep', () => {
  it('removes media that no post has used for thirty days, on the workspace’s clock', async () => {
    const [unused, used, again] = [
      await harness.upload(newFilm()),
      await harness.upload(newFilm()),
      newFilm(),
    ];
    await postNaming(used.key);
    const repeated = await harness.upload(again);
    harness.clock.advance(29 * DAY_MS);
    await harness.upload(again);
    await harness.backend.media.sweep();
    expect((await harness.request('GET', `/v1/media/${unused.key}`)).status).toBe(200);

    harness.clock.advance(2 * DAY_MS);
    await harness.backend.media.sweep();
    const statuses = await Promise.all(
      [unused, used, repeated].map(
        async ({ key }) => (await harness.request('GET', `/v1/media/${key}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 200, 200]);
    expect(harness.files().some((name) => name.includes(unused.sha256))).toBe(false);
  });

  it('removes the files of a cleared sandbox and of a crashed upload', async () => {
    const { sha256 } = await harness.upload(newFilm());
    const { store } = harness.backend.services;
    await store.write((trx) => trx.deleteFrom('media').where('sha256', '=', sha256).execute());
    const kept = await harness.upload(newFilm());
    await store.write((trx) =>
      trx
        .insertInto('stray_files')
        .values({ of_workspace: harness.workspace.id, sha256: kept.sha256, since: 0 })
        .execute(),
    );
    await harness.backend.media.sweep();
    expect(harness.files().some((name) => name.includes(sha256))).toBe(false);
    expect(harness.files().some((name) => name.includes(kept.sha256))).toBe(true);
    expect(await harness.count('stray_files')).toBe(0);
  });
});
