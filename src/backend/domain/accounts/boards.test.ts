import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { storeMedia } from '../../../../test/support/media/stored-media.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';

import type { OutboxPage } from '../../../contract/sandbox/sandbox.js';

let test: BackendUnderTest;
let image: string;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  const { services, media } = test.backend;
  image = await storeMedia(
    { store: services.store, media: media.storage, workspaceId: test.workspace.id, now: test.clock.now() },
    sampleBytes('image/jpeg', 2000),
    { contentType: 'image/jpeg' },
  );
});
afterAll(() => test.close());

async function account(): Promise<Account> {
  const [found] = (await test.get<AccountPage>('/v1/accounts?platform=pinterest')).body.data;
  if (!found) throw new Error('There is no account on Pinterest.');
  return found;
}

const setBoard = async (board: string | null) =>
  test.request<Account & Problem>('PATCH', `/v1/accounts/${(await account()).id}`, { body: { board } });

const pin = (text: string, boardId?: string) =>
  test.post<Problem>('/v1/posts', {
    ...{ platform: 'pinterest', text, mediaUrls: [image], scheduleMode: 'now' },
    ...(boardId !== undefined && { overrides: [{ target: 'pinterest', boardId }] }),
  });

async function pinnedTo(text: string): Promise<unknown> {
  await test.backend.runDue();
  const key = await test.newKey('sandbox');
  const { body } = await test.request<OutboxPage>('GET', '/v1/test/outbox?platform=pinterest', { key });
  const made = body.data.find((post) => post.text === text);
  return (made?.rawCall as { board_id?: string } | undefined)?.board_id;
}

it('are listed with the account, and are the values of its option', async () => {
  const { boards, capabilities } = await account();
  expect(boards?.list.map(({ name }) => name)).toEqual(['Coffee corner', 'Recipes', 'Behind the counter']);
  expect(boards?.defaultId).toBeNull();
  expect(capabilities.options['boardId']).toEqual({
    required: true,
    values: ['Coffee corner', 'Recipes', 'Behind the counter'],
  });
});

it('are named in a post instead of their ids', async () => {
  expect((await pin('By name', 'recipes')).status).toBe(201);
  expect(await pinnedTo('By name')).toBe('549755885176');
  const { status, body } = await pin('Elsewhere', 'Garden');
  expect(status).toBe(422);
  expect(body.errors?.[0]).toMatchObject({
    code: 'option_invalid',
    fix: expect.stringContaining('Coffee corner, Recipes, Behind the counter'),
  });
});

it('have a default, for posts that name none', async () => {
  expect((await pin('Nowhere')).body.errors?.[0]?.code).toBe('option_required');
  const { body } = await setBoard('Behind the counter');
  expect(body.boards?.defaultId).toBe('549755885177');
  expect(body.capabilities.options['boardId']?.required).toBe(false);
  expect((await pin('To the default')).status).toBe(201);
  expect(await pinnedTo('To the default')).toBe('549755885177');
  expect((await setBoard(null)).body.boards?.defaultId).toBeNull();
  const refused = await setBoard('Garden');
  expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/board']);
});

it('are listed anew by a check, and a default that is gone is none', async () => {
  const { id } = await account();
  await setBoard('Recipes');
  const { db } = test.backend.services.store;
  const fewer = JSON.stringify([{ id: '1', name: 'Old' }]);
  await db.updateTable('accounts').set({ boards_json: fewer }).where('id', '=', id).execute();
  expect((await account()).boards).toEqual({ list: [{ id: '1', name: 'Old' }], defaultId: null });
  expect((await test.post<Account>(`/v1/accounts/${id}/check`, undefined)).status).toBe(200);
  const { boards } = await account();
  expect([boards?.list.length, boards?.defaultId]).toEqual([3, '549755885176']);
});
