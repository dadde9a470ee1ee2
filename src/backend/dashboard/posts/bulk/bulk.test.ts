import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import { Visitor } from '../../../../../test/support/visitor.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { pickValue } from './picked.js';

let test: BackendUnderTest;
let person: Visitor;
let agent: string;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  agent = await test.newKey('draft');
});
afterAll(() => test.close());

const TIME = '2030-01-07T09:00:00Z';

async function proposal(text: string, proposed: object = { scheduleMode: 'schedule', scheduledAt: TIME }) {
  const body = { platform: 'bluesky', scheduleMode: 'draft', text, proposed };
  return (await test.request<Post>('POST', '/v1/posts', { key: agent, body })).body;
}

async function scheduled(text: string): Promise<Post> {
  const body = { platform: 'bluesky', scheduleMode: 'schedule', scheduledAt: TIME, text };
  return (await test.post<Post>('/v1/posts', body)).body;
}

const read = async ({ id }: Post) => (await test.get<Post>(`/v1/posts/${id}`)).body;
const picks = (...posts: readonly Post[]) => posts.map(pickValue);

describe('approving several posts', () => {
  it('approves each in the version shown, and names those that changed', async () => {
    const [one, changed, draft] = [
      await proposal('The first'),
      await proposal('Before'),
      await scheduled('Set'),
    ];
    await test.request('PATCH', `/v1/posts/${changed.id}`, {
      key: agent,
      body: { version: 1, text: 'After' },
    });
    const { html } = await person.send('/posts/bulk', {
      act: 'approve',
      post: picks(one, changed, draft),
    });
    expect(html).toContain('Approved: 1 of 3 posts');
    const [failed = '', done = ''] = html.split('<h2>Changed</h2>');
    expect(failed).toContain('Somebody else changed this');
    expect(failed).toContain(`/posts/${draft.id}`);
    expect(done).toContain('The first');
    expect((await read(one)).status).toBe('scheduled');
    expect((await read(changed)).status).toBe('draft');
  });

  it('asks before something is published at once, and names its networks', async () => {
    const [later, now] = [await proposal('Later'), await proposal('At once', { scheduleMode: 'now' })];
    const fields = { act: 'approve', post: picks(later, now) };
    const { html } = await person.send('/posts/bulk', fields);
    expect(html).toContain('Approve 2 posts?');
    expect(html).toContain('1 post will be published at once, on Bluesky.');
    expect((await read(later)).status).toBe('draft');
    expect((await person.send('/posts/bulk', { ...fields, sure: '1' })).html).toContain('Approved: 2 posts');
  });

  it('sent twice approves once, and gives the same answer', async () => {
    const post = await proposal('Only once');
    const fields = { act: 'approve', post: picks(post) };
    const [first, second] = [
      await person.send('/posts/bulk', fields),
      await person.send('/posts/bulk', fields),
    ];
    for (const { html } of [first, second]) expect(html).toContain('Approved: 1 post');
    expect((await read(post)).version).toBe(2);
  });
});

describe('moving several posts', () => {
  it('keeps the time of day, moves proposals as proposals, and leaves out what has no time', async () => {
    const [post, draft] = [await scheduled('Moves a day'), await proposal('Moves as a proposal')];
    const plain = (
      await test.post<Post>('/v1/posts', { platform: 'x', text: 'No time', scheduleMode: 'draft' })
    ).body;
    const { html } = await person.send('/posts/bulk', {
      act: 'move',
      by: '7d',
      post: picks(post, draft, plain),
    });
    expect(html).toContain('Moved: 2 of 3 posts');
    expect(html).toContain('This draft has no proposed time.');
    expect((await read(post)).scheduledAt).toBe('2030-01-14T09:00:00.000Z');
    expect(await read(draft)).toMatchObject({
      status: 'draft',
      proposed: { scheduledAt: '2030-01-14T09:00:00.000Z' },
    });
  });

  it('sent twice moves once, and gives the same answer', async () => {
    const [post, draft] = [await scheduled('Not two days'), await proposal('Not two days either')];
    const fields = { act: 'move', by: '1d', post: picks(post, draft) };
    for (let time = 0; time < 2; time += 1) {
      const { html } = await person.send('/posts/bulk', fields);
      expect(html).toContain('Moved: 2 posts');
      expect(html.match(/Moved to Tue 8 Jan 2030, 09:00/g)).toHaveLength(2);
    }
    expect((await read(post)).scheduledAt).toBe('2030-01-08T09:00:00.000Z');
    expect((await read(draft)).proposed?.scheduledAt).toBe('2030-01-08T09:00:00.000Z');
  });

  it('keeps the time of day when the clocks change', async () => {
    const inZone = (timezone: string) => person.send('/settings/workspace', { name: 'Fernhill', timezone });
    await inZone('Europe/Berlin');
    // Summer time begins on 31 March 2030.
    const body = { platform: 'bluesky', scheduleMode: 'schedule', scheduledAt: '2030-03-30T08:00:00Z' };
    const post = (await test.post<Post>('/v1/posts', { ...body, text: 'At nine in Berlin' })).body;
    await person.send('/posts/bulk', { act: 'move', by: '1d', post: picks(post) });
    expect((await read(post)).scheduledAt).toBe('2030-03-31T07:00:00.000Z');
    await inZone('UTC');
  });

  it('does not move a post that changed since the page was loaded', async () => {
    const post = await scheduled('Moved by somebody else');
    const body = { version: 1, scheduleMode: 'schedule', scheduledAt: '2030-02-01T09:00:00Z' };
    await test.post(`/v1/posts/${post.id}/publish`, body);
    const { html } = await person.send('/posts/bulk', { act: 'move', by: '1d', post: picks(post) });
    expect(html).toContain('Somebody else changed this');
    expect((await read(post)).scheduledAt).toBe('2030-02-01T09:00:00.000Z');
  });
});

describe('deleting several posts', () => {
  it('asks first, then deletes drafts and cancels the others', async () => {
    const [draft, post] = [await proposal('To delete'), await scheduled('To cancel')];
    const fields = { act: 'delete', post: picks(draft, post) };
    const asked = await person.send('/posts/bulk', fields);
    expect(asked.html).toContain('Delete 1 draft and cancel 1 post?');
    expect((await read(draft)).status).toBe('draft');
    const { html } = await person.send('/posts/bulk', { ...fields, sure: '1' });
    expect(html).toContain('Deleted or cancelled: 2 posts');
    expect((await test.get(`/v1/posts/${draft.id}`)).status).toBe(404);
    expect((await read(post)).status).toBe('cancelled');
  });
});

describe('selected posts that were deleted meanwhile', () => {
  it('are left out of the question, and counted there', async () => {
    const [gone, here] = [await proposal('Deleted meanwhile'), await proposal('Still here')];
    await test.request('DELETE', `/v1/posts/${gone.id}`);
    const fields = { act: 'delete', post: picks(gone, here) };
    const { html } = await person.send('/posts/bulk', fields);
    expect(html).toContain('Delete 1 draft?');
    expect(html).toContain('1 post of your selection was already deleted.');
    expect(html).not.toContain(gone.id);
  });

  it('count as deleted if none is left', async () => {
    const gone = await proposal('Deleted meanwhile');
    await test.request('DELETE', `/v1/posts/${gone.id}`);
    const { html } = await person.send('/posts/bulk', { act: 'delete', post: picks(gone) });
    expect(html).toContain('Already deleted');
  });
});

describe('all posts of a list', () => {
  it('are listed before anything happens to them', async () => {
    const posts = [await proposal('Everything 1'), await proposal('Everything 2')];
    const fields = { act: 'approve', all: '1', status: 'draft', text: 'Everything' };
    const { html } = await person.send('/posts/bulk', fields);
    expect(html).toContain('Approve 2 posts?');
    for (const value of picks(...posts)) expect(html).toContain(`value="${value}" checked`);
    expect((await read(posts[0] as Post)).status).toBe('draft');
  });

  it('are not changed without a selection', async () => {
    const { status, html } = await person.send('/posts/bulk', { act: 'approve' });
    expect(status).toBe(422);
    expect(html).toContain('Select at least one post.');
  });
});

describe('the list', () => {
  it('has counts on its tabs, its author, and starts at today', async () => {
    const made = await scheduled('A far day');
    await proposal('Made today');
    const { html } = await person.open('/posts');
    expect(html).toMatch(/Drafts<span class="tab-count"> \d+<\/span>/);
    expect(html).toContain(`value="${pickValue(made)}"`);
    expect(html).toContain('Show earlier posts');
    const later = await person.open('/posts?order=earlier');
    expect(later.html).not.toContain('A far day');
    expect(later.html).toContain('Show posts from today on');
  });

  it('searches all days, and keeps its filters in the address', async () => {
    await scheduled('A needle in the hay');
    const { html } = await person.open('/posts?text=needle&platform=bluesky');
    expect(html.match(/data-row/g)).toHaveLength(1);
    expect(html).toContain('href="/posts?status=draft&amp;platform=bluesky&amp;text=needle"');
  });
});
