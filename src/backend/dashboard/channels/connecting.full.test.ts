import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MastodonServer, startPds } from '../../../../test/support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { type SeenPage, Visitor } from '../../../../test/support/visitor.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import { CONNECTABLE } from '../../../networks/access.js';
import { type Clock, systemClock } from '../../base/clock.js';
import type { ServedNetwork } from '../../simulators/over-http/served-network.js';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';

/** Networks whose real accounts cannot be connected. */
const LATER = PLATFORMS.filter((platform) => !CONNECTABLE.includes(platform));

let test: BackendUnderTest<Clock>;
let mastodon: MastodonServer;
let pds: ServedNetwork;
let visitor: Visitor;

beforeAll(async () => {
  mastodon = await MastodonServer.start();
  pds = await startPds({ app: APP_PASSWORD, own: 'the password of the account itself' });
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true },
  });
  visitor = await Visitor.signedIn(test);
});
afterAll(async () => {
  await test?.close();
  await Promise.all([mastodon?.close(), pds?.close()]);
});

const locationOf = ({ headers }: SeenPage) => headers.get('location') ?? '';
const accounts = async () => (await test.get<AccountPage>('/v1/accounts')).body.data;

/** Begins a connection in the form, and returns the address at the network. */
async function begin(method: 'browser' | 'code'): Promise<{ page: string; authorizeUrl: string }> {
  const sent = await visitor.send('/channels/connect/mastodon', { server: mastodon.origin, method });
  expect(sent.status).toBe(303);
  const { html } = await visitor.open(locationOf(sent));
  const [, href = ''] = /href="([^"]+oauth\/authorize[^"]+)"/.exec(html) ?? [];
  return { page: locationOf(sent), authorizeUrl: href.replaceAll('&amp;', '&') };
}

/** The path and query of an address on this server. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

const hiddenField = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

it('a live workspace without accounts leads to connecting one, and says once which networks come later', async () => {
  const { html } = await visitor.open('/channels');
  expect(html).toContain('No channels connected');
  expect(html).toContain('href="#connect-title"');
  expect(html.match(/Not yet:/g) ?? []).toHaveLength(LATER.length > 0 ? 1 : 0);
  for (const platform of CONNECTABLE) expect(html).toContain(`href="/channels/connect/${platform}"`);
  expect(html).toContain('networks are real');
});

describe('connecting Bluesky', () => {
  it('keeps everything but the password after a wrong one, and goes on with the same connection', async () => {
    const fields = { identifier: pds.scene.account.handle, server: pds.origin };
    const wrong = await visitor.send('/channels/connect/bluesky', {
      ...fields,
      appPassword: 'wrong-password',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('does not accept this handle with this app password');
    expect(wrong.html).toContain(`value="${fields.identifier}"`);
    expect(wrong.html).toContain(`value="${pds.origin}"`);
    expect(wrong.html).not.toContain('wrong-password');

    const connection = hiddenField(wrong.html, 'connection');
    const again = { ...fields, connection, begunWith: hiddenField(wrong.html, 'begunWith') };
    const right = await visitor.send('/channels/connect/bluesky', { ...again, appPassword: APP_PASSWORD });
    expect(right.status).toBe(303);
    const { html } = await visitor.open(locationOf(right));
    expect(html).toContain(`Connected @${fields.identifier} on Bluesky.`);
    expect(html).toContain('Real: it publishes on the real network');
    const rows = await test.backend.services.store.db.selectFrom('connections').select('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([connection]);
  });
});

describe('connecting Mastodon', () => {
  it('ends on Channels after the server has sent the browser back', async () => {
    const { authorizeUrl } = await begin('browser');
    const back = await visitor.open(pathOf(mastodon.allow(authorizeUrl)), { 'sec-fetch-site': 'cross-site' });
    expect(back.status).toBe(303);
    expect((await visitor.open(locationOf(back))).html).toMatch(/Connected @[^ ]+ on Mastodon\./);
  });

  it('works with a pasted code, and an empty code can be corrected', async () => {
    const { page, authorizeUrl } = await begin('code');
    const empty = await visitor.send(page, { code: '' });
    expect([empty.status, empty.html.includes('name="code"')]).toEqual([422, true]);
    expect(locationOf(await visitor.send(page, { code: mastodon.allow(authorizeUrl) }))).toContain(
      'connected=',
    );
  });

  it.each([
    ['access was denied', { error: 'access_denied' }, 'Access was not allowed at the network.'],
    ['the code is wrong', { code: 'guessed' }, 'does not accept the code'],
    [
      'the words of the server hide characters',
      { error: 'x', error_description: 'No\u202eway <b>' },
      'No<mark>⟨U+202E⟩</mark>way &lt;b&gt;',
    ],
  ])('says why and offers to begin again if %s', async (_, answer, words) => {
    const { authorizeUrl } = await begin('browser');
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, ...answer } as Record<string, string>);
    const arrived = await visitor.open(`/connect/callback?${query}`);
    expect(arrived.status).toBe(303);
    expect(locationOf(arrived)).toMatch(/^\/channels\/connections\/con_\w+$/);
    const { html } = await visitor.open(locationOf(arrived));
    expect(html).toContain(words);
    const [, start = ''] = /href="([^"]+)">\s*Begin again/.exec(html) ?? [];
    expect((await visitor.open(start)).html).toContain(`value="${new URL(mastodon.origin).host}"`);
    const again = await visitor.open(`/connect/callback?${query}`);
    expect([again.status, locationOf(again)]).toEqual([303, '/connect/callback']);
    expect((await visitor.open('/connect/callback')).html).toContain('already used');
  });

  it('stays open after an address without a code', async () => {
    const { authorizeUrl } = await begin('browser');
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    const bare = await visitor.open(`/connect/callback?${new URLSearchParams({ state })}`);
    expect([bare.status, bare.html.includes('without a code')]).toEqual([422, true]);
    const back = await visitor.open(pathOf(mastodon.allow(authorizeUrl)));
    expect((await visitor.open(locationOf(back))).html).toContain('on Mastodon again.');
  });

  it('refuses an answer that another key’s sign-in waits for, and leaves it open', async () => {
    const { body } = await test.post<Connection>('/v1/connections', {
      platform: 'mastodon',
      server: mastodon.origin,
    });
    const callbackUrl = mastodon.allow(body.authorizeUrl ?? '');
    expect((await visitor.open(pathOf(callbackUrl))).html).toContain('begun by a program');
    const finished = await test.post<Connection>(`/v1/connections/${body.id}/finish`, { callbackUrl });
    expect(finished.body.status).toBe('connected');
  });

  it('comes back after signing in to the dashboard, if nobody is signed in under either name of the machine', async () => {
    const { url, port } = test.backend;
    const { status, headers } = await new Visitor(url).open('/connect/callback?code=a&state=b');
    const sentOn = `http://localhost:${port}/connect/callback?code=a&state=b&by=127.0.0.1`;
    expect([status, headers.get('location')]).toEqual([303, sentOn]);
    const { pathname, search } = new URL(sentOn);
    const again = await new Visitor(`http://localhost:${port}`).open(`${pathname}${search}`);
    expect(again.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`);
  });
});

describe('a connected account', () => {
  it('is checked, connected again under its id, and disconnected after a page that says what happens', async () => {
    const account = (await accounts()).find(({ platform }) => platform === 'bluesky');
    const at = `/channels/${account?.id}`;
    const checked = await visitor.send(`${at}/check`);
    expect((await visitor.open(locationOf(checked))).html).toContain(`Access to ${account?.handle} works.`);
    pds.away = true;
    const away = await visitor.send(`${at}/check`);
    pds.away = false;
    expect([away.status, away.html.includes('The network did not answer')]).toEqual([503, true]);

    const { html } = await visitor.open(`${at}/connect`);
    expect(html).toContain(`value="${account?.handle}"`);
    const again = await visitor.send('/channels/connect/bluesky', {
      account: hiddenField(html, 'account'),
      identifier: account?.handle ?? '',
      appPassword: APP_PASSWORD,
    });
    expect(locationOf(again)).toBe(`/channels?connected=${account?.id}&again=yes`);
    expect((await visitor.open(locationOf(again))).html).toContain(
      'on Bluesky again. The access is renewed.',
    );

    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const post = { accountIds: [account?.id], text: 'Later', scheduleMode: 'schedule', scheduledAt };
    expect((await test.post('/v1/posts', post)).status).toBe(201);
    const page = await visitor.open(`${at}/disconnect`);
    expect(page.html).toContain('1 scheduled post on this channel will fail');
    expect(page.html).toContain('ends its access at Bluesky');
    const ended = await visitor.send(`${at}/disconnect`);
    expect((await visitor.open(locationOf(ended))).html).toContain('Disconnected.');
    expect((await accounts()).find(({ id }) => id === account?.id)?.health).toMatchObject({
      status: 'reconnect_required',
      actionUrl: `${test.backend.url}${at}/connect`,
    });
  });

  it('is shown with the hidden characters of its names marked', async () => {
    const [account] = await accounts();
    const { db } = test.backend.services.store;
    const named = { handle: 'fern\u202ehill', display_name: 'Fern\u200bhill' };
    await db
      .updateTable('accounts')
      .set(named)
      .where('id', '=', account?.id ?? '')
      .execute();
    const at = `/channels/${account?.id}`;
    const paths = [
      '/channels',
      `/channels?checked=${account?.id}`,
      '/posts/new',
      `${at}/disconnect`,
      `${at}/connect`,
    ];
    for (const path of paths) {
      const { html } = await visitor.open(path);
      expect(html, path).toContain('⟨U+202E⟩');
      // Fields and tooltips hold the name as it is.
      expect(html.replaceAll(/ (?:value|title)="[^"]*"/g, ''), path).not.toMatch(/[\u202e\u200b]/);
    }
  });

  it('of another workspace or network has no page', async () => {
    expect((await visitor.open('/channels/acc_nobody/connect')).status).toBe(404);
    expect(locationOf(await visitor.open('/channels/connect/myspace'))).toBe('/channels#connect-title');
  });
});

it('a sandbox says that its accounts are simulated, and connects no real ones', async () => {
  const sandbox = await BackendUnderTest.start();
  const person = await Visitor.signedIn(sandbox);
  const { html } = await person.open('/channels');
  expect(html).toContain('postrider serve --live');
  expect(html).toContain('nothing is published');
  expect(locationOf(await person.open('/channels/connect/bluesky'))).toBe('/channels#connect-title');
  const [account] = (await sandbox.get<AccountPage>('/v1/accounts')).body.data;
  const page = await person.open(`/channels/${account?.id}/connect`);
  expect(page.html).toContain('account is simulated: you need no password');
  await sandbox.close();
});
