import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, storePassword } from '../../../../test/support/admin-password.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start({ trustedProxies: ['127.0.0.0/8'] });
  await storePassword(test.backend.services.store);
});
beforeEach(() => test.clock.advance(60_000));
afterAll(() => test.close());

/** A browser elsewhere, as the proxy announces it. */
const from = (address: string) => new Visitor(test.backend.url, { 'x-forwarded-for': address });
const signIn = async (visitor: Visitor, password = ADMIN_PASSWORD) =>
  (await visitor.send('/sign-in', { password })).status;

/** Wrong passwords from an address until the server refuses to check more. */
async function exhaust(visitor: Visitor): Promise<number> {
  let checked = 0;
  while ((await signIn(visitor, 'not the right password')) === 403) checked += 1;
  return checked;
}

describe('wrong passwords', () => {
  it('from one address keep nobody out at another', async () => {
    const stranger = from('198.51.100.7');
    expect(await exhaust(stranger)).toBe(10);
    expect(await signIn(stranger)).toBe(429);
    expect(await signIn(from('203.0.113.4'))).toBe(303);
  });

  it('are counted for a whole IPv6 network, from which one machine can use every address', async () => {
    expect(await exhaust(from('2001:db8:1:2::1'))).toBe(10);
    expect(await signIn(from('2001:db8:1:2:aaaa::5'))).toBe(429);
    expect(await signIn(from('2001:db8:1:3::1'))).toBe(303);
  });

  it('from the owner’s own address keep out no browser that has signed in before', async () => {
    const owner = from('198.51.100.20');
    expect(await signIn(owner)).toBe(303);
    await owner.send('/sign-out');
    expect(owner.cookie).toBeNull();
    await exhaust(from('198.51.100.20'));
    expect(await signIn(from('198.51.100.20'))).toBe(429);
    expect(await signIn(owner)).toBe(303);
  });

  it('keep out no browser that is signed in', async () => {
    const owner = from('198.51.100.21');
    await signIn(owner);
    owner.device = null;
    await exhaust(from('198.51.100.21'));
    expect(await signIn(owner)).toBe(303);
  });

  it('are limited for a known browser as well, and stop counting after a minute', async () => {
    const owner = from('198.51.100.22');
    await signIn(owner);
    expect(await exhaust(owner)).toBe(10);
    const refused = await owner.send('/sign-in', { password: ADMIN_PASSWORD });
    expect(refused.headers.get('retry-after')).toBe('6');
    expect(refused.html).toContain('Try again in 6 s');
    test.clock.advance(6_000);
    expect(await signIn(owner)).toBe(303);
  });

  it.each([
    ['with an invented signature', (value: string) => `${value.slice(0, -3)}AAA`],
    ['of another browser id', (value: string) => value.replace('=', '=A')],
    ['that is empty', () => 'postrider_device='],
  ])('count for the address if the browser’s cookie is one %s', async (_, forged) => {
    const owner = from('198.51.100.30');
    await signIn(owner);
    await exhaust(from('198.51.100.30'));
    const forger = from('198.51.100.30');
    forger.device = forged(owner.device ?? '');
    expect(await signIn(forger)).toBe(429);
    test.clock.advance(60_000);
  });
});

describe('the address of a client', () => {
  it('is the last one that a trusted proxy does not vouch for, whatever the client claims', async () => {
    for (let count = 0; count < 10; count += 1) {
      await signIn(from(`203.0.113.${count}, 198.51.100.40, 127.0.0.5`), 'not the right password');
    }
    expect(await signIn(from('198.51.100.40'))).toBe(429);
    expect(await signIn(from('203.0.113.1'))).toBe(303);
  });

  it('is that of the connection if no proxy is trusted', async () => {
    const direct = await BackendUnderTest.start();
    await storePassword(direct.backend.services.store);
    for (let count = 0; count < 10; count += 1) {
      const visitor = new Visitor(direct.backend.url, { 'x-forwarded-for': `203.0.113.${count}` });
      expect(await signIn(visitor, 'not the right password')).toBe(403);
    }
    expect(await signIn(new Visitor(direct.backend.url, { 'x-forwarded-for': '192.0.2.9' }))).toBe(429);
    await direct.close();
  });

  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.1/', ''])(
    'comes from no proxy that is called %j',
    async (name) => {
      await expect(BackendUnderTest.start({ trustedProxies: [name] })).rejects.toMatchObject({
        reason: 'trusted_proxies_invalid',
      });
    },
  );
});
