import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedTo } from '../../../../test/support/networks/connect-mastodon.js';
import { MastodonServer } from '../../../../test/support/networks/sign-in-servers.js';
import type { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { EventPage } from '../../../contract/events/events.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHECK = 'GET /api/v1/accounts/verify_credentials';

let test: BackendUnderTest;
let server: MastodonServer;
let accountId: string;

beforeAll(async () => {
  server = await MastodonServer.start();
  const connected = await connectedTo(server);
  test = connected.test;
  accountId = connected.account.id;
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const checks = () => server.network.log.filter((line) => line === CHECK).length;
const account = async () => (await test.get<Account>(`/v1/accounts/${accountId}`)).body;

it('an account is checked every six hours, and not more often', async () => {
  const before = checks();
  test.clock.advance(5 * HOUR);
  await test.backend.checkAccounts();
  expect(checks()).toBe(before);
  test.clock.advance(1 * HOUR + MINUTE);
  await test.backend.checkAccounts();
  await test.backend.checkAccounts();
  expect(checks()).toBe(before + 1);
});

it('an account is checked before a post falls due', async () => {
  const before = checks();
  const at = new Date(test.clock.now() + 2 * HOUR).toISOString();
  const post = { accountIds: [accountId], text: 'Soon', scheduleMode: 'schedule', scheduledAt: at };
  expect((await test.post('/v1/posts', post)).status).toBe(201);
  test.clock.advance(HOUR);
  await test.backend.checkAccounts();
  expect(checks()).toBe(before);
  test.clock.advance(50 * MINUTE);
  await test.backend.checkAccounts();
  expect(checks()).toBe(before + 1);
});

it('a server that has not answered for a day is told, and the account is healthy when it answers again', async () => {
  server.network.away = true;
  test.clock.advance(23 * HOUR);
  await test.backend.checkAccounts();
  expect((await account()).health.status).toBe('healthy');
  test.clock.advance(2 * HOUR);
  await test.backend.checkAccounts();
  expect((await account()).health).toMatchObject({
    status: 'limited',
    reason: expect.stringContaining('has not answered since 2026-12-01'),
  });
  server.network.away = false;
  await test.backend.checkAccounts();
  expect((await account()).health).toMatchObject({ status: 'healthy', reason: null });
  const { body } = await test.get<EventPage>('/v1/events?types=account.health_changed&start=latest');
  expect(body.data.map(({ data }) => data)).toMatchObject([
    { from: 'healthy', to: 'limited' },
    { from: 'limited', to: 'healthy' },
  ]);
});
