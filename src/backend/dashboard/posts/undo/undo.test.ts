import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import { Visitor } from '../../../../../test/support/visitor.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { Post } from '../../../../contract/posts/posts.js';

const HOUR_MS = 60 * 60 * 1000;

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const inHours = (hours: number) => new Date(test.clock.now() + hours * HOUR_MS).toISOString();

async function scheduled(text: string, hours = 2): Promise<Post> {
  const body = { platform: 'bluesky', text, scheduleMode: 'schedule', scheduledAt: inHours(hours) };
  return (await test.post<Post>('/v1/posts', body)).body;
}

const read = async ({ id }: Pick<Post, 'id'>) => (await test.get<Post>(`/v1/posts/${id}`)).body;

/** Presses a button of a post’s page, and returns the page that follows, with the version it offers to undo. */
async function press(post: Post, act: string, fields: Readonly<Record<string, string>> = {}) {
  const { headers } = await person.send(`/posts/${post.id}/${act}`, {
    version: String(post.version),
    ...fields,
  });
  const path = headers.get('location') ?? '';
  const { html } = await person.open(path);
  const [, form = ''] = html.split(`action="/posts/${post.id}/undo"`);
  return { path, html, version: /name="version" value="(\d+)"/.exec(form)?.[1] ?? '' };
}

const undo = ({ id }: Post, version: string) => person.send(`/posts/${id}/undo`, { version });

describe('undoing a cancellation', () => {
  it('restores the time, once, however often it is pressed', async () => {
    const post = await scheduled('Cancelled by mistake');
    const { path, html, version } = await press(post, 'delete');
    expect(path).toBe(`/posts/${post.id}?undo=offer`);
    expect(html).toContain('<strong>Post cancelled</strong>');
    expect((await read(post)).status).toBe('cancelled');
    const [first, second] = [await undo(post, version), await undo(post, version)];
    for (const { headers } of [first, second]) expect(headers.get('location')).toBe(`/posts/${post.id}`);
    const restored = await read(post);
    expect(restored).toMatchObject({ status: 'scheduled', scheduledAt: post.scheduledAt, version: 3 });
    expect((await person.open(path)).html).not.toContain(`/posts/${post.id}/undo`);
  });

  it('is refused once the time has passed, and says so', async () => {
    const post = await scheduled('Too late', 1);
    const { version } = await press(post, 'delete');
    test.clock.advance(HOUR_MS);
    const { status, html } = await undo(post, version);
    expect(status).toBe(422);
    expect(html).toMatch(/has passed, so the post stays cancelled\. Choose another time/);
    expect((await read(post)).status).toBe('cancelled');
  });

  it('is not offered for what was tried before: it could be published twice', async () => {
    const key = await test.newKey('sandbox');
    const account = { platform: 'x', handle: 'permission_missing' };
    const made = await test.request<Account>('POST', '/v1/test/accounts', { key, body: account });
    const body = { accountIds: [made.body.id], text: 'Refused', scheduleMode: 'now' };
    const { id } = (await test.post<Post>('/v1/posts', body)).body;
    await vi.waitFor(async () => expect((await read({ id })).status).toBe('failed'), { timeout: 5_000 });
    const post = await read({ id });
    expect((await person.open(`/posts/${id}`)).html).toContain('data-ask="Cancel this post?');
    const { html } = await press(post, 'delete');
    expect(html).not.toContain(`/posts/${id}/undo`);
    expect((await undo(post, String((await read(post)).version))).status).toBe(409);
    expect((await read(post)).status).toBe('cancelled');
  });
});

describe('undoing a move', () => {
  const move = (post: Post, hours: number) =>
    press(post, 'publish', { scheduleMode: 'schedule', scheduledAt: inHours(hours).slice(0, 16) });

  it('puts the post back, and nothing else', async () => {
    const post = await scheduled('Moved by mistake');
    const { html, version } = await move(post, 30);
    expect(html).toMatch(/<strong>Moved to \w{3} \d+ \w{3}, \d\d:\d\d<\/strong>/);
    await undo(post, version);
    expect(await read(post)).toMatchObject({ scheduledAt: post.scheduledAt, version: 3 });
    // Pressed again, it does not move the post forth.
    await undo(post, version);
    expect(await read(post)).toMatchObject({ scheduledAt: post.scheduledAt, version: 3 });
  });

  it('comes too late for a post that was published at its new time: it is never sent again', async () => {
    const post = await scheduled('Published meanwhile', 5);
    const { version } = await move(post, 2);
    test.clock.advance(3 * HOUR_MS);
    await vi.waitFor(async () => expect((await read(post)).status).toBe('published'), { timeout: 5_000 });
    const { status, html } = await undo(post, version);
    expect(status).toBe(409);
    expect(html).toContain('The post has changed since, so this cannot be undone.');
    test.clock.advance(10 * HOUR_MS);
    const { status: after, targets } = await read(post);
    expect([after, targets.map(({ attempts }) => attempts?.length)]).toEqual(['published', [1]]);
  });

  it('leaves alone what somebody else has changed since', async () => {
    const post = await scheduled('Changed by somebody else');
    const { version } = await move(post, 30);
    await test.request('PATCH', `/v1/posts/${post.id}`, { body: { text: 'Their words' } });
    const { status } = await undo(post, version);
    expect(status).toBe(409);
    expect(await read(post)).toMatchObject({ text: 'Their words', version: 3 });
  });

  it('answers the calendar’s script with a toast', async () => {
    const post = await scheduled('Dragged');
    const at = inHours(30).slice(0, 16);
    const script = { 'HX-Request': 'true' };
    const moved = await person.send('/calendar/move', { post: post.id, version: '1', at }, script);
    expect(moved.html).toContain(`action="/posts/${post.id}/undo"`);
    const { html } = await person.send(`/posts/${post.id}/undo`, { version: '2' }, script);
    expect(html).toMatch(/Scheduled again for /);
    expect((await read(post)).scheduledAt).toBe(post.scheduledAt);
  });
});

describe('undoing an approval or a rejection', () => {
  const proposal = async (text: string, scheduleMode = 'schedule') => {
    const proposed = { scheduleMode, ...(scheduleMode === 'schedule' && { scheduledAt: inHours(48) }) };
    const body = { platform: 'bluesky', text, scheduleMode: 'draft', proposed };
    return (await test.post<Post>('/v1/posts', body)).body;
  };

  it('lets the draft wait for approval again, once, however often it is pressed', async () => {
    const post = await proposal('Approved by mistake');
    const { html, version } = await press(post, 'approve');
    expect(html).toMatch(/<strong>Approved for \w{3} \d+ \w{3}, \d\d:\d\d<\/strong>/);
    for (let presses = 0; presses < 2; presses += 1) {
      expect((await undo(post, version)).headers.get('location')).toBe(`/posts/${post.id}`);
    }
    const { status, proposed, version: reopened } = await read(post);
    expect([status, reopened, proposed?.scheduledAt]).toEqual(['draft', 3, post.proposed?.scheduledAt]);
    expect((await person.open(`/posts/${post.id}`)).html).toContain('took back the decision about the post');
  });

  it('takes a rejection and its note back', async () => {
    const post = await proposal('Rejected by mistake');
    const { html, version } = await press(post, 'reject', { note: 'No.' });
    expect(html).toContain('<strong>Rejected</strong>');
    const { html: toast } = await person.send(
      `/posts/${post.id}/undo`,
      { version },
      { 'HX-Request': 'true' },
    );
    expect(toast).toContain('Waiting for approval again');
    expect(await read(post)).toMatchObject({ proposed: post.proposed, reviewNote: null });
  });

  it('asks before an approval publishes at once, naming the networks, and offers no undo after it', async () => {
    const post = await proposal('At once', 'now');
    expect((await person.open(`/posts/${post.id}`)).html).toMatch(
      /data-ask="Approve and publish now on Bluesky @[^"]+\? This cannot be undone\."/,
    );
    expect((await press(post, 'approve')).version).toBe('');
  });

  it('takes back several approvals at once', async () => {
    const posts = [await proposal('One of two proposals'), await proposal('Two of two proposals')];
    const picks = posts.map(({ id, version }) => `${id}:${version}`);
    const { html } = await person.send('/posts/bulk', { act: 'approve', post: picks });
    const again = [...html.matchAll(/name="post" value="([^"]+)"/g)].map(([, pick]) => pick ?? '');
    const undone = await person.send('/posts/bulk', { act: 'restore', post: again });
    expect(undone.html).toContain('Undone: 2 posts');
    for (const post of posts) expect(await read(post)).toMatchObject({ status: 'draft', version: 3 });
  });
});

describe('undoing the deletion of a draft', () => {
  it('creates it again with all of its content, once', async () => {
    const proposed = { scheduleMode: 'schedule', scheduledAt: inHours(50) };
    const overrides = [{ target: 'bluesky', text: 'Its own text' }];
    const body = { platform: 'bluesky', text: 'A & "draft"', scheduleMode: 'draft', proposed, overrides };
    const draft = (await test.post<Post>('/v1/posts', body)).body;
    const { html } = await person.send(`/posts/${draft.id}/delete`, { version: '1' });
    expect((await test.get(`/v1/posts/${draft.id}`)).status).toBe(404);
    const field = (name: string) =>
      (new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    const fields = { draft: field('draft'), post: field('post') };
    const [first, second] = [
      await person.send('/posts/restore', fields),
      await person.send('/posts/restore', fields),
    ];
    expect(first.headers.get('location')).toBe(second.headers.get('location'));
    const restored = (await test.get<Post>(`/v1${first.headers.get('location')}`)).body;
    const content = ({ status, text, overrides: own, proposed: time, targets }: Post) => ({
      ...{ status, text, own, time: time?.scheduledAt },
      accounts: targets.map(({ accountId }) => accountId),
    });
    expect(content(restored)).toEqual(content(draft));
  });
});

describe('undoing changes of several posts', () => {
  it('puts moved posts back, and restores cancelled ones', async () => {
    const [one, other] = [await scheduled('One of two'), await scheduled('Two of two', 3)];
    const picks = ({ id, version, scheduledAt }: Post) => `${id}:${version}:${Date.parse(scheduledAt ?? '')}`;
    const again = (html: string) =>
      [...html.matchAll(/name="post" value="([^"]+)"/g)].map(([, pick]) => pick ?? '');
    const moved = await person.send('/posts/bulk', {
      act: 'move',
      by: '7d',
      post: [picks(one), picks(other)],
    });
    const back = await person.send('/posts/bulk', { act: 'move', by: 'back', post: again(moved.html) });
    expect(back.html).toContain('Moved: 2 posts');
    for (const post of [one, other]) {
      expect(await read(post)).toMatchObject({ scheduledAt: post.scheduledAt, version: 3 });
    }
    const post = [one, other].map(({ id }) => `${id}:3`);
    const cancelled = await person.send('/posts/bulk', { act: 'delete', sure: '1', post });
    const restored = await person.send('/posts/bulk', { act: 'restore', post: again(cancelled.html) });
    expect(restored.html).toContain('Undone: 2 posts');
    for (const each of [one, other]) {
      expect(await read(each)).toMatchObject({ status: 'scheduled', scheduledAt: each.scheduledAt });
    }
  });
});
