import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../../../../test/support/media/pictures.js';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { type FileFacts, storeMedia } from '../../../../test/support/media/stored-media.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { isRecord } from '../../../base/is-record.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost, Post, PostPage, PostValidation } from '../../../contract/posts/posts.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});

/** The inbox has room for five drafts a day. */
beforeEach(() => backend.post('/v1/test/clock', { action: 'advance', seconds: 86_400 }));

afterAll(() => backend.close());

function stored(bytes: Uint8Array, facts: FileFacts): Promise<string> {
  const { store, media } = backend.backend.services;
  const place = { store, media, workspaceId: backend.workspace.id, now: backend.clock.now() };
  return storeMedia(place, bytes, facts);
}

function video(): Promise<string> {
  count += 1;
  const facts = { contentType: 'video/mp4', width: 1080, height: 1920, duration_seconds: 30 };
  return stored(sampleBytes('video/mp4', 80_000 + count), facts);
}

async function photo(): Promise<string> {
  count += 1;
  const size = { width: 320, height: 320 };
  return stored(await picture('jpeg', { ...size, colour: `#40${count}0${count}0` }), {
    contentType: 'image/jpeg',
    ...size,
  });
}

function draft(mediaUrl: string, text: string, more: object = {}) {
  const override = { target: 'tiktok', options: { publishTo: 'inbox' }, ...more };
  return { platform: 'tiktok', text, mediaUrls: [mediaUrl], overrides: [override] };
}

const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;

async function settled(id: string): Promise<Post> {
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await backend.post('/v1/test/clock', { action: 'advance', seconds: 60 });
    const post = await read(id);
    if (post.status !== 'queued' && post.status !== 'publishing') return post;
  }
  return read(id);
}

async function sent(request: object): Promise<Post> {
  const { status, body } = await backend.post<CreatedPost>('/v1/posts', { ...request, scheduleMode: 'now' });
  expect([status, body]).toMatchObject([201, { warnings: [] }]);
  return settled(body.id);
}

async function resolve(post: Post, outcome: string, url?: string): Promise<Post> {
  const { accountId } = post.targets[0] ?? {};
  const request = { accountId, outcome, version: post.version, ...(url !== undefined && { url }) };
  const { status, body } = await backend.post<Post>(`/v1/posts/${post.id}/resolve`, request);
  expect(status).toBe(200);
  return body;
}

async function eventsOf(post: Post): Promise<string[]> {
  const { body } = await backend.get<{ data: { type: string; data: unknown }[] }>('/v1/events?limit=100');
  const ofPost = body.data.filter(({ data }) => isRecord(data) && data['postId'] === post.id);
  return ofPost.map(({ type }) => type);
}

/** What the person does in the app, or TikTok with the draft. */
async function becomes(post: Post, state: Readonly<Record<string, unknown>>): Promise<void> {
  const { store } = backend.backend.services;
  const target = await store.db
    .selectFrom('targets')
    .select('network_post_id')
    .where('post_id', '=', post.id)
    .executeTakeFirstOrThrow();
  const upload = store.db
    .selectFrom('network_uploads')
    .select('state_json')
    .where('upload_id', '=', target.network_post_id ?? '');
  const { state_json } = await upload.executeTakeFirstOrThrow();
  await store.write((trx) =>
    trx
      .updateTable('network_uploads')
      .set({ state_json: JSON.stringify({ ...JSON.parse(state_json), ...state }) })
      .where('upload_id', '=', target.network_post_id ?? '')
      .execute(),
  );
}

const POST_ID = '7500000000000000001';

describe.each([
  ['a video', video, ''],
  ['a photo', photo, 'With words'],
])('%s in the inbox of the TikTok app', (_, file, text) => {
  it('needs a person until it is settled', async () => {
    const needsPerson = async () => (await backend.get<PostPage>('/v1/posts?status=attention')).body.data;
    const post = await sent(draft(await file(), text));
    expect((await needsPerson()).map(({ id }) => id)).toContain(post.id);
    await resolve(post, 'published');
    expect((await needsPerson()).map(({ id }) => id)).not.toContain(post.id);
  });

  it('is never called published', async () => {
    const post = await sent(draft(await file(), text));
    expect(post).toMatchObject({
      status: 'in_inbox',
      incomplete: false,
      targets: [{ status: 'in_inbox', url: null, publishedAt: null, error: null }],
    });
    expect(post.targets[0]?.parts).toMatchObject([{ kind: 'main', status: 'in_inbox' }]);
    expect(post.targets[0]?.attempts).toMatchObject([{ outcome: 'in_inbox' }]);
    expect(await eventsOf(post)).toEqual(expect.arrayContaining(['post.in_inbox', 'target.in_inbox']));
    expect(await eventsOf(post)).not.toContain('post.published');
  });

  it('is not sent again by a retry, an edit or a cancellation', async () => {
    const post = await sent(draft(await file(), text));
    for (const [method, path] of [
      ['POST', '/retry'],
      ['POST', '/publish'],
      ['DELETE', ''],
    ] as const) {
      const request = method === 'POST' ? { body: {} } : {};
      const { status, body } = await backend.request<Problem>(method, `/v1/posts/${post.id}${path}`, request);
      expect([status, body.code]).toEqual([409, 'state_conflict']);
      expect(body.detail).toContain('waits in the inbox');
    }
    expect(await read(post.id)).toEqual(post);
  });

  it('stays there when Postrider looks too early, and is published once the person has finished it', async () => {
    const post = await sent(draft(await file(), text));
    // Nothing of it is called published while Postrider looks.
    expect(await resolve(post, 'check')).toMatchObject({
      status: 'publishing',
      targets: [
        { status: 'publishing', phase: 'reconciling', parts: [{ kind: 'main', status: 'publishing' }] },
      ],
    });
    const still = await settled(post.id);
    expect(still).toMatchObject({ status: 'in_inbox', targets: [{ url: null }] });
    await becomes(post, { status: 'PUBLISH_COMPLETE', postId: POST_ID });
    await resolve(still, 'check');
    expect(await settled(post.id)).toMatchObject({
      status: 'published',
      targets: [{ status: 'published', url: expect.stringContaining(POST_ID) }],
    });
    expect(await eventsOf(post)).toContain('post.published');
  });

  it('has failed where TikTok has it no more, and can be sent again', async () => {
    const post = await sent(draft(await file(), text));
    await becomes(post, { status: 'FAILED', reason: 'internal' });
    await resolve(post, 'check');
    const failed = await settled(post.id);
    expect(failed).toMatchObject({ status: 'failed', targets: [{ error: { code: 'not_delivered' } }] });
    const { status } = await backend.post(`/v1/posts/${post.id}/retry`, { allowDuplicate: true });
    expect(status).toBe(200);
    expect(await settled(post.id)).toMatchObject({ status: 'in_inbox' });
  });
});

it('a person can say that they have published it, with its address', async () => {
  const post = await sent(draft(await video(), ''));
  const url = 'https://www.tiktok.com/@fernhillcoffee/video/1';
  expect(await resolve(post, 'published', url)).toMatchObject({
    status: 'published',
    targets: [{ status: 'published', url }],
  });
});

it('a draft that was deleted in the app can be sent once more', async () => {
  const post = await sent(draft(await photo(), 'Once more'));
  await resolve(post, 'send_again');
  const again = await settled(post.id);
  expect(again.status).toBe('in_inbox');
  expect(again.targets[0]?.attempts).toHaveLength(2);
});

it('the check of a post says what the inbox does not take, and asks for no privacy', async () => {
  const request = draft(await video(), 'A caption', {
    privacy: 'public',
    options: { publishTo: 'inbox', disableComment: true },
    disclosure: ['paid_partnership'],
  });
  const { body } = await backend.post<PostValidation>('/v1/posts/validate', request);
  const { errors = [], warnings = [] } = body.targets[0] ?? {};
  const said = [...errors, ...warnings].map(({ code, pointer }) => [code, pointer]);
  expect(said).toEqual(
    expect.arrayContaining([
      ['option_ignored', '/text'],
      ['option_ignored', '/overrides/0/privacy'],
      ['option_ignored', '/overrides/0/options/disableComment'],
      ['disclosure_unsupported', '/overrides/0/disclosure/0'],
    ]),
  );
  expect(JSON.stringify(body)).not.toContain('option_required');
});
