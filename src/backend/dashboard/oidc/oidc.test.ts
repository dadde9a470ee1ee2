import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OIDC_CLIENT, OidcServer } from '../../../../test/support/oidc-server.js';
import { addPerson, type TestPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

const SETTINGS = '/settings/sign-in';
const MINUTE_MS = 60_000;
const LINK = `${SETTINGS}/provider`;

let provider: OidcServer;
let test: BackendUnderTest;
let person: TestPerson;
let count = 0;
beforeAll(async () => {
  provider = await OidcServer.start();
  test = await BackendUnderTest.start({
    oidc: { ...OIDC_CLIENT, issuer: provider.issuer, name: 'Fernhill SSO' },
  });
  provider.serve(`${test.backend.url}/sign-in/oidc/callback`);
});
beforeEach(async () => {
  count += 1;
  // Sign-ins are counted by the minute.
  test.clock.advance(MINUTE_MS);
  person = await addPerson(test, { name: `ann${count}`, role: 'editor' });
});
afterAll(async () => {
  await test?.close();
  await provider?.close();
});

const newBrowser = () => new Visitor(`http://127.0.0.1:${test.backend.port}`);
const pathOf = (url: string) => url.slice(test.backend.url.length);
const isIn = async (visitor: Visitor) => (await visitor.open(SETTINGS)).status === 200;

/** Goes to the provider as the button does. @returns where the provider sends the browser back to */
async function goThere(visitor: Visitor, name: string, next = '/posts'): Promise<string> {
  const { status, headers } = await visitor.open(`/sign-in/oidc?next=${encodeURIComponent(next)}`);
  expect(status).toBe(303);
  return pathOf(await provider.signIn(headers.get('location') ?? '', name));
}

/** Links an account at the provider. */
async function link(visitor: Visitor, name: string) {
  const { html } = await visitor.send(LINK);
  const to = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  return visitor.open(pathOf(await provider.signIn(to, name)));
}

describe('signing in at a provider', () => {
  it('lets in people who have linked their account, and leads on', async () => {
    const name = `sub-${count}`;
    const linked = await link(await person.signIn(), name);
    expect([linked.status, linked.headers.get('location')]).toEqual([303, `${SETTINGS}#provider`]);
    const browser = newBrowser();
    expect((await browser.open('/sign-in')).html).toContain('Sign in with Fernhill SSO');
    const entered = await browser.open(await goThere(browser, name));
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/posts']);
    const { html } = await browser.open(SETTINGS);
    expect(html).toContain(`ann${count}, editor`);
    expect(html).toContain('Linked');
    expect((await browser.open('/activity')).html).toContain('linked an account at Fernhill SSO');
  });

  it('tells whom nobody knows what to do, and makes no person of them', async () => {
    const { db } = test.backend.services.store;
    const before = await db.selectFrom('people').selectAll().execute();
    const browser = newBrowser();
    const { status, html } = await browser.open(await goThere(browser, `ann${count}`));
    expect([status, html.includes('link it under Settings, Account')]).toEqual([403, true]);
    expect(await isIn(browser)).toBe(false);
    expect(await db.selectFrom('people').selectAll().execute()).toEqual(before);
  });

  it('sends PKCE, a nonce and a state, which another browser, or a second try, does not have', async () => {
    const name = `sub-${count}`;
    await link(await person.signIn(), name);
    const [browser, other] = [newBrowser(), newBrowser()];
    const { headers } = await browser.open('/sign-in/oidc');
    const query = new URL(headers.get('location') ?? '').searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const field of ['state', 'nonce', 'code_challenge']) expect(query.get(field)).toMatch(/^[\w-]{43}$/);
    const answer = pathOf(await provider.signIn(headers.get('location') ?? '', name));
    expect((await other.open(answer)).status).toBe(403);
    await other.open('/sign-in/oidc');
    expect((await other.open(answer)).status).toBe(403);
    expect((await browser.open(answer)).status).toBe(303);
    expect((await browser.open(answer)).status).toBe(403);
    expect(await isIn(other)).toBe(false);
  });

  it.each([
    ['a changed code', (answer: string) => answer.replace(/code=[^&]+/, 'code=guessed')],
    ['a changed state', (answer: string) => answer.replace(/state=[^&]+/, 'state=guessed')],
    ['another issuer', (answer: string) => answer.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
    ['an error', () => '/sign-in/oidc/callback?error=access_denied'],
  ])('refuses %s', async (_, change) => {
    const name = `sub-${count}`;
    await link(await person.signIn(), name);
    const browser = newBrowser();
    expect((await browser.open(change(await goThere(browser, name)))).status).toBe(403);
    expect(await isIn(browser)).toBe(false);
  });

  it('does not link an account of somebody else, or for somebody who has signed out', async () => {
    const name = `sub-${count}`;
    await link(await person.signIn(), name);
    const other = await addPerson(test, { name: `other${count}`, role: 'owner' });
    expect((await link(await other.signIn(), name)).status).toBe(409);

    const visitor = await other.signIn();
    const { html } = await visitor.send(LINK);
    const to = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = pathOf(await provider.signIn(to, `fresh-${count}`));
    visitor.cookie = null;
    expect((await visitor.open(answer)).status).toBe(403);
    const { db } = test.backend.services.store;
    const rows = await db
      .selectFrom('oidc_identities')
      .selectAll()
      .where('person_id', '=', other.acting.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('ends with the link, and with the access of the person', async () => {
    const name = `sub-${count}`;
    const visitor = await person.signIn();
    await link(visitor, name);
    const { db } = test.backend.services.store;
    const disable = (at: number | null) =>
      db.updateTable('people').set({ disabled_at: at }).where('id', '=', person.acting.id).execute();
    await disable(1);
    const browser = newBrowser();
    expect((await browser.open(await goThere(browser, name))).html).toContain('no longer have access');
    await disable(null);
    await (await person.signIn()).send(`${LINK}/remove`);
    expect((await browser.open(await goThere(browser, name))).status).toBe(403);
    expect(await isIn(browser)).toBe(false);
  });
});

describe('joining with an account at the provider', () => {
  /** The path of a new invitation. */
  async function invitation(): Promise<string> {
    const key = await test.newKey(['people:write']);
    const { body } = await test.post<{ url: string }>('/v1/invitations', { role: 'editor' }, { key });
    return pathOf(body.url);
  }

  const profile = () => ({ name: `join${count}`, displayName: 'Jo Fern' });

  /** @returns where the provider sends the browser back to */
  async function goToJoin(visitor: Visitor, path: string, account: string): Promise<string> {
    const token = path.split('token=')[1] ?? '';
    const { status, html } = await visitor.send('/join', { token, ...profile(), with: 'provider' });
    expect(status).toBe(200);
    const to = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return pathOf(await provider.signIn(to, account));
  }

  it('needs no password, uses up the invitation, and signs in from then on', async () => {
    const account = `jo-${count}`;
    const path = await invitation();
    const visitor = newBrowser();
    expect((await visitor.open(path)).html).toContain('Join with Fernhill SSO');
    const back = await goToJoin(visitor, path, account);
    // Nothing is used before the provider says who it is.
    expect((await newBrowser().open(path)).status).toBe(200);
    const joined = await visitor.open(back);
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/']);
    expect((await visitor.open(SETTINGS)).html).toContain('Jo Fern, editor');
    expect((await newBrowser().open(path)).status).toBe(403);
    const { db } = test.backend.services.store;
    const row = await db
      .selectFrom('people')
      .select('password_hash')
      .where('name', '=', profile().name)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toBeNull();
    const later = newBrowser();
    expect((await later.open(await goThere(later, account))).headers.get('location')).toBe('/posts');
    test.clock.advance(MINUTE_MS);
    const guessed = await newBrowser().send('/sign-in', { name: profile().name, password: '' });
    expect(guessed.status).toBe(403);
  });

  it('makes no second person of an account that somebody has linked, whatever their name', async () => {
    const account = `sub-${count}`;
    await link(await person.signIn(), account);
    const path = await invitation();
    const visitor = newBrowser();
    const { status, html } = await visitor.open(await goToJoin(visitor, path, account));
    expect([status, html.includes('signs in with this account already')]).toEqual([409, true]);
    expect(await isIn(visitor)).toBe(false);
    expect((await newBrowser().open(path)).status).toBe(200);
    const people = await test.backend.services.store.db.selectFrom('people').select('name').execute();
    expect(people.map(({ name }) => name)).not.toContain(profile().name);
  });

  it('is refused in another browser, twice, with a withdrawn invitation, or with a name that was taken meanwhile', async () => {
    const path = await invitation();
    const [visitor, other] = [newBrowser(), newBrowser()];
    const back = await goToJoin(visitor, path, `jo-${count}`);
    expect((await other.open(back)).status).toBe(403);
    await addPerson(test, { name: profile().name, role: 'viewer' });
    expect((await visitor.open(back)).status).toBe(409);
    expect((await visitor.open(back)).status).toBe(403);
    const { db } = test.backend.services.store;
    await db
      .updateTable('people')
      .set({ name: `was-${count}` })
      .where('name', '=', profile().name)
      .execute();
    const again = await goToJoin(visitor, path, `jo-${count}`);
    await db.deleteFrom('invitations').where('used_by', 'is', null).execute();
    expect((await visitor.open(again)).status).toBe(409);
    expect(await isIn(visitor)).toBe(false);
  });

  it('asks for a name that can be used before it leads away', async () => {
    const token = (await invitation()).split('token=')[1] ?? '';
    const { status, html } = await newBrowser().send('/join', {
      ...{ token, name: person.acting.name, displayName: 'Jo', with: 'provider' },
    });
    expect([status, html.includes('Somebody else signs in as')]).toEqual([422, true]);
  });
});
