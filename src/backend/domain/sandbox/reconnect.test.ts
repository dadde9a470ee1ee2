import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { until } from '../../../../test/support/until.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  test.key = await test.newKey('sandbox');
});
afterAll(() => test.close());

const connect = () => test.post<Account>('/v1/test/accounts', { platform: 'x', handle: 'northwind' });

async function published(accountId: string, text: string): Promise<string> {
  const { body } = await test.post<Post>('/v1/posts', { accountIds: [accountId], text, scheduleMode: 'now' });
  const status = async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body.status;
  await until(async () => ['published', 'failed'].includes(await status()));
  return status();
}

it('an account that is connected again keeps its id, and its new token opens and works', async () => {
  const { body: first } = await connect();
  await test.post(`/v1/test/accounts/${first.id}/expire`, {});
  expect(await published(first.id, 'Expired')).toBe('failed');
  const { body: again } = await connect();
  expect(again.id).toBe(first.id);
  expect(await published(first.id, 'Works again')).toBe('published');
});

it('a demo account that is connected again by its handle keeps its id and name', async () => {
  const { data } = (await test.get<AccountPage>('/v1/accounts')).body;
  const [demo] = data.filter(({ platform }) => platform === 'threads');
  const { id, handle, displayName } = demo ?? { id: '', handle: '', displayName: '' };
  await test.post(`/v1/test/accounts/${id}/expire`, {});
  expect(await published(id, 'Expired on Threads')).toBe('failed');
  const { body: ended } = await test.get<Account>(`/v1/accounts/${id}`);
  expect(ended.health).toMatchObject({
    status: 'reconnect_required',
    actionUrl: `${test.backend.url}/channels/${id}/connect`,
  });
  const { body: again } = await test.post<Account>('/v1/test/accounts', { platform: 'threads', handle });
  expect(again).toMatchObject({ id, displayName, health: { status: 'healthy', actionUrl: null } });
  expect(await published(id, 'Works again on Threads')).toBe('published');
});

it('an account whose stored token was moved to it has to be reconnected, and nothing is published', async () => {
  const { store } = test.backend.services;
  const { data } = (await test.get<AccountPage>('/v1/accounts')).body;
  const [from, to] = ['bluesky', 'mastodon'].map(
    (name) => data.find(({ platform }) => platform === name)?.id ?? '',
  );
  await store.write(async (trx) => {
    const row = await trx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', from ?? '')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('accounts')
      .set({ credentials_json: row.credentials_json })
      .where('id', '=', to ?? '')
      .execute();
  });
  const sent = { accountIds: [to], text: 'With a moved token', scheduleMode: 'now' };
  const { body } = await test.post<Post>('/v1/posts', sent);
  const read = async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body;
  await until(async () => (await read()).status === 'failed');
  expect((await read()).targets[0]?.error).toMatchObject({
    code: 'account_reconnect_required',
    message: expect.stringContaining('cannot be opened'),
  });
});
