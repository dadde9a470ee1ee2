import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectedTo } from '../../../../../test/support/networks/connect-mastodon.js';
import { MastodonServer } from '../../../../../test/support/networks/sign-in-servers.js';
import type { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Account } from '../../../../contract/accounts/accounts.js';
import type { CommentPage } from '../../../../contract/inbox/comments.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { WireResponse } from '../../../networks/wire.js';
import { personOf } from '../../../simulators/shared/people.js';

/** A server that answers a poller in other ways than it should. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOTIFICATIONS = '/api/v1/notifications';
const MIA = personOf('mia');

let test: BackendUnderTest;
let server: MastodonServer;
let account: Account;
let networkPostId: string;
/** What the server answers to a poller in place of its notifications; null: those. */
let instead: WireResponse | 'closes' | null = null;

beforeAll(async () => {
  server = await MastodonServer.start(({ url }) => (url.pathname === NOTIFICATIONS ? instead : null));
  ({ test, account } = await connectedTo(server));
  await test.post<Post>('/v1/posts', { accountIds: [account.id], text: 'Oat milk', scheduleMode: 'now' });
  await test.backend.runDue();
  const [post] = await memory().postsOf(server.network.scene.account.networkUserId, 0, 1);
  networkPostId = post?.networkPostId ?? '';
});

afterAll(async () => {
  await test.close();
  await server.close();
});

/** The last test's pauses are over. */
beforeEach(async () => {
  instead = null;
  await pass(10 * MINUTE);
});

const memory = () => server.network.scene.memory;
const looks = () => server.network.requests.filter(({ url }) => url.pathname === NOTIFICATIONS).length;
const texts = async () =>
  (await test.get<CommentPage>('/v1/comments?limit=100')).body.data.map(({ text }) => text);

let number = 0;
async function write(text: string): Promise<void> {
  number += 1;
  await memory().addComment({
    ...{ commentId: String(900_000_000_000 + number), networkPostId, parentId: null, author: MIA, text },
    ...{ networkUserId: MIA.networkUserId, createdAt: Date.now() + number * SECOND },
  });
}

async function pass(milliseconds: number, step = 30 * SECOND): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    test.clock.advance(step);
    await test.backend.runDue();
  }
}

const tooMany = (headers: Record<string, string>): WireResponse => ({
  status: 429,
  headers: { 'content-type': 'application/json', ...headers },
  body: { error: 'Too many requests' },
});

it('waits as long as Retry-After says', async () => {
  await write('After the wait');
  instead = tooMany({ 'retry-after': '3600' });
  await pass(6 * MINUTE);
  const before = looks();
  instead = null;
  await pass(50 * MINUTE, MINUTE);
  expect(looks()).toBe(before);
  await pass(15 * MINUTE);
  expect(await texts()).toContain('After the wait');
});

it('waits until the limit resets where only that is said', async () => {
  instead = tooMany({ 'x-ratelimit-reset': new Date(test.clock.now() + 60 * MINUTE).toISOString() });
  await pass(6 * MINUTE);
  const before = looks();
  await pass(50 * MINUTE, MINUTE);
  expect(looks()).toBe(before);
});

it('asks ever more rarely where nothing is said', async () => {
  await pass(60 * MINUTE, MINUTE);
  instead = tooMany({});
  await pass(10 * MINUTE);
  const before = looks();
  await pass(30 * MINUTE);
  expect(looks() - before).toBeLessThanOrEqual(12);
  expect(looks() - before).toBeGreaterThanOrEqual(4);
});

it.each<[string, WireResponse | 'closes']>([
  ['an HTML page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' }],
  [
    'truncated JSON',
    { status: 200, headers: { 'content-type': 'application/json' }, body: '[{"id": "1", "ty' },
  ],
  [
    'an object',
    { status: 200, headers: { 'content-type': 'application/json' }, body: { notifications: [] } },
  ],
  ['an internal error', { status: 500, headers: {}, body: '' }],
  ['no answer', 'closes'],
])('%s loses nothing', async (what, answer) => {
  instead = answer;
  await write(`Despite ${what}`);
  await pass(6 * MINUTE);
  instead = null;
  await pass(12 * MINUTE);
  expect((await texts()).filter((text) => text === `Despite ${what}`)).toHaveLength(1);
  expect((await test.get<Account>(`/v1/accounts/${account.id}`)).body.health.status).toBe('healthy');
});

it('entries with missing fields and ids that are huge numbers hold up none of the others', async () => {
  await write('Among odd ones');
  const { body } = await server.network.pass({
    method: 'GET',
    standsFor: null,
    url: new URL(`${server.origin}${NOTIFICATIONS}?limit=40`),
    headers: { authorization: `Bearer ${server.network.scene.account.credentials['accessToken']}` },
    body: Buffer.alloc(0),
  });
  const odd = [null, 7, {}, { id: null, type: 'mention' }, { id: 'n-1', type: 'mention', status: null }];
  const huge = '{"id":123456789012345678901234567890,"type":"mention","status":{"id":99999999999999999999}}';
  const listed = Array.isArray(body) ? body : JSON.parse(String(body));
  const all = [...odd, ...listed].map((one) => JSON.stringify(one));
  instead = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `[${huge},${all.join(',')}]`,
  };
  await pass(12 * MINUTE);
  expect((await texts()).filter((text) => text === 'Among odd ones')).toHaveLength(1);
});

it('HTML, hidden characters and 100 KB arrive as their text, once', async () => {
  const hidden = 'a\u202eb\u200bc';
  await write('<script>alert(1)</script> & "quotes"');
  await write(hidden);
  await write('x'.repeat(100_000));
  await pass(12 * MINUTE);
  const found = await texts();
  expect(found).toContain('<script>alert(1)</script> & "quotes"');
  expect(found).toContain(hidden);
  expect(found.filter((text) => text.length === 100_000)).toHaveLength(1);
});

it('an account whose access has ended needs to be reconnected, and is not asked again', async () => {
  instead = {
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: { error: 'The access token was revoked' },
  };
  await pass(6 * MINUTE);
  const { body } = await test.get<Account>(`/v1/accounts/${account.id}`);
  expect(body.health.status).toBe('reconnect_required');
  const before = looks();
  await pass(30 * MINUTE, MINUTE);
  expect(looks()).toBe(before);
});
