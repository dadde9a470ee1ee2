import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { SavedText, SavedTextPage } from '../../../contract/texts/texts.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

const list = async (query = ''): Promise<readonly string[]> =>
  (await service.get<SavedTextPage>(`/v1/saved-texts${query}`)).body.data.map(({ name }) => name);

it('saves texts of two kinds, changes and deletes them', async () => {
  const tags = await service.post<SavedText>('/v1/saved-texts', {
    name: ' Hashtags ',
    text: '#bakery\n#berlin ',
  });
  expect([tags.status, tags.body]).toMatchObject([
    201,
    { name: 'Hashtags', kind: 'post', text: '#bakery\n#berlin ' },
  ]);
  const reply = { name: 'hashtags', kind: 'reply', text: 'Thank you!' };
  expect((await service.post('/v1/saved-texts', reply)).status).toBe(201);
  expect([await list(), await list('?kind=reply'), await list('?kind=post')]).toEqual([
    ['Hashtags', 'hashtags'],
    ['hashtags'],
    ['Hashtags'],
  ]);
  const page = (await service.get<SavedTextPage>('/v1/saved-texts?limit=1')).body;
  expect(await list(`?limit=1&cursor=${page.nextCursor}`)).toEqual(['hashtags']);

  const taken = await service.post('/v1/saved-texts', { name: 'HASHTAGS', text: 'x' });
  expect([taken.status, taken.body['code']]).toEqual([409, 'name_taken']);
  const path = `/v1/saved-texts/${tags.body.id}`;
  const moved = await service.request('PATCH', path, { body: { kind: 'reply' } });
  expect(moved.body).toMatchObject({ code: 'name_taken' });
  const changed = await service.request<SavedText>('PATCH', path, { body: { text: '#bread' } });
  expect(changed.body).toMatchObject({ name: 'Hashtags', text: '#bread' });

  expect((await service.request('DELETE', path)).status).toBe(200);
  expect((await service.request('DELETE', path)).body).toMatchObject({ code: 'saved_text_not_found' });
  expect(await list()).toEqual(['hashtags']);
});

it.each([[{ name: '', text: 'x' }], [{ name: 'A', text: ' \n' }], [{ name: 'A', text: 'x'.repeat(5001) }]])(
  'refuses %j',
  async (body) => {
    expect((await service.post('/v1/saved-texts', body)).status).toBe(422);
  },
);

it('can be listed by everybody who may insert them, without permission to read posts', async () => {
  for (const scope of ['posts:read', 'posts:write', 'comments:write', 'messages:write'] as const) {
    const { status } = await service.get('/v1/saved-texts', { key: await service.newKey([scope]) });
    expect([scope, status]).toEqual([scope, 200]);
  }
  const { status, body } = await service.get('/v1/saved-texts', {
    key: await service.newKey(['media:read']),
  });
  expect([status, body['code']]).toEqual([403, 'scope_missing']);
  expect(body['detail']).toContain('posts:read');
});
