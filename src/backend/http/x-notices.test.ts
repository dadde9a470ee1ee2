import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppConnecting } from '../../../test/support/networks/sign-in/app-connecting.js';
import { XNotices } from '../../../test/support/networks/x-notices.js';
import type { Account } from '../../contract/accounts/accounts.js';
import type { App } from '../../contract/accounts/apps.js';
import type { CommentPage } from '../../contract/inbox/comments.js';
import { x } from '../simulators/over-http/sign-in/x.js';
import { writeComment } from '../simulators/over-http/written-comments.js';

const MINUTE = 60_000;
const SECRET = 'api-key-secret-that-must-not-come-back';

let place: AppConnecting;
let account: Account;
let userId: string;
let notices: XNotices;
/** Called when X is asked for mentions. */
let onLook: () => void = () => undefined;

beforeAll(async () => {
  place = await AppConnecting.start({
    ...x,
    first: (request, service) => {
      if (request.url.pathname.endsWith('/mentions')) onLook();
      return x.first?.(request, service) ?? null;
    },
  });
  account = await place.connect();
  userId = place.signIn.network.scene.account.networkUserId;
  await choose(true);
  await place.test.post('/v1/posts', {
    ...{ accountIds: [account.id], text: 'Oat milk is here', scheduleMode: 'now' },
  });
  await place.test.backend.runDue();
  notices = new XNotices((await place.test.get<App>('/v1/apps/x')).body, SECRET);
});
afterAll(() => place.close());

const choose = (read: boolean) =>
  place.test.request('PATCH', `/v1/accounts/${account.id}`, { body: { comments: { read } } });
const looks = () => place.signIn.network.log.filter((line) => line.includes('/mentions')).length;
const textsOf = async () =>
  (await place.test.get<CommentPage>('/v1/comments?order=asc')).body.data.map(({ text }) => text);
const lastNoticeAt = async () =>
  (await place.test.get<Account>(`/v1/accounts/${account.id}`)).body.lastNoticeAt;
/** Does what is due, without time for a look by itself. */
const work = async () => {
  for (let times = 0; times < 3; times += 1) await place.test.backend.runDue();
};
/** Looks made while something was done. */
const looksDuring = async (act: () => Promise<unknown>): Promise<number> => {
  const before = looks();
  await act();
  await work();
  return looks() - before;
};

it('without the API Key Secret, nothing is at the address', async () => {
  expect((await notices.check('a-token')).status).toBe(404);
  expect((await notices.mention(userId)).status).toBe(404);
  expect((await place.setApp()).body).toMatchObject({ hasApiKeySecret: false });
});

describe('with the API Key Secret', () => {
  beforeAll(async () => {
    expect((await place.setApp({ apiKeySecret: SECRET })).body).toMatchObject({ hasApiKeySecret: true });
  });
  beforeEach(async () => {
    // A look of its own, after which the next one is minutes away, and the shortest pause is over.
    place.test.clock.advance(20 * MINUTE);
    await work();
    place.test.clock.advance(MINUTE + 1);
  });

  it('the check of the address gets the token signed', async () => {
    const token = 'NDQ4MDQ0MDU5NC1hYmM=';
    const answer = await notices.check(token);
    const digest = createHmac('sha256', SECRET).update(token).digest('base64');
    expect([answer.status, await answer.json()]).toEqual([200, { response_token: `sha256=${digest}` }]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it.each([[undefined], [''], ['{"for_user_id":"1"}'], ['<b>'], ['a'.repeat(301)]])(
    'a check with the token %s is refused: it could be the body of a notice',
    async (token) => {
      expect((await notices.check(token)).status).toBe(403);
    },
  );

  it('a notice has the account looked at, and its comment is there once', async () => {
    await writeComment(place.signIn.network, 'Where?');
    expect(await looksDuring(async () => undefined)).toBe(0);
    expect(await looksDuring(async () => expect((await notices.mention(userId)).status).toBe(200))).toBe(1);
    expect(await textsOf()).toEqual(['Where?']);
    expect(await lastNoticeAt()).toBe(new Date(place.test.clock.now()).toISOString());
    for (let times = 0; times < 2; times += 1) {
      place.test.clock.advance(31 * MINUTE);
      await work();
    }
    expect(await textsOf()).toEqual(['Where?']);
  });

  it('several notices are one look, and another one waits for a minute', async () => {
    const flood = () => Promise.all(Array.from({ length: 20 }, () => notices.mention(userId)));
    expect(await looksDuring(flood)).toBe(1);
    expect(await looksDuring(flood)).toBe(0);
    place.test.clock.advance(MINUTE - 1);
    expect(await looksDuring(flood)).toBe(0);
    place.test.clock.advance(1);
    expect(await looksDuring(async () => undefined)).toBe(1);
  });

  it('one that arrives during a look has another one made a minute later', async () => {
    let sent: Promise<Response> | null = null;
    onLook = () => {
      place.test.clock.advance(1);
      sent ??= notices.mention(userId);
    };
    expect(await looksDuring(() => notices.mention(userId))).toBe(1);
    await sent;
    onLook = () => undefined;
    place.test.clock.advance(MINUTE + 1);
    expect(await looksDuring(async () => undefined)).toBe(1);
  });

  it.each([
    ['an account that is not connected', { data: { filter: { user_id: '404404' } } }],
    ['no account', { tweet_create_events: [] }],
    ['its account as the Account Activity API does', (id: string) => ({ for_user_id: id })],
    ['its account as a number', (id: string) => `{"data":{"filter":{"user_id":${id}}}}`],
  ])('one that names %s has the account of the app looked at', async (_, body) => {
    const text = typeof body === 'function' ? body(userId) : body;
    expect(await looksDuring(() => notices.send(text))).toBe(1);
  });

  it('what a notice claims to be a comment does not get into the inbox', async () => {
    const before = await textsOf();
    const claimed = { id_str: '99', text: 'Forged.', user: { id_str: '7' }, in_reply_to_status_id_str: '1' };
    expect(
      await looksDuring(() => notices.send({ for_user_id: userId, tweet_create_events: [claimed] })),
    ).toBe(1);
    expect(await textsOf()).toEqual(before);
  });

  it.each([
    ['without a signature', { signature: null }],
    ['with an empty one', { signature: 'sha256=' }],
    ['with another one', { signature: `sha256=${Buffer.alloc(32).toString('base64')}` }],
    ['signed in hexadecimal', { signature: `sha256=${'a'.repeat(64)}` }],
    ['signed with another secret', { secret: 'another' }],
    ['signed with the Client Secret', { secret: 'secret-of-the-test' }],
    ['signed with an empty secret', { secret: '' }],
  ])('a notice %s is refused, and nothing is looked at', async (_, how) => {
    const before = await lastNoticeAt();
    const send = async () => expect((await notices.send({ for_user_id: userId }, how)).status).toBe(403);
    expect(await looksDuring(send)).toBe(0);
    expect(await lastNoticeAt()).toBe(before);
  });

  it.each([
    ['no JSON', 'crc_token=a', 400],
    ['deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400],
    ['a number', '123', 200],
    ['a list', '[{"for_user_id":"1"}]', 200],
    ['null', 'null', 200],
    ['4 MB', `{"a":"${'a'.repeat(4_000_000)}"}`, 413],
  ])('a signed body that is %s has nothing looked at', async (_, body, status) => {
    const send = async () => {
      const got = await notices
        .send(body)
        .then((answer) => answer.status)
        // The server may close the connection before it has read what is too long.
        .catch((error: unknown) => (status === 413 ? 413 : Promise.reject(error)));
      expect(got).toBe(status);
    };
    expect(await looksDuring(send)).toBe(0);
  });

  it('a body of 1 MB with odd ids is looked through once, and only has the account looked at', async () => {
    const body = {
      for_user_id: { a: 1 },
      data: { filter: { user_id: ['../me'] } },
      x: 'a'.repeat(1_000_000),
    };
    expect(await looksDuring(() => notices.send(body))).toBe(1);
  });

  it('an account whose comments are not read is not looked at', async () => {
    await choose(false);
    const before = await lastNoticeAt();
    expect(await looksDuring(() => notices.mention(userId))).toBe(0);
    expect(await looksDuring(() => notices.send({}))).toBe(0);
    expect(await lastNoticeAt()).toBe(before);
    await choose(true);
  });

  it('an account whose budget of the day is spent costs nothing more', async () => {
    for (let one = 0; one < 101; one += 1) await writeComment(place.signIn.network, `Question ${one}`);
    await looksDuring(() => notices.mention(userId));
    place.test.clock.advance(2 * MINUTE);
    await work();
    place.test.clock.advance(2 * MINUTE);
    expect(await looksDuring(() => notices.mention(userId))).toBe(0);
  });
});
