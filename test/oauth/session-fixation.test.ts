import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '../../src/backend/domain/access/factors/totp.js';
import { createSignInLink } from '../../src/backend/domain/access/sign-in-links.js';
import { addPerson, type TestPerson } from '../support/people.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';

const STEP_MS = 30_000;
const SET_UP = '/settings/sign-in/authenticator';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

const browser = () => new Visitor(test.backend.url);
const isIn = async (visitor: Visitor) => (await visitor.open('/settings/sign-in')).status === 200;

/** Whether a cookie alone lets somebody in. */
async function opens(cookie: string | null): Promise<boolean> {
  const stranger = browser();
  stranger.cookie = cookie;
  return isIn(stranger);
}

/** A cookie of the right name and form, with a secret that the attacker chose. */
function madeUp(kind: 'session' | 'step'): string {
  return `postrider_${kind}_${test.backend.port}=${randomBytes(32).toString('base64url')}`;
}

const code = (secret: string): string => {
  test.clock.advance(STEP_MS);
  return totpCode(secret, stepAt(test.clock.now()));
};

/** Somebody with an authenticator app. */
async function withFactor(name: string): Promise<TestPerson & { readonly secret: string }> {
  const person = await addPerson(test, { name, role: 'owner' });
  const visitor = await person.signIn();
  const { html } = await visitor.open(SET_UP);
  const [, secret = ''] = /data-copy="([A-Z2-7]{32})"/.exec(html) ?? [];
  const [, sealed = ''] = /name="secret" value="([^"]*)"/.exec(html) ?? [];
  expect((await visitor.send(SET_UP, { secret: sealed, code: code(secret) })).status).toBe(200);
  return { ...person, secret };
}

const password = (visitor: Visitor, { credentials }: TestPerson) =>
  visitor.send('/sign-in', { csrf: '', ...credentials, next: '/posts' });
const factor = (visitor: Visitor, secret: string) =>
  visitor.send('/sign-in/second-factor', { csrf: '', next: '/posts', code: code(secret) });

/** Each way to become somebody, by a browser that has a cookie of the attacker’s. */
const WAYS: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
  password: async (visitor) =>
    password(visitor, await addPerson(test, { name: `ada${test.clock.now()}`, role: 'owner' })),
  'a link from the terminal': async (visitor) => {
    const token = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    return visitor.open(`/sign-in?token=${token}`);
  },
  'an invitation': async (visitor) => {
    const { html } = await (await Visitor.signedIn(test)).send('/settings/people/invite', { role: 'editor' });
    const [, token = ''] = /data-copy="[^"]*\/join\?token=([\w-]{43})"/.exec(html) ?? [];
    const words = 'a kettle, two cups and no sugar';
    const fields = { name: `kim${test.clock.now()}`, displayName: 'Kim', password: words, repeated: words };
    return visitor.send('/join', { csrf: '', token, ...fields });
  },
};

describe('session fixation: a cookie that an attacker planted before the sign-in', () => {
  it.each(Object.keys(WAYS))('is worth nothing after it, by %s: its secret is new', async (way) => {
    test.clock.advance(60_000);
    const victim = browser();
    const planted = madeUp('session');
    victim.cookie = planted;
    await WAYS[way]?.(victim);
    expect([await isIn(victim), victim.cookie === planted]).toEqual([true, false]);
    expect(await opens(planted)).toBe(false);
  });

  it('ends where it was the session of the attacker, who does not become the victim', async () => {
    test.clock.advance(60_000);
    const attacker = await (await addPerson(test, { name: 'mallory', role: 'viewer' })).signIn();
    const victim = browser();
    victim.cookie = attacker.cookie;
    await password(victim, await addPerson(test, { name: 'vera', role: 'owner' }));
    expect((await victim.open('/settings/sign-in')).html).toContain('vera');
    expect([victim.cookie === attacker.cookie, await isIn(attacker)]).toEqual([false, false]);
  });
});

describe('session fixation at the second step', () => {
  it('the password brings a new secret, and the code another one', async () => {
    test.clock.advance(60_000);
    const victim = await withFactor('walt');
    const visitor = browser();
    const [plantedStep, plantedSession] = [madeUp('step'), madeUp('session')];
    visitor.step = plantedStep;
    visitor.cookie = plantedSession;
    await password(visitor, victim);
    const asked = visitor.step;
    expect(asked).toMatch(/^postrider_step_\d+=[\w-]{43}$/);
    expect(asked).not.toBe(plantedStep);
    expect([await opens(plantedSession), await isIn(visitor)]).toEqual([false, false]);

    // The attacker plants again while the code is asked for.
    visitor.cookie = madeUp('session');
    const plantedLater = visitor.cookie;
    expect((await factor(visitor, victim.secret)).status).toBe(303);
    expect([await isIn(visitor), visitor.cookie === plantedLater]).toEqual([true, false]);
    const secretOf = (cookie: string | null) => cookie?.split('=')[1] ?? '';
    for (const earlier of [plantedStep, asked, plantedSession, plantedLater]) {
      const asSession = `postrider_session_${test.backend.port}=${secretOf(earlier)}`;
      expect(await opens(asSession)).toBe(false);
    }
    // The answered step cannot be answered again.
    const late = browser();
    late.step = asked;
    expect((await factor(late, victim.secret)).headers.get('location')).toBe('/sign-in');
    expect(await isIn(late)).toBe(false);
  });

  it('a step that the attacker began does not become that of the victim', async () => {
    test.clock.advance(60_000);
    const mallory = await withFactor('mel');
    const victim = await withFactor('xena');
    const attacker = browser();
    await password(attacker, mallory);
    const visitor = browser();
    visitor.step = attacker.step;
    await password(visitor, victim);
    expect(visitor.step).not.toBe(attacker.step);
    await factor(visitor, victim.secret);
    expect((await visitor.open('/settings/sign-in')).html).toContain('xena');
    // What the attacker holds is still their own sign-in, which needs their own code.
    expect((await factor(attacker, victim.secret)).status).toBe(403);
    expect(await isIn(attacker)).toBe(false);
  });
});
