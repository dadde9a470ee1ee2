import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { stepAt, totpCode } from '../../domain/access/factors/totp.js';

const PAGE = '/settings/sign-in';
const SET_UP = `${PAGE}/authenticator`;
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

let test: BackendUnderTest;
let person: TestPerson;
let count = 0;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
beforeEach(async () => {
  count += 1;
  person = await addPerson(test, { name: `ann${count}`, role: 'owner' });
  test.clock.advance(MINUTE_MS);
});
afterAll(() => test.close());

/** The code that an app shows now. Codes work once, so the next one is of the next step. */
const nextCode = (secret: string): string => {
  test.clock.advance(STEP_MS);
  return totpCode(secret, stepAt(test.clock.now()));
};

const fieldIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const secretIn = (html: string) => /data-copy="([A-Z2-7]{32})"/.exec(html)?.[1] ?? '';
const codesIn = (html: string) => [...new Set(html.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g) ?? [])];

/** Sets up an authenticator app, as the page asks for it. */
async function setUp(visitor: Visitor) {
  const { html } = await visitor.open(SET_UP);
  const secret = secretIn(html);
  const done = await visitor.send(SET_UP, { secret: fieldIn(html, 'secret'), code: nextCode(secret) });
  return { secret, status: done.status, codes: codesIn(done.html) };
}

/** Enters the password in a new browser. */
async function password(of = person): Promise<Visitor> {
  const visitor = new Visitor(`http://127.0.0.1:${test.backend.port}`);
  const answer = await visitor.send('/sign-in', { ...of.credentials, next: '/posts' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/sign-in/second-factor?next=%2Fposts',
  ]);
  return visitor;
}

const isIn = async (visitor: Visitor) => (await visitor.open(PAGE)).status === 200;
const second = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.send('/sign-in/second-factor', { csrf: '', next: '/posts', ...fields });

describe('an authenticator app', () => {
  it('counts after one of its codes, and shows ten recovery codes once', async () => {
    const visitor = await person.signIn();
    const page = await visitor.open(SET_UP);
    expect(page.html).toMatch(/<img src="data:image\/svg\+xml;base64,/);
    const sealed = fieldIn(page.html, 'secret');
    expect(sealed).not.toContain(secretIn(page.html));
    const wrong = await visitor.send(SET_UP, { secret: sealed, code: '000000' });
    expect([wrong.status, wrong.html.includes('not the code')]).toEqual([422, true]);
    expect(secretIn(wrong.html)).toBe(secretIn(page.html));
    expect((await visitor.open(PAGE)).html).not.toContain('of 10 left');

    const { status, codes } = await setUp(visitor);
    expect([status, codes.length]).toEqual([200, 10]);
    const { html } = await visitor.open(PAGE);
    expect(html).toContain('10 of 10 left');
    for (const code of codes) expect(html).not.toContain(code);
    expect((await visitor.open('/activity')).html).toContain('set up an authenticator app');
  });

  it('is stored sealed, and recovery codes as hashes', async () => {
    const { secret, codes } = await setUp(await person.signIn());
    const { db } = test.backend.services.store;
    const rows = JSON.stringify([
      await db.selectFrom('people').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of codes) expect(rows).not.toContain(code.replaceAll('-', ''));
  });

  it('refuses a secret that was changed, or belongs to somebody else', async () => {
    const visitor = await person.signIn();
    const other = await addPerson(test, { name: `other${count}`, role: 'viewer' });
    const { html } = await (await other.signIn()).open(SET_UP);
    const code = nextCode(secretIn(html));
    for (const secret of ['', 'JBSWY3DPEHPK3PXP', fieldIn(html, 'secret'), `${fieldIn(html, 'secret')}x`]) {
      expect((await visitor.send(SET_UP, { secret, code })).status).toBe(422);
    }
    expect((await visitor.open(PAGE)).html).not.toContain('of 10 left');
  });

  it('is asked for after the password; until then there is no session', async () => {
    const { secret } = await setUp(await person.signIn());
    const visitor = await password();
    const { step } = visitor;
    expect(await isIn(visitor)).toBe(false);
    expect((await visitor.open('/sign-in/second-factor')).html).toContain('One more step');
    const wrong = await second(visitor, { code: '000000' });
    expect([wrong.status, wrong.html.includes('not right')]).toEqual([403, true]);
    const entered = await second(visitor, { code: nextCode(secret) });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/posts']);
    const cookies = entered.headers.getSetCookie();
    expect(cookies.some((cookie) => /^postrider_session_\d+=[\w-]{43};/.test(cookie))).toBe(true);
    expect(step).toMatch(/^postrider_step_\d+=[\w-]{43}$/);
    expect(cookies.join('\n')).not.toContain(step?.split('=')[1]);
    expect(visitor.step).toBeNull();
  });

  it('accepts a code once, and none from before it', async () => {
    const { secret } = await setUp(await person.signIn());
    const early = totpCode(secret, stepAt(test.clock.now()) + 1);
    const code = nextCode(secret);
    const [first, other] = [await password(), await password()];
    expect((await second(first, { code })).status).toBe(303);
    expect((await second(other, { code })).status).toBe(403);
    expect((await second(other, { code: early })).status).toBe(403);
    expect((await second(other, { code: nextCode(secret) })).status).toBe(303);
  });

  it('cannot be guessed faster than five codes and then one every twelve seconds', async () => {
    await setUp(await person.signIn());
    const statuses: number[] = [];
    for (let tried = 0; tried < 7; tried += 1) {
      // A new browser each time, so that only the person is the same.
      statuses.push((await second(await password(), { code: '000000' })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  it('is not reached after the password was changed, or ten minutes', async () => {
    const { secret } = await setUp(await person.signIn());
    const late = await password();
    test.clock.advance(10 * MINUTE_MS);
    expect((await second(late, { code: nextCode(secret) })).headers.get('location')).toBe('/sign-in');
    const changed = await password();
    await test.backend.services.store.db
      .updateTable('people')
      .set({ password_hash: 'another' })
      .where('id', '=', person.acting.id)
      .execute();
    expect((await second(changed, { code: nextCode(secret) })).headers.get('location')).toBe('/sign-in');
    expect([await isIn(late), await isIn(changed)]).toEqual([false, false]);
  });

  it('leaves nothing behind when it is removed: the password is enough again', async () => {
    const visitor = await person.signIn();
    await setUp(visitor);
    expect((await visitor.send(`${SET_UP}/remove`)).status).toBe(303);
    expect(await isIn(await person.signIn())).toBe(true);
    const { db } = test.backend.services.store;
    const left = await db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('person_id', '=', person.acting.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a recovery code', () => {
  it('signs in once, as people type it, and activity says so', async () => {
    const { codes } = await setUp(await person.signIn());
    const [code = '', next = ''] = codes;
    const [first, other] = [await password(), await password()];
    const typed = code.replaceAll('-', ' ').toUpperCase();
    expect((await second(first, { recovery: typed })).headers.get('location')).toBe('/posts');
    expect((await second(other, { recovery: code })).status).toBe(403);
    expect((await second(other, { recovery: next })).status).toBe(303);
    expect((await first.open(PAGE)).html).toContain('8 of 10 left');
    expect((await first.open('/activity')).html).toContain('used a recovery code to sign in: 9 left');
  });

  it('no longer works once there are new ones, or for somebody else', async () => {
    const visitor = await person.signIn();
    const { codes } = await setUp(visitor);
    const other = await addPerson(test, { name: `other${count}`, role: 'viewer' });
    const { codes: others } = await setUp(await other.signIn());
    const renewed = codesIn((await visitor.send(`${PAGE}/recovery-codes`)).html);
    expect(renewed).toHaveLength(10);
    const browser = await password();
    for (const recovery of [codes[0], others[0], '']) {
      expect((await second(browser, { recovery: recovery ?? '' })).status).toBe(403);
    }
    expect((await second(browser, { recovery: renewed[3] ?? '' })).status).toBe(303);
  });
});

describe('asking again', () => {
  const KEY = { label: 'for a script', preset: 'full', lifetime: '90' };

  it('comes before a new key, ten minutes after signing in, and goes on with the form', async () => {
    const visitor = await person.signIn();
    expect((await visitor.send('/settings/keys', KEY)).html).toContain('Copy this key now');
    test.clock.advance(10 * MINUTE_MS);
    const asked = await visitor.send('/settings/keys', KEY);
    expect([asked.status, asked.html.includes('Confirm that it is you')]).toEqual([403, true]);
    expect(asked.html).toContain('name="label" value="for a script"');
    const wrong = await visitor.send('/settings/keys', { ...KEY, confirm_password: 'the beans' });
    expect([wrong.status, wrong.html.includes('not your password')]).toEqual([403, true]);
    const right = { ...KEY, confirm_password: person.credentials.password };
    expect((await visitor.send('/settings/keys', right)).html).toContain('Copy this key now');
    expect((await visitor.send('/settings/keys', KEY)).html).toContain('Copy this key now');
  });

  it('asks people with a second factor for a code; the password is not enough', async () => {
    const visitor = await person.signIn();
    const { secret } = await setUp(visitor);
    test.clock.advance(10 * MINUTE_MS);
    const remove = (fields: Record<string, string>) => visitor.send(`${SET_UP}/remove`, fields);
    expect((await remove({ confirm_password: person.credentials.password })).status).toBe(403);
    expect((await remove({ confirm_code: '000000' })).status).toBe(403);
    expect((await visitor.open(PAGE)).html).toContain('of 10 left');
    expect((await remove({ confirm_code: nextCode(secret) })).status).toBe(303);
    expect((await visitor.open(PAGE)).html).not.toContain('of 10 left');
  });

  it('cannot be used to guess a code', async () => {
    const visitor = await person.signIn();
    await setUp(visitor);
    test.clock.advance(10 * MINUTE_MS);
    const statuses: number[] = [];
    for (let tried = 0; tried < 6; tried += 1) {
      statuses.push((await visitor.send(`${SET_UP}/remove`, { confirm_code: '000000' })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it.each([
    ['/settings/keys', KEY],
    [SET_UP, { secret: '', code: '000000' }],
    [`${SET_UP}/remove`, {}],
    [`${PAGE}/recovery-codes`, {}],
    ['/settings/workspace/second-step', { required: 'yes' }],
  ])('comes before %s', async (path, fields) => {
    const visitor = await person.signIn();
    test.clock.advance(10 * MINUTE_MS);
    const asked = await visitor.send(path, fields);
    expect([asked.status, asked.html.includes('Confirm that it is you')]).toEqual([403, true]);
  });
});

describe('a workspace that requires a second step', () => {
  it('leads who has none to set it up, and lets them nowhere else', async () => {
    const owner = await person.signIn();
    const member = await addPerson(test, { name: `member${count}`, role: 'editor' });
    const visitor = await member.signIn();
    await setUp(owner);
    expect((await visitor.send('/settings/workspace/second-step', { required: 'yes' })).status).toBe(403);
    await owner.send('/settings/workspace/second-step', { required: 'yes' });
    try {
      expect((await owner.open('/posts')).status).toBe(200);
      for (const path of ['/', '/posts', '/settings/keys', '/posts/new']) {
        expect((await visitor.open(path)).headers.get('location')).toBe(SET_UP);
      }
      expect((await visitor.send('/posts', { text: 'Hello' })).headers.get('location')).toBe(SET_UP);
      expect((await visitor.open(SET_UP)).html).toContain('requires a second step');
      await setUp(visitor);
      expect((await visitor.open('/posts')).status).toBe(200);
      expect((await owner.open('/activity')).html).toContain('required a second factor');
    } finally {
      await owner.send('/settings/workspace/second-step', { required: 'no' });
    }
  });
});
