import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { storeMedia } from '../../../../test/support/media/stored-media.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost, Post, PostValidation } from '../../../contract/posts/posts.js';
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
  expect((await pin('Nowhere')).body.errors?.[0]).toMatchObject({
    code: 'option_required',
    fix: expect.stringMatching(
      /boardId` to one of: Coffee corner, Recipes, Behind the counter\. Check the account /,
    ),
  });
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

const RECIPES = '549755885176';

/** What the network would have listed. */
async function listBoards(boards: readonly object[]): Promise<void> {
  const { db } = test.backend.services.store;
  await db
    .updateTable('accounts')
    .set({ boards_json: JSON.stringify(boards) })
    .where('id', '=', (await account()).id)
    .execute();
}

const draft = async (text: string, boardId?: string) =>
  (
    await test.post<CreatedPost>('/v1/posts', {
      ...{ platform: 'pinterest', text, mediaUrls: [image], scheduleMode: 'draft' },
      ...(boardId !== undefined && { overrides: [{ target: 'pinterest', boardId }] }),
    })
  ).body;

const publish = ({ id }: Pick<Post, 'id'>) =>
  test.post<Post & Pick<Problem, 'errors'>>(`/v1/posts/${id}/publish`, { scheduleMode: 'now' });

const boardOf = async ({ id }: Pick<Post, 'id'>) =>
  (await test.get<Post>(`/v1/posts/${id}`)).body.targets[0]?.board;

describe('the board of a post', () => {
  beforeEach(async () => {
    await test.post(`/v1/accounts/${(await account()).id}/check`, undefined);
    await setBoard(null);
  });

  it('is shown by its name, before and after it is created', async () => {
    const body = { platform: 'pinterest', text: 'Shown', mediaUrls: [image] };
    const overrides = [{ target: 'pinterest', boardId: RECIPES }];
    const validated = await test.post<PostValidation>('/v1/posts/validate', { ...body, overrides });
    const shown = { id: RECIPES, name: 'Recipes', gone: false };
    expect(validated.body.targets[0]?.board).toEqual(shown);
    const created = await draft('Shown', 'recipes');
    expect(created.targets[0]?.board).toEqual(shown);
    expect(await boardOf(created)).toEqual(shown);
    expect(await boardOf(await draft('Not listed yet', '99'))).toEqual({ id: '99', name: null, gone: false });
    expect(await boardOf(await draft('Without'))).toBeUndefined();
  });

  it('stays the same board when boards get other names', async () => {
    const post = await draft('Renamed', 'Recipes');
    await listBoards([
      { id: RECIPES, name: 'Cooking' },
      { id: '7', name: 'Recipes' },
    ]);
    expect((await boardOf(post))?.name).toBe('Cooking');
    expect((await publish(post)).status).toBe(200);
    expect(await pinnedTo('Renamed')).toBe(RECIPES);
  });

  it('stays the default of when it was written, and one is taken by a draft that has none', async () => {
    const without = await draft('Takes the default');
    await setBoard('Recipes');
    const written = await draft('Keeps the default');
    expect((await publish(without)).body.targets?.[0]?.board?.name).toBe('Recipes');
    expect(await pinnedTo('Takes the default')).toBe(RECIPES);
    await setBoard('Coffee corner');
    const edited = { text: 'Keeps its default' };
    expect((await test.request('PATCH', `/v1/posts/${written.id}`, { body: edited })).status).toBe(200);
    expect((await publish(written)).status).toBe(200);
    expect(await pinnedTo('Keeps its default')).toBe(RECIPES);
  });

  it('is known to be gone before the post is published', async () => {
    const post = await draft('Too late', 'Garden');
    await listBoards([{ id: '7', name: 'Garden' }]);
    const { body } = await test.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { text: 'Gone' } });
    expect(body.targets[0]?.board?.id).toBe('7');
    await test.post(`/v1/accounts/${(await account()).id}/check`, undefined);
    expect(await boardOf(post)).toEqual({ id: '7', name: 'Garden', gone: true });
    const refused = await publish(post);
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
      422,
      expect.stringContaining('no longer has the board "Garden" on Pinterest'),
    ]);
  });
});
