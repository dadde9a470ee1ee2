import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facebookInDevelopment } from '../../../src/backend/simulators/over-http/sign-in/facebook.js';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { App } from '../../../src/contract/accounts/apps.js';
import { MetaNotices } from '../../support/networks/notices.js';
import { AppConnecting } from '../../support/networks/sign-in/app-connecting.js';
import { ODD_NOTICES, UNSIGNED_NOTICES } from './tries.js';

let facebook: AppConnecting;
let meta: MetaNotices;
let account: Account;
let page: string;

beforeAll(async () => {
  facebook = await AppConnecting.start(facebookInDevelopment);
  page = facebook.signIn.network.scene.account.networkUserId;
  account = await facebook.connect([page]);
  const app = (await facebook.test.get<App>('/v1/apps/facebook')).body;
  meta = new MetaNotices(facebook.test.backend, app, facebook.signIn.app.clientSecret ?? '');
});
afterAll(() => facebook.close());

/** What a notice would have changed. */
async function kept(): Promise<unknown> {
  const { db } = facebook.test.backend.services.store;
  const waiting = await db
    .selectFrom('inbox_notices')
    .select('id')
    .where('id', 'like', 'announced_%')
    .execute();
  const { body } = await facebook.test.get<Account>(`/v1/accounts/${account.id}`);
  return { waiting, lastNoticeAt: body.lastNoticeAt };
}
const filled = (text: string): string => text.replace('"PAGE"', `"${page}"`);
const NOTHING = { waiting: [], lastNoticeAt: null };

describe.each([
  ['unsigned', UNSIGNED_NOTICES],
  ['signed, but no notice for an account here', ODD_NOTICES],
])('%s', (_, tries) => {
  it.each(tries)('$name', async ({ body, how, status }) => {
    // A minute later, failures before it no longer count.
    facebook.test.clock.advance(61_000);
    const { changedTo } = how;
    const answer = await meta
      .send(filled(body), { ...how, ...(changedTo !== undefined && { changedTo: filled(changedTo) }) })
      .then(({ status: got }) => got)
      // The server may close the connection before it has read what is too long.
      .catch((error: unknown) => (status.includes(413) ? 413 : Promise.reject(error)));
    expect(status).toContain(answer);
    expect(await kept()).toEqual(NOTHING);
  });
});

it('another app, another network, or none at that address does not exist', async () => {
  const { notices } = (await facebook.test.get<App>('/v1/apps/facebook')).body;
  const url = notices?.url ?? '';
  for (const other of [
    url.replace('client-of-the-test', 'another'),
    url.replace('/facebook/', '/instagram/'),
    url.replace('/facebook/', '/bluesky/'),
    url.replace('/facebook/', '/constructor/'),
    url.replace('client-of-the-test', 'x'.repeat(5_000)),
    `${url}/deletion/not-a-code`,
  ]) {
    facebook.test.clock.advance(61_000);
    expect([other, (await fetch(other)).status]).toEqual([other, 404]);
  }
});

it('an address that sends what nobody has signed again and again has to wait, for a minute', async () => {
  facebook.test.clock.advance(61_000);
  const statuses: number[] = [];
  for (let time = 0; time < 32; time += 1)
    statuses.push((await meta.verify({ 'hub.verify_token': 'x' })).status);
  expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true);
  expect(statuses.slice(30)).toEqual([429, 429]);
  expect((await meta.verify()).status).toBe(429);
  facebook.test.clock.advance(61_000);
  expect((await meta.verify()).status).toBe(200);
});

it('signed requests of persons are believed for a day, and only with the secret of the app', async () => {
  facebook.test.clock.advance(61_000);
  const now = facebook.test.clock.now() / 1000;
  const person = '500000000000005';
  const refused = [
    await meta.tell('deletionUrl', { user_id: person, issued_at: now }, 'another secret'),
    await meta.tell('deletionUrl', { user_id: person, issued_at: now - 90_000 }),
    await meta.tell('deletionUrl', { user_id: person }),
    await meta.tell('deletionUrl', { user_id: person, issued_at: now, algorithm: 'none' }),
    await meta.tell('deletionUrl', { issued_at: now }),
    await meta.tell('removedUrl', { user_id: '../me', issued_at: now }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await facebook.check(account)).status).toBe('healthy');
});
