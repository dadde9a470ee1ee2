import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost } from '../../../contract/posts/posts.js';
import type { Scope } from '../../../contract/scopes.js';
import type { ActivityEntry, ActivityPage } from '../../../contract/service/activity.js';
import { randomIds } from '../../base/ids.js';
import { createApiKey } from '../access/api-keys.js';
import { createWorkspace } from '../access/workspaces.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});

afterAll(() => backend.close());

async function keyWith(...scopes: Scope[]) {
  const clockAndIds = { clock: backend.clock, ids: randomIds };
  return createApiKey(
    backend.backend.services.store,
    backend.workspace,
    { label: 'agent', scopes },
    clockAndIds,
  );
}

const draft = (key: string, headers: Record<string, string> = {}) => {
  count += 1;
  return backend.post<CreatedPost>(
    '/v1/posts',
    { text: `Draft ${count}`, scheduleMode: 'draft' },
    { key, headers },
  );
};
const activity = async (query: string): Promise<ActivityEntry[]> =>
  (await backend.get<ActivityPage>(`/v1/activity?${query}`)).body.data;

describe('activity', () => {
  it('shows which key and tool made a change, and what it was', async () => {
    const { id, text, prefix } = await keyWith('posts:write');
    const { body, headers } = await draft(text, { 'postrider-tool': 'postrider_create_post' });
    expect(await activity(`keyId=${id}`)).toMatchObject([
      {
        key: { id, label: 'agent', prefix },
        tool: 'postrider_create_post',
        operation: 'posts.create',
        route: 'POST /v1/posts',
        kind: 'change',
        objectId: body.id,
        result: 'done',
        status: 201,
        code: null,
        summary: 'created as draft',
        requestId: headers.get('x-request-id'),
      },
    ]);
  });

  it('shows what was refused, and why', async () => {
    const { id, text: key } = await keyWith('posts:write');
    await backend.post<Problem>('/v1/posts', { text: 'Hi', platform: 'x', scheduleMode: 'now' }, { key });
    await backend.post<Problem>('/v1/posts', { txt: 'Hi' }, { key });
    await backend.get<Problem>('/v1/accounts', { key });
    const entries = await activity(`keyId=${id}&order=asc`);
    expect(entries.map(({ operation, result, status, code }) => [operation, result, status, code])).toEqual([
      ['posts.create', 'refused', 403, 'scope_missing'],
      ['posts.create', 'refused', 422, 'validation_failed'],
      ['accounts.list', 'refused', 403, 'scope_missing'],
    ]);
    expect(entries[0]?.summary).toContain('does not have the scope posts:publish');
  });

  it('shows that a repeated request was answered from memory', async () => {
    const { id, text: key } = await keyWith('posts:write');
    const sent = { text: 'Once', scheduleMode: 'draft' };
    for (let time = 0; time < 2; time += 1) {
      await backend.post('/v1/posts', sent, { key, headers: { 'idempotency-key': 'activity-1' } });
    }
    expect((await activity(`keyId=${id}`)).map(({ summary }) => summary)).toEqual([
      'repeated request: returned the stored response',
      'created as draft',
    ]);
  });

  it('records the same read of the same object once a minute, without a commit for each', async () => {
    const { id, text: key } = await keyWith('posts:read', 'posts:write');
    const { body } = await draft(key);
    let commits = 0;
    const stop = backend.backend.services.store.onCommit(() => {
      commits += 1;
    });
    for (let time = 0; time < 50; time += 1) await backend.get(`/v1/posts/${body.id}`, { key });
    expect(commits).toBeLessThanOrEqual(1);
    stop();
    const reads = await activity(`keyId=${id}&kind=read`);
    expect(reads).toMatchObject([{ operation: 'posts.get', objectId: body.id, result: 'done', status: 200 }]);
    backend.clock.advance(60_000);
    await backend.get(`/v1/posts/${body.id}`, { key });
    expect(await activity(`keyId=${id}&kind=read`)).toHaveLength(2);
  });

  it('can be searched by object, operation, tool, result, text and time', async () => {
    const { id, text: key } = await keyWith('posts:read', 'posts:write');
    const { body } = await draft(key, { 'postrider-tool': 'postrider_create_post' });
    await backend.request('DELETE', `/v1/posts/${body.id}`, { key });
    const only = async (query: string) =>
      (await activity(`keyId=${id}&${query}`)).map(({ operation }) => operation);
    expect(await only(`objectId=${body.id}`)).toEqual(['posts.delete', 'posts.create']);
    expect(await only('operation=posts.delete,posts.update')).toEqual(['posts.delete']);
    expect(await only('tool=postrider_create_post')).toEqual(['posts.create']);
    expect(await only('result=refused,failed')).toEqual([]);
    expect(await only('text=Deleted%20a')).toEqual(['posts.delete']);
    const at = new Date(backend.clock.now()).toISOString();
    expect(await only(`from=${at}`)).toHaveLength(2);
    expect(await only(`to=${at}`)).toEqual([]);
    expect((await backend.get<Problem>('/v1/activity?from=yesterday')).status).toBe(422);
  });

  it('is read page by page, and can be followed from any entry', async () => {
    const { id, text: key } = await keyWith('posts:write');
    for (let time = 0; time < 3; time += 1) await draft(key);
    const all = await activity(`keyId=${id}`);
    const { body: page } = await backend.get<ActivityPage>(`/v1/activity?keyId=${id}&limit=2`);
    expect(page.data).toEqual(all.slice(0, 2));
    expect(await activity(`keyId=${id}&cursor=${page.nextCursor}`)).toEqual(all.slice(2));
    await draft(key);
    const after = await activity(`keyId=${id}&order=asc&cursor=${all[0]?.cursor}`);
    expect(after).toHaveLength(1);
  });

  it('has the first line of a post as it was then, until the post is deleted', async () => {
    const { id, text: key } = await keyWith('posts:read', 'posts:write', 'activity:read');
    const { text: blind } = await keyWith('activity:read');
    const family = '👨‍👩‍👧‍👦';
    const first = `${family.repeat(61)}\nsecond line`;
    const { body } = await backend.post<CreatedPost>(
      '/v1/posts',
      { text: first, scheduleMode: 'draft' },
      { key },
    );
    const path = `/v1/posts/${body.id}`;
    await backend.request('PATCH', path, { body: { text: ' ', mediaUrls: [] }, key });
    await backend.request('PATCH', path, { body: { text: `a${'\u0301'.repeat(900)}bcdef` }, key });
    await backend.post(`${path}/remarks`, { text: 'Hm' }, { key });
    await backend.get(path, { key });
    const excerpts = async (as: string) => {
      const { body: page } = await backend.get<ActivityPage>(
        `/v1/activity?keyId=${id}&objectId=${body.id}&order=asc`,
        { key: as },
      );
      return page.data.map(({ operation, excerpt }) => [operation, excerpt]);
    };
    const marked = `a${'\u0301'.repeat(900)}bcd…`;
    expect(await excerpts(key)).toEqual([
      ['posts.create', `${family.repeat(60)}…`],
      ['posts.update', ''],
      ['posts.update', marked],
      ['posts.addRemark', marked],
      ['posts.get', marked],
    ]);
    expect((await excerpts(blind)).every(([, excerpt]) => excerpt === null)).toBe(true);
    await backend.request('DELETE', path, { key });
    expect((await excerpts(key)).every(([, excerpt]) => excerpt === null)).toBe(true);
    const { db } = backend.backend.services.store;
    const kept = await db
      .selectFrom('activity')
      .select('seq')
      .where('object_id', '=', body.id)
      .where('excerpt', 'is not', null)
      .execute();
    expect(kept).toEqual([]);
  });

  it('needs its own scope, and is limited to its workspace', async () => {
    const { text } = await keyWith('posts:read');
    expect((await backend.get<Problem>('/v1/activity', { key: text })).body.requiredScope).toBe(
      'activity:read',
    );
    const clockAndIds = { clock: backend.clock, ids: randomIds };
    const { store } = backend.backend.services;
    const other = await createWorkspace(
      store,
      { name: 'Other', timezone: 'UTC', sandbox: true },
      clockAndIds,
    );
    const { text: key } = await createApiKey(store, other, { label: 'other', scopes: 'full' }, clockAndIds);
    const { body } = await backend.get<ActivityPage>('/v1/activity', { key });
    expect(body.data.filter(({ kind }) => kind === 'change')).toEqual([]);
  });

  it('ignores an invalid tool name', async () => {
    const { id, text } = await keyWith('posts:write');
    await draft(text, { 'postrider-tool': '<script>' });
    expect((await activity(`keyId=${id}`))[0]?.tool).toBeNull();
  });
});
