import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppConnecting } from '../../../test/support/networks/sign-in/app-connecting.js';
import { XNotices } from '../../../test/support/networks/x-notices.js';
import type { Account } from '../../contract/accounts/accounts.js';
import type { App } from '../../contract/accounts/apps.js';
import { x } from '../simulators/over-http/sign-in/x.js';

/** The secret with which X signs, and those that other workspaces have entered for the same app. */
const RIGHT = 'api-key-secret-of-the-app';
const wrongSecret = (place: number) => `secret-of-workspace-${place}`;
/** More than the secrets that one notice is checked with. */
const OTHERS = 20;

let place: AppConnecting;
let account: Account;
let url: string;

beforeAll(async () => {
  place = await AppConnecting.start(x);
  account = await place.connect();
  await place.test.request('PATCH', `/v1/accounts/${account.id}`, { body: { comments: { read: true } } });
  await place.setApp({ apiKeySecret: RIGHT });
  url = (await place.test.get<App>('/v1/apps/x')).body.notices?.url ?? '';
  for (let other = 1; other <= OTHERS; other += 1) await addWorkspace(other);
});
afterAll(() => place.close());

/** Another workspace has set the same app, earlier and with another secret. */
async function addWorkspace(number: number): Promise<void> {
  const { store } = place.test.backend.services;
  const [workspace] = await store.db.selectFrom('workspaces').selectAll().execute();
  if (!workspace) throw new Error('There is no workspace.');
  const id = `ws_other${number}`;
  const app = `${id}:x`;
  await store.write(async (trx) => {
    await trx
      .insertInto('workspaces')
      .values({ ...workspace, id, name: `Other ${number}` })
      .execute();
    await trx
      .insertInto('platform_apps')
      .values({
        ...{ id: app, workspace_id: id, platform: 'x', client_id: place.signIn.app.clientId },
        ...{ sealed: null, sealed_api_key: store.vault.sealApiKeySecret(app, wrongSecret(number)) },
        ...{ review: null, config_id: null, updated_at: number },
      })
      .execute();
  });
}

const notices = (secret: string, at = url) => new XNotices({ notices: { ...EMPTY, url: at } }, secret);
const EMPTY = { verifyToken: null, removedUrl: null, deletionUrl: null };
const addressOf = (workspaceId: string) => url.replace(/ws_\w+$/, workspaceId);
const shared = () => url.replace(/\/ws_\w+$/, '');
const signed = (token: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(token).digest('base64')}`;
const noticedAt = async () => (await place.test.get<Account>(`/v1/accounts/${account.id}`)).body.lastNoticeAt;

describe('an app of X that several workspaces have set, with different secrets', () => {
  it('has an address for each workspace, whose check is answered with the secret of that workspace', async () => {
    expect(url).toMatch(/\/notices\/x\/client-of-the-test\/ws_\w+$/);
    for (const [at, secret] of [
      [url, RIGHT],
      [addressOf('ws_other1'), wrongSecret(1)],
      [addressOf(`ws_other${OTHERS}`), wrongSecret(OTHERS)],
    ] as const) {
      const answer = await notices(secret, at).check('token');
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { response_token: signed('token', secret) },
      ]);
    }
  });

  it('has no answer at the address of no workspace, nor at that of one without the app', async () => {
    expect((await notices(RIGHT, shared()).check('token')).status).toBe(403);
    for (const at of [addressOf('ws_unknown'), `${url}x`]) {
      expect([at, (await notices(RIGHT, at).check('token')).status]).toEqual([at, 404]);
    }
  });

  it('is believed at the address of its workspace, however many others there are', async () => {
    expect(await noticedAt()).toBeNull();
    expect((await notices(RIGHT).mention(account.id)).status).toBe(200);
    expect(await noticedAt()).not.toBeNull();
  });

  it('tells a workspace only what its own secret has signed', async () => {
    const before = await noticedAt();
    place.test.clock.advance(61_000);
    expect((await notices(wrongSecret(1)).mention(account.id)).status).toBe(200);
    expect((await notices(wrongSecret(2), addressOf('ws_other2')).mention(account.id)).status).toBe(200);
    expect(await noticedAt()).toBe(before);
  });

  it('is checked with a few secrets alone: that of the workspace, and those that were set first', async () => {
    place.test.clock.advance(61_000);
    const statuses: number[] = [];
    for (let other = 1; other <= OTHERS; other += 1) {
      statuses.push((await notices(wrongSecret(other)).mention(account.id)).status);
    }
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(OTHERS - 7).fill(403)]);
  });
});

it('where all have the same secret, the address of no workspace is answered, and all are told', async () => {
  const { store } = place.test.backend.services;
  await store.write(async (trx) => {
    for (let other = 1; other <= OTHERS; other += 1) {
      const id = `ws_other${other}:x`;
      const sealed = store.vault.sealApiKeySecret(id, RIGHT);
      await trx.updateTable('platform_apps').set({ sealed_api_key: sealed }).where('id', '=', id).execute();
    }
  });
  place.test.clock.advance(61_000);
  expect((await notices(RIGHT, shared()).check('token')).status).toBe(200);
  const at = addressOf(`ws_other${OTHERS}`);
  expect((await notices(RIGHT, at).mention(account.id)).status).toBe(200);
  expect(await noticedAt()).toBe(new Date(place.test.clock.now()).toISOString());
});
