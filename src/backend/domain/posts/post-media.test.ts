import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PictureType, picture } from '../../../../test/support/media/pictures.js';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { type FileFacts, storeMedia } from '../../../../test/support/media/stored-media.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import type { Override } from '../../../contract/posts/content.js';
import type { Post, PostPage, PostValidation } from '../../../contract/posts/posts.js';
import type { OutboxPage, OutboxPost } from '../../../contract/sandbox/sandbox.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

afterAll(() => backend.close());

function store(bytes: Uint8Array, facts: FileFacts): Promise<string> {
  const { store: database, media } = backend.backend.services;
  const place = { store: database, media, workspaceId: backend.workspace.id, now: backend.clock.now() };
  return storeMedia(place, bytes, facts);
}

/** Stores an image that no other test uses. */
async function storedPicture(
  type: PictureType,
  size: { width?: number; height?: number } = {},
): Promise<string> {
  count += 1;
  const colour = `#${(0x400000 + count * 977).toString(16)}`;
  const { width = 320, height = 320 } = size;
  const bytes = await picture(type, { width, height, colour });
  return store(bytes, { contentType: `image/${type}`, width, height });
}

function storedVideo(seconds = 30, size = { width: 1080, height: 1920 }): Promise<string> {
  count += 1;
  const bytes = sampleBytes('video/mp4', 80_000 + count);
  return store(bytes, { contentType: 'video/mp4', ...size, duration_seconds: seconds });
}

/** Options that networks require besides text and media. */
const REQUIRED_OPTIONS: Readonly<Partial<Record<Platform, Partial<Override>>>> = {
  tiktok: { privacy: 'public' },
  youtube: { privacy: 'public', title: 'A morning at the roastery', madeForKids: false },
  pinterest: { boardId: '549755885175' },
};

function body(platform: Platform, mediaUrls: readonly string[], more: Partial<Override> = {}) {
  count += 1;
  return {
    platform,
    text: `From the roastery, ${count}`,
    mediaUrls,
    altTexts: mediaUrls.map((_, place) => `Picture ${place + 1}`),
    overrides: [{ target: platform, ...REQUIRED_OPTIONS[platform], ...more }],
  };
}

const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;

/** Publishes a post and advances the clock until it is published or has failed. */
async function published(request: object): Promise<Post> {
  const { status, body: made } = await backend.post<Post>('/v1/posts', { ...request, scheduleMode: 'now' });
  expect(made).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 60 });
    const post = await read(made.id);
    if (post.status !== 'queued' && post.status !== 'publishing') return post;
  }
  return read(made.id);
}

async function sent(post: Post): Promise<OutboxPost> {
  const { body: page } = await backend.get<OutboxPage>(
    `/v1/test/outbox?text=${encodeURIComponent(post.text)}`,
  );
  const [out] = page.data;
  if (!out) throw new Error('Nothing was published.');
  return out;
}

describe('a PNG', () => {
  it.each(PLATFORMS.filter((platform) => platform !== 'youtube'))('is published on %s', async (platform) => {
    const key = await storedPicture('png', { width: 1000, height: 1250 });
    const post = await published(body(platform, [key]));
    expect(post.targets).toMatchObject([{ status: 'published', error: null }]);
    const { media } = await sent(post);
    const converted = platform === 'instagram' || platform === 'tiktok';
    expect(media).toMatchObject([{ contentType: converted ? 'image/jpeg' : 'image/png' }]);
    expect(media[0]?.altText).toBe(platform === 'tiktok' ? null : 'Picture 1');
  });

  it('for several networks is converted for those that need it, with a warning', async () => {
    const key = await storedPicture('png');
    const request = {
      ...body('instagram', [key]),
      platform: undefined,
      platforms: ['instagram', 'threads'],
    };
    const { body: check } = await backend.post<PostValidation>('/v1/posts/validate', request);
    expect(check.ok).toBe(true);
    expect(check.targets.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      ['media_converted'],
      [],
    ]);
    expect(check.targets[0]?.warnings[0]).toMatchObject({
      pointer: '/mediaUrls/0',
      message: 'The PNG is sent to Instagram as JPEG. Transparent areas become white.',
    });
  });
});

describe('a video', () => {
  it.each(PLATFORMS)('is published on %s', async (platform) => {
    const post = await published(body(platform, [await storedVideo()]));
    expect(post.targets).toMatchObject([{ status: 'published', error: null }]);
    expect((await sent(post)).media).toMatchObject([{ contentType: 'video/mp4' }]);
  });
});

describe('validate', () => {
  const codes = (check: PostValidation) =>
    Object.fromEntries(
      check.targets.map(({ platform, errors, warnings }) => [
        platform,
        [...errors, ...warnings].map(({ code }) => code).join(' ') || 'ok',
      ]),
    );

  async function validated(mediaUrls: string[]): Promise<Record<string, string>> {
    const overrides = PLATFORMS.map((target) => ({ target, ...REQUIRED_OPTIONS[target] }));
    const request = { platforms: PLATFORMS, text: 'Look', mediaUrls, overrides, scheduleMode: 'now' };
    return codes((await backend.post<PostValidation>('/v1/posts/validate', request)).body);
  }

  it('checks a JPEG of 9 MB', async () => {
    const bytes = new Uint8Array(9_000_000);
    bytes.set(sampleBytes('image/jpeg'));
    const key = await store(bytes, { contentType: 'image/jpeg' });
    expect(await validated([key])).toMatchInlineSnapshot(`
      {
        "bluesky": "media_converted",
        "facebook": "media_converted",
        "instagram": "media_converted",
        "linkedin": "near_limit",
        "mastodon": "ok",
        "pinterest": "ok",
        "threads": "media_converted",
        "tiktok": "ok",
        "x": "media_converted",
        "youtube": "media_type_unsupported",
      }
    `);
  });

  it('checks vertical videos of 30 s and 90 s', async () => {
    expect(await validated([await storedVideo(30)])).toMatchInlineSnapshot(`
      {
        "bluesky": "ok",
        "facebook": "ok",
        "instagram": "ok",
        "linkedin": "ok",
        "mastodon": "ok",
        "pinterest": "ok",
        "threads": "ok",
        "tiktok": "ok",
        "x": "ok",
        "youtube": "ok",
      }
    `);
    expect(await validated([await storedVideo(90)])).toMatchInlineSnapshot(`
      {
        "bluesky": "ok",
        "facebook": "ok",
        "instagram": "media_duration",
        "linkedin": "ok",
        "mastodon": "ok",
        "pinterest": "ok",
        "threads": "ok",
        "tiktok": "media_duration",
        "x": "ok",
        "youtube": "ok",
      }
    `);
  });

  it('accepts a 90 s video on YouTube as a standard video but not as a Short', async () => {
    const key = await storedVideo(90);
    const short = await backend.post<PostValidation>(
      '/v1/posts/validate',
      body('youtube', [key], { postType: 'short' }),
    );
    expect(short.body.targets[0]?.errors).toMatchObject([
      { code: 'media_duration', limit: 60, message: expect.stringContaining('at most 60 s for YouTube') },
    ]);
    const standard = await backend.post<PostValidation>('/v1/posts/validate', body('youtube', [key]));
    expect(standard.body.targets[0]?.errors).toEqual([]);
  });
});

describe('media keys', () => {
  const keysInUse = async (postId: string) => {
    const { db } = backend.backend.services.store;
    const rows = await db
      .selectFrom('post_media')
      .select('media_key')
      .where('post_id', '=', postId)
      .execute();
    return rows.map((row) => row.media_key).sort();
  };

  it.each(['now', 'draft'] as const)('that do not exist are rejected: %s', async (scheduleMode) => {
    const request = { ...body('x', ['med_lost']), scheduleMode };
    const refused = await backend.post<Problem>('/v1/posts', request);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ code: 'media_not_found', pointer: '/mediaUrls/0' }]);
  });

  it('of a post, an override and a cover are in use until an edit removes them', async () => {
    const [one, two] = [await storedPicture('jpeg'), await storedPicture('jpeg')];
    const [clip, cover] = [await storedVideo(), await storedPicture('jpeg')];
    const { body: draft } = await backend.post<Post>('/v1/posts', {
      platforms: ['x', 'instagram'],
      text: 'Three',
      mediaUrls: [one, two],
      overrides: [{ target: 'instagram', mediaUrls: [clip], cover }],
    });
    expect(await keysInUse(draft.id)).toEqual([one, two, clip, cover].sort());
    await backend.request('PATCH', `/v1/posts/${draft.id}`, { body: { mediaUrls: [two] } });
    expect(await keysInUse(draft.id)).toEqual([two, clip, cover].sort());
    await backend.request('PATCH', `/v1/posts/${draft.id}`, { body: { overrides: null } });
    expect(await keysInUse(draft.id)).toEqual([two]);
    await backend.request('DELETE', `/v1/posts/${draft.id}`);
    expect(await keysInUse(draft.id)).toEqual([]);
  });

  it('determine the kind of the post', async () => {
    const made = async (mediaUrls: string[]) =>
      (await backend.post<Post>('/v1/posts', body('x', mediaUrls))).body.id;
    const ids = [
      await made([]),
      await made([await storedPicture('jpeg')]),
      await made([await storedVideo()]),
    ];
    const { db } = backend.backend.services.store;
    const rows = await db.selectFrom('posts').select(['id', 'kind']).where('id', 'in', ids).execute();
    expect(ids.map((id) => rows.find((row) => row.id === id)?.kind)).toEqual(['text', 'image', 'video']);
  });

  it('whose file is deleted before the post is due fail the post, with a next step', async () => {
    const key = await storedPicture('jpeg');
    const later = new Date(backend.clock.now() + 30 * 60_000 + 600_000).toISOString();
    const { body: made } = await backend.post<Post>('/v1/posts', { ...body('x', [key]), scheduledAt: later });
    expect(made.status).toBe('scheduled');
    const { store: database } = backend.backend.services;
    await database.write((trx) => trx.deleteFrom('media').where('key', '=', key).execute());
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 7200 });
    expect((await read(made.id)).targets).toMatchObject([
      {
        status: 'failed',
        error: {
          code: 'media_not_found',
          cause: 'you',
          message: expect.stringContaining(key),
          action: expect.stringContaining('Upload the file again'),
        },
      },
    ]);
  });
});

describe('covers', () => {
  it('of a YouTube video are published as a separate part', async () => {
    const [clip, cover] = [await storedVideo(30, { width: 1920, height: 1080 }), await storedPicture('webp')];
    const post = await published(body('youtube', [clip], { cover }));
    expect(post.targets[0]?.parts).toMatchObject([
      { kind: 'main', status: 'published' },
      { kind: 'thumbnail', index: 1, status: 'published' },
    ]);
    expect((await sent(post)).media).toMatchObject([
      { contentType: 'video/mp4', coverUrl: expect.any(String) },
    ]);
  });

  it('whose file is deleted fail alone, and are retried alone', async () => {
    const [clip, cover] = [await storedVideo(30, { width: 1920, height: 1080 }), await storedPicture('jpeg')];
    const { store: database } = backend.backend.services;
    const row = await database.db
      .selectFrom('media')
      .selectAll()
      .where('key', '=', cover)
      .executeTakeFirstOrThrow();
    const request = body('youtube', [clip], { cover });
    const { body: draft } = await backend.post<Post>('/v1/posts', request);
    await backend.post(`/v1/posts/${draft.id}/publish`, {
      scheduledAt: new Date(backend.clock.now() + 3 * 3_600_000).toISOString(),
    });
    await database.write((trx) => trx.deleteFrom('media').where('key', '=', cover).execute());
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 4 * 3600 });
    const incomplete = await read(draft.id);
    expect(incomplete).toMatchObject({ status: 'published', incomplete: true });
    const { body: attention } = await backend.get<PostPage>('/v1/posts?status=attention');
    expect(attention.data.map(({ id }) => id)).toContain(draft.id);
    expect(incomplete.targets[0]?.parts[1]).toMatchObject({
      kind: 'thumbnail',
      status: 'failed',
      error: { code: 'media_not_found' },
    });
    await database.write((trx) => trx.insertInto('media').values(row).execute());
    await backend.post(`/v1/posts/${draft.id}/retry`, {});
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 60 });
    expect(await read(draft.id)).toMatchObject({ status: 'published', incomplete: false });
    const { body: page } = await backend.get<OutboxPage>(
      `/v1/test/outbox?text=${encodeURIComponent(draft.text)}`,
    );
    expect(page.data).toHaveLength(1);
  });

  it('that are not an image or do not exist are rejected', async () => {
    const clip = await storedVideo();
    const { body: check } = await backend.post<PostValidation>(
      '/v1/posts/validate',
      body('instagram', [clip], { cover: clip }),
    );
    expect(check.targets[0]?.errors).toMatchObject([
      { code: 'media_type_unsupported', pointer: '/overrides/0/cover' },
    ]);
    const { body: lost } = await backend.post<PostValidation>(
      '/v1/posts/validate',
      body('instagram', [clip], { cover: 'med_lost' }),
    );
    expect(lost.targets[0]?.errors).toMatchObject([
      { code: 'media_not_found', pointer: '/overrides/0/cover' },
    ]);
  });
});

describe('an account whose media cannot be processed', () => {
  it.each(PLATFORMS)('fails with a next step on %s, and posts nothing', async (platform) => {
    const { body: account } = await backend.post<Account>('/v1/test/accounts', {
      platform,
      handle: 'media_processing_fails',
    });
    const key = platform === 'youtube' ? await storedVideo() : await storedPicture('jpeg');
    const { platform: _platform, ...request } = body(platform, [key]);
    const post = await published({ ...request, accountIds: [account.id] });
    expect(post.status).toBe('failed');
    expect(post.targets).toMatchObject([
      {
        error: {
          code: expect.stringMatching(/^media_(processing_failed|invalid)$/),
          action: expect.stringMatching(/media/),
        },
      },
    ]);
  });
});
