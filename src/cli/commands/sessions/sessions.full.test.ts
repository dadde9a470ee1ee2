import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { Visitor } from '../../../../test/support/visitor.js';

const GOOD = 'a kettle, two cups and no sugar';

const machine = new Machine();
let url = '';
beforeAll(async () => {
  url = await machine.serve();
});
afterAll(() => machine.remove());

/** A browser that opens a link of `postrider dashboard`. */
async function signedIn(): Promise<Visitor> {
  const { stdout } = await machine.run(['dashboard', '--quiet']);
  const visitor = new Visitor(url, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko Firefox/138.0' });
  await visitor.open(stdout.trim().slice(url.length));
  return visitor;
}

const isSignedIn = async (visitor: Visitor) => (await visitor.open('/channels')).status === 200;

describe('sessions', () => {
  it('are listed, and end one by one or all at once', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const { data } = JSON.parse((await machine.run(['sessions', '--json'])).stdout);
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ browser: 'Firefox on Linux', address: '127.0.0.1' });

    const ended = await machine.run(['sessions', 'end', data[0].id]);
    expect([ended.code, ended.stdout]).toEqual([0, 'Signed out Firefox on Linux.\n']);
    expect([await isSignedIn(first), await isSignedIn(second)].filter(Boolean)).toHaveLength(1);

    const unused = (await machine.run(['dashboard', '--quiet'])).stdout.trim();
    expect((await machine.run(['sessions', 'end', '--all'])).stdout).toBe('Signed out 1 browser.\n');
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false]);
    expect((await fetch(unused, { redirect: 'manual' })).status).toBe(403);
    expect((await machine.run(['sessions', 'list'])).stdout).toContain('No browser is signed in');
  });

  it('end only if one is named, or all', async () => {
    for (const args of [[], ['3f0c9a51b7de8846', '--all']]) {
      const { code, stderr } = await machine.run(['sessions', 'end', ...args]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Name one session, or use --all.')]);
    }
    const { code, stderr } = await machine.run(['sessions', 'end', '3f0c9a51b7de8846']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('No session has the id')]);
  });
});

describe('password', () => {
  it('refuses one that is easy to guess, and says why', async () => {
    const { code, stderr } = await machine.run(['password'], { input: 'password1234\n' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('attackers try “password” and “1234” first')]);
    const host = await machine.run(['password'], { input: 'velvet postrider anchor plum\n' });
    expect([host.code, host.stderr]).toEqual([2, expect.stringContaining('must not contain “postrider”')]);
  });

  it('signs out all browsers', async () => {
    const visitor = await signedIn();
    expect((await machine.run(['password'], { input: `${GOOD}\n` })).code).toBe(0);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('leaves it to the first start whether the data is a sandbox', async () => {
    const server = new Machine();
    try {
      expect((await server.run(['password'], { input: `${GOOD}\n` })).code).toBe(0);
      await server.serve('--live');
      const { sandbox } = JSON.parse((await server.run(['workspace', '--json'])).stdout);
      expect(sandbox).toBe(false);
    } finally {
      await server.remove();
    }
  });
});
