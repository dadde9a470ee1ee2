import { afterEach, expect, it } from 'vitest';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { EventPage } from '../../../contract/events/events.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import type { ServedRequest } from '../../simulators/over-http/served-network.js';
import { facebookInDevelopment as facebook } from '../../simulators/over-http/sign-in/facebook.js';
import { instagram } from '../../simulators/over-http/sign-in/instagram.js';
import { linkedinMember } from '../../simulators/over-http/sign-in/linkedin.js';
import { pinterest } from '../../simulators/over-http/sign-in/pinterest.js';
import type { SignInData } from '../../simulators/over-http/sign-in/sign-in-data.js';
import { threads } from '../../simulators/over-http/sign-in/threads.js';
import { tiktok } from '../../simulators/over-http/sign-in/tiktok.js';
import { x } from '../../simulators/over-http/sign-in/x.js';
import { youtube } from '../../simulators/over-http/sign-in/youtube.js';

const DAY = 24 * 60 * 60 * 1000;
const DAY_SECONDS = DAY / 1000;

let place: AppConnecting | null = null;
afterEach(async () => {
  await place?.close();
  place = null;
});

/** How access to one network ends, and how that is told. */
interface Ending {
  readonly name: string;
  readonly signIn: SignInData;
  readonly choices?: readonly string[];
  /** Days from the sign-in to the end. */
  readonly lasts: number;
  /** Days before the end from which it is told. */
  readonly ahead: number;
  readonly words: RegExp;
  /** The health after the end. */
  readonly afterwards: Account['health']['status'];
}

/** When the person signed in, epoch milliseconds. */
let signedInAt = 0;
const now = (): number => place?.test.clock.now() ?? 0;
const leftOf = (days: number): number => Math.round((signedInAt + days * DAY - now()) / 1000);

/** The network renews access, but does not put off the end that it named at the sign-in. */
const renewingUntil =
  (field: string, days: number): NonNullable<SignInData['renews']> =>
  async ({ body }, service) => {
    if (leftOf(days) <= 0) return json(400, { error: 'invalid_grant', error_description: 'Expired.' });
    const refreshed = { refresh_token: new URLSearchParams(body.toString('utf8')).get('refresh_token') };
    const ends = { expires_in: 7200, [field]: leftOf(days) };
    return json(200, { access_token: await service.give(7200), ...refreshed, ...ends });
  };

const notRenewing = (): WireResponse =>
  json(400, { error: { message: 'Please retry later', type: 'OAuthException', code: 2 } });

/** The network says until when the app may read. */
const readingUntil =
  (days: number) =>
  ({ url }: ServedRequest): WireResponse | null =>
    url.pathname.endsWith('/debug_token')
      ? json(200, {
          data: {
            is_valid: true,
            scopes: [],
            data_access_expires_at: signedInAt / 1000 + days * DAY_SECONDS,
          },
        })
      : null;

const ENDINGS: readonly Ending[] = [
  {
    name: 'LinkedIn',
    signIn: linkedinMember,
    ...{ lasts: 60, ahead: 10, afterwards: 'reconnect_required' },
    words: /^Access to LinkedIn ends on \d{4}-\d\d-\d\d, in \d days\.$/,
  },
  {
    name: 'YouTube, while the project is in testing',
    signIn: {
      ...youtube,
      lifetimes: { access: 3599, refresh: 7 * DAY_SECONDS },
      tokenFields: { refresh_token_expires_in: 7 * DAY_SECONDS },
    },
    ...{ choices: ['UCm4q7fernhill2coffeexQ1w'], lasts: 7, ahead: 3, afterwards: 'reconnect_required' },
    words: /^Google ends this access on \d{4}-\d\d-\d\d, 7 days after the sign-in/,
  },
  {
    name: 'Instagram, which does not renew it',
    signIn: { ...instagram, renews: notRenewing },
    ...{ lasts: 60, ahead: 7, afterwards: 'reconnect_required' },
    words: /^Instagram has not renewed access, which ends on /,
  },
  {
    name: 'Threads, which does not renew it',
    signIn: { ...threads, renews: notRenewing },
    ...{ lasts: 60, ahead: 7, afterwards: 'reconnect_required' },
    words: /^Threads has not renewed access, which ends on /,
  },
  {
    name: 'Threads, the data of a person',
    signIn: {
      ...threads,
      ...(threads.longLived && { longLived: { ...threads.longLived, lifetime: 200 * DAY_SECONDS } }),
      first: readingUntil(90),
    },
    ...{ lasts: 90, ahead: 10, afterwards: 'limited' },
    words: /^Threads lets the app read comments, messages and numbers only until /,
  },
  {
    name: 'Facebook, the data of a person',
    signIn: {
      ...facebook,
      first: (request, service) => readingUntil(90)(request) ?? facebook.first?.(request, service) ?? null,
    },
    ...{ lasts: 90, ahead: 10, afterwards: 'limited' },
    words: /^Facebook lets the app read comments, messages and numbers only until /,
  },
  {
    name: 'TikTok, if it does not put off the end of renewing',
    signIn: {
      ...tiktok,
      tokenFields: { open_id: 'open-id', refresh_expires_in: 365 * DAY_SECONDS },
      renews: renewingUntil('refresh_expires_in', 365),
    },
    ...{ lasts: 365, ahead: 7, afterwards: 'reconnect_required' },
    words: /^TikTok lets Postrider renew access only until \d{4}-\d\d-\d\d, in \d days\.$/,
  },
  {
    name: 'Pinterest, if it does not put off the end of renewing',
    signIn: {
      ...pinterest,
      renews: renewingUntil('refresh_token_expires_in', 60),
    },
    ...{ lasts: 60, ahead: 7, afterwards: 'reconnect_required' },
    words: /^Pinterest lets Postrider renew access only until \d{4}-\d\d-\d\d, in \d days\.$/,
  },
];

async function connected({ signIn, choices = [] }: Pick<Ending, 'signIn' | 'choices'>) {
  place = await AppConnecting.start(signIn);
  place.signIn.app.redirects.push('https://localhost/connect/callback');
  signedInAt = now();
  const page = signIn.platform === 'facebook' ? [place.signIn.network.scene.account.networkUserId] : choices;
  const isPasted = ['threads', 'instagram'].includes(signIn.platform);
  return { at: place, account: await place.connect(page, isPasted ? { method: 'paste' } : {}) };
}

/** Where somebody is told of the health of an account. */
async function told(at: AppConnecting, { id }: Account) {
  const { test } = at;
  const { body } = await test.get<AccountPage>('/v1/accounts');
  const mcp = await fetch(`${test.backend.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'postrider_list_accounts', arguments: {} },
    }),
  });
  const visitor = await Visitor.signedIn(test);
  const env = { POSTRIDER_API_KEY: test.key, POSTRIDER_BASE_URL: test.backend.url };
  const { body: events } = await test.get<EventPage>('/v1/events?limit=100');
  return {
    list: body.data.find((one) => one.id === id)?.health,
    tool: await mcp.text(),
    today: (await visitor.open('/')).html,
    terminal: (await inPipe(['accounts', 'get', id], env)).stdout.replace(/\s+/g, ' '),
    events: events.data.filter(({ type }) => type === 'account.health_changed').map(({ data }) => data),
  };
}

it.each(ENDINGS)('the end of access to $name is told ahead, in each place', async (ending) => {
  const { lasts, ahead, words, afterwards } = ending;
  const { at, account } = await connected(ending);
  const { clock } = at.test;
  clock.advance((lasts - ahead - 1) * DAY);
  expect(await at.check(account)).toMatchObject({ status: 'healthy', reason: null });
  clock.advance(1.5 * DAY);
  const health = await at.check(account);
  expect(health).toMatchObject({ status: 'expiring', reason: expect.stringMatching(words) });
  const { reason, action } = health;
  const { list, tool, today, terminal, events } = await told(at, account);
  expect(list).toMatchObject({ status: 'expiring', reason, action });
  expect(tool).toContain(reason);
  expect(today).toContain(reason);
  expect(terminal).toContain(reason);
  expect(events.at(-1)).toMatchObject({ accountId: account.id, to: 'expiring' });
  clock.advance(ahead * DAY);
  expect((await at.check(account)).status).toBe(afterwards);
});

/** Networks that put off the end with each renewal, or name none: access goes on for years. */
const LASTING: readonly Pick<Ending, 'name' | 'signIn' | 'choices'>[] = [
  { name: 'X', signIn: x },
  { name: 'TikTok', signIn: tiktok },
  { name: 'Pinterest', signIn: pinterest },
  {
    name: 'YouTube',
    signIn: { ...youtube, lifetimes: { access: 3599, refresh: 3650 * DAY_SECONDS } },
    choices: ['UCm4q7fernhill2coffeexQ1w'],
  },
  { name: 'Instagram', signIn: instagram },
  { name: 'Threads', signIn: threads },
];

it.each(LASTING)('access to $name that is renewed has no end that is told', async (one) => {
  const { at, account } = await connected(one);
  for (let month = 0; month < 8; month += 1) {
    at.test.clock.advance(25 * DAY);
    expect(await at.check(account)).toMatchObject({ status: 'healthy', reason: null });
  }
});
