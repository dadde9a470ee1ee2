import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { EventPage } from '../../../../contract/events/events.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { Remark, RemarkPage } from '../../../../contract/posts/remarks.js';
import { MAX_REMARK, MAX_REMARKS } from '../../../../contract/posts/values.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

const draft = async (): Promise<string> =>
  (await service.post<Post>('/v1/posts', { text: 'We are open on Sunday.', scheduleMode: 'draft' })).body.id;
const say = (postId: string, text: string, key?: string) =>
  service.post<Remark>(`/v1/posts/${postId}/remarks`, { text }, key === undefined ? {} : { key });
const listed = async (postId: string, query = ''): Promise<RemarkPage> =>
  (await service.get<RemarkPage>(`/v1/posts/${postId}/remarks${query}`)).body;
const post = async (id: string) => (await service.get<Post>(`/v1/posts/${id}`)).body;

describe('remarks about a post', () => {
  it('are listed newest first, counted in the post, and change nothing else of it', async () => {
    const id = await draft();
    const before = await post(id);
    const first = await say(id, ' Is this right?\n');
    expect([first.status, first.body.text]).toEqual([201, 'Is this right?']);
    expect(first.body.by.label).not.toBe('');
    await say(id, '<b>Yes</b>, it is.');
    expect((await listed(id)).data.map(({ text }) => text)).toEqual(['<b>Yes</b>, it is.', 'Is this right?']);
    const page = await listed(id, '?limit=1');
    expect((await listed(id, `?limit=1&cursor=${page.nextCursor}`)).data).toEqual([first.body]);
    expect(await post(id)).toEqual({ ...before, remarkCount: 2 });
    const { body } = await service.get<EventPage>('/v1/events?limit=100');
    const remarked = body.data.flatMap((event) =>
      event.type === 'post.remarked' && event.data.postId === id ? [event.data] : [],
    );
    expect(remarked.map(({ remarkId }) => remarkId)).toContain(first.body.id);
    expect(JSON.stringify(remarked)).not.toContain('right');
  });

  it('are written once under a key, and refused if they are empty or too long', async () => {
    const id = await draft();
    const headers = { 'Idempotency-Key': 'once' };
    const path = `/v1/posts/${id}/remarks`;
    const twice = await Promise.all(
      [1, 2].map(() => service.request<Remark>('POST', path, { body: { text: 'Once.' }, headers })),
    );
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id);
    expect((await say(id, ' \n')).status).toBe(422);
    expect((await say(id, 'x'.repeat(MAX_REMARK + 1))).status).toBe(422);
    expect((await say('post_01k9x3m5t7v9b2c4d6f8g0h1jk', 'Hello.')).body).toMatchObject({
      code: 'post_not_found',
    });
    expect((await listed(id)).data).toHaveLength(1);
  });

  it('have a limit, and go with the post', async () => {
    const id = await draft();
    await service.backend.services.store.db
      .updateTable('posts')
      .set({ remark_count: MAX_REMARKS })
      .where('id', '=', id)
      .execute();
    expect((await say(id, 'One more.')).body).toMatchObject({ code: 'limit_reached' });
    const other = await draft();
    await say(other, 'Delete it.');
    expect((await service.request('DELETE', `/v1/posts/${other}`)).status).toBe(200);
    const left = await service.backend.services.store.db
      .selectFrom('remarks')
      .select('id')
      .where('post_id', '=', other)
      .execute();
    expect(left).toEqual([]);
  });

  it('are deleted by their author or an owner, and keep the name that the author had', async () => {
    const id = await draft();
    const [one, other] = [await service.newKey('draft'), await service.newKey('draft')];
    const { body } = await say(id, 'Mine.', one);
    const path = `/v1/posts/${id}/remarks/${body.id}`;
    expect((await service.request('DELETE', path, { key: other })).body).toMatchObject({
      code: 'remark_of_another',
    });
    expect((await service.request('DELETE', path, { key: one })).body).toEqual({
      id: body.id,
      deleted: true,
    });
    expect((await service.request('DELETE', path, { key: one })).body).toMatchObject({
      code: 'remark_not_found',
    });
    expect((await post(id)).remarkCount).toBe(0);
  });

  it('are for keys that may read or write posts', async () => {
    const id = await draft();
    const reader = await service.newKey('read');
    expect((await service.get(`/v1/posts/${id}/remarks`, { key: reader })).status).toBe(200);
    expect((await say(id, 'Hello.', reader)).body).toMatchObject({ code: 'scope_missing' });
  });
});
