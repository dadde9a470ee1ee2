import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';
import type { ServedNetwork } from '../../src/backend/simulators/over-http/served-network.js';
import { CONNECTABLE_NAMES } from '../../src/networks/access.js';
import { BlueskySignIn } from '../support/networks/bluesky-sign-in.js';
import { MastodonServer, startPds } from '../support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';
import { ownListeningPort } from './support/own-listening-port.js';
import { atTerminal, inPipe, type PipeOptions } from './support/terminal.js';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';

let live: BackendUnderTest<Clock>;
let mastodon: MastodonServer;
let pds: ServedNetwork;
let bluesky: BlueskySignIn;
let env: Record<string, string>;

beforeAll(ownListeningPort);
beforeAll(async () => {
  mastodon = await MastodonServer.start();
  pds = await startPds({ app: APP_PASSWORD, own: 'the password of the account itself' });
  bluesky = await BlueskySignIn.start();
  live = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: bluesky.reroute },
  });
  env = { POSTRIDER_API_KEY: live.key, POSTRIDER_BASE_URL: live.backend.url };
});
afterAll(async () => {
  await live.close();
  await Promise.all([mastodon.close(), pds.close(), bluesky.close()]);
});

/** Runs a command in a pipe with this standard input. */
const piped = (args: readonly string[], { input = '', ...watched }: PipeOptions & { input?: string } = {}) =>
  inPipe(args, env, input, watched);

const blueskyArgs = () => [
  ...['accounts', 'connect', 'bluesky', pds.scene.account.handle],
  ...['--server', pds.origin, '--app-password', '-'],
];

/** Plays the browser: opens the address that the command prints, allows access, and follows the redirect. */
function browser(server: { allow(address: string): string } = mastodon): {
  readonly onShown: NonNullable<PipeOptions['onShown']>;
  readonly page: () => Promise<string>;
} {
  let page: Promise<string> | null = null;
  return {
    onShown: (text) => {
      const address = /^ {2}(http\S+)\n/m.exec(text)?.[1];
      if (address === undefined || page !== null) return;
      page = fetch(server.allow(address)).then((answer) => answer.text());
    },
    page: () => page ?? Promise.reject(new Error('No address was printed.')),
  };
}

describe('accounts connect', () => {
  it('says where to connect an account before there is one', async () => {
    const { stdout } = await inPipe(['accounts'], env);
    expect(stdout).toContain('postrider accounts connect bluesky name.bsky.social');
    expect(stdout).not.toContain('sandbox');
    const answer = await callDirectly({
      tool: 'postrider_list_accounts',
      args: {},
      client: clientOf(live.key, { baseUrl: live.backend.url }),
    });
    expect(answer.text).toContain(`${CONNECTABLE_NAMES} at ${live.backend.url}/channels`);
  });

  it('takes the app password of a Bluesky account on standard input', async () => {
    const { code, stdout, stderr } = await piped([...blueskyArgs(), '--json'], {
      input: `${APP_PASSWORD}\n`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ platform: 'bluesky', simulated: false });
    const quiet = await piped([...blueskyArgs(), '--quiet'], { input: APP_PASSWORD });
    expect(quiet.stdout).toMatch(/^acc_\w+\n$/);
    const again = await piped(blueskyArgs(), { input: APP_PASSWORD });
    expect(again.stdout).toMatch(/Connected Bluesky @\S+ again: acc_/);
  });

  it('refuses a wrong app password, and never prints it', async () => {
    const { code, stdout, stderr } = await piped(blueskyArgs(), { input: 'wrong-wrong-wrong' });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain(`Begin again: postrider ${blueskyArgs().join(' ')}\n`);
    expect(stderr).not.toContain('wrong-wrong');
  });

  it('needs a terminal or standard input for the app password', async () => {
    const args = ['accounts', 'connect', 'bluesky', pds.scene.account.handle, '--server', pds.origin];
    const { code, stderr } = await piped(args);
    expect(code).toBe(2);
    expect(stderr).toContain('--app-password -');
    const shown = await piped([...args, '--app-password', APP_PASSWORD]);
    expect(shown.code).toBe(2);
    expect(shown.stderr).not.toContain(APP_PASSWORD);
  });

  it('waits for the browser of a Mastodon account', async () => {
    const { onShown, page } = browser();
    const { code, stdout } = await piped(['accounts', 'connect', 'mastodon', mastodon.origin], { onShown });
    expect(code).toBe(0);
    expect(stdout).toContain('Connected Mastodon @');
    expect(stdout).toContain('appears on the real network');
    expect(await page()).toContain('You can close this page');
  });

  it('uses the registration at a server of Mastodon again while the server knows it', async () => {
    const connect = async () => {
      const { onShown, page } = browser();
      const { code } = await piped(['accounts', 'connect', 'mastodon', mastodon.origin], { onShown });
      expect([code, await page()]).toEqual([0, expect.stringContaining('You can close this page')]);
    };
    await connect();
    const known = [...mastodon.apps.keys()];
    await connect();
    expect([...mastodon.apps.keys()]).toEqual(known);
    for (const clientId of known) mastodon.apps.delete(clientId);
    await connect();
    expect(mastodon.apps.size).toBe(1);
  });

  it('lets no other page arrive in the network’s place', async () => {
    let answers: Promise<number[]> | null = null;
    const { code } = await piped(['accounts', 'connect', 'mastodon', mastodon.origin], {
      onShown: (text) => {
        const address = /^ {2}(http\S+)\n/m.exec(text)?.[1];
        if (address === undefined || answers !== null) return;
        const [wrong, right] = [address.replace(/(?<=[?&]state=)[^&]+/, 'guessed'), address];
        const statusAt = async (one: string) => (await fetch(mastodon.allow(one))).status;
        answers = statusAt(wrong).then(async (status) => [status, await statusAt(right)]);
      },
    });
    expect([code, await answers]).toEqual([0, [404, 200]]);
  });

  it('waits for the browser of a Bluesky account that signs in without an app password', async () => {
    const { onShown, page } = browser(bluesky);
    const { handle } = bluesky.pds.scene.account;
    const args = ['accounts', 'connect', 'bluesky', handle, '--method', 'browser'];
    const { code, stdout } = await piped(args, { onShown });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Connected Bluesky @${handle}`)]);
    expect([await page(), bluesky.hints]).toEqual([
      expect.stringContaining('You can close this page'),
      [handle],
    ]);
    const both = await piped([...args, '--app-password', '-'], { input: APP_PASSWORD });
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('does not go with --method browser'),
    ]);
  });

  it('takes a pasted code of a Mastodon account', async () => {
    let code: string | undefined;
    const typed = await atTerminal(
      ['accounts', 'connect', 'mastodon', mastodon.origin, '--method', 'browser', '--help'],
      { env },
    );
    expect(typed.stdout).toContain('--method');
    const { code: exit } = await atTerminal(
      ['accounts', 'connect', 'mastodon', mastodon.origin, '--method', 'code'],
      {
        env,
        onShown: (shown, type) => {
          const address = /^ {2}(http\S+)\r?\n/m.exec(shown)?.[1];
          if (address === undefined || code !== undefined || !shown.includes('Code: ')) return;
          code = mastodon.allow(address);
          type(code);
        },
      },
    );
    expect(exit).toBe(0);
  });

  it('ends on Ctrl-C while it waits for the browser', async () => {
    const interrupted = new AbortController();
    const { code, stdout } = await piped(['accounts', 'connect', 'mastodon', mastodon.origin], {
      signal: interrupted.signal,
      onShown: (text) => {
        if (text.includes('Waiting for the browser')) interrupted.abort();
        else if (text.includes('Open this address')) setImmediate(() => interrupted.abort());
      },
    });
    expect([code, stdout]).toEqual([130, '']);
  });
});

describe('connected accounts', () => {
  it('are shown as real in the list, the details and the tools', async () => {
    await piped(blueskyArgs(), { input: APP_PASSWORD });
    const list = await inPipe(['accounts'], env);
    expect(list.stdout).toMatch(/bluesky +@\S+ +healthy/);
    expect(list.stderr).toContain('These accounts are real: they publish on the real networks.');
    const id = (await inPipe(['accounts', '--platform', 'bluesky', '--quiet'], env)).stdout.trim();
    expect((await inPipe(['accounts', 'get', id], env)).stdout).toContain(
      'real: it publishes on the real network',
    );
    expect((await inPipe(['whoami'], env)).stdout).toContain('live: posts appear on the real networks');
    const client = clientOf(live.key, { baseUrl: live.backend.url });
    const listed = await callDirectly({ tool: 'postrider_list_accounts', args: {}, client });
    expect(listed.text).toContain('They are real: they publish on the real networks.');
    const args = { accountIds: [id], text: 'New beans are in.', scheduleMode: 'now' };
    const asked = await callDirectly({ tool: 'postrider_create_post', args, client });
    expect(asked.structured['preview']).toContain('Real network: what is published is public.');
    const done = await callDirectly({
      tool: 'postrider_create_post',
      args: { ...args, confirmToken: asked.structured['confirmToken'] },
      client,
    });
    expect(done.text).toContain(' on bluesky (for real, public)');
  });

  it('give the page to reconnect at wherever a post needs it', async () => {
    const id = (await inPipe(['accounts', '--platform', 'bluesky', '--quiet'], env)).stdout.trim();
    await live.backend.services.store.db
      .updateTable('accounts')
      .set({ health_status: 'reconnect_required', health_reason: 'Access was revoked.' })
      .where('id', '=', id)
      .execute();
    const page = `${live.backend.url}/channels/${id}/connect`;
    const client = clientOf(live.key, { baseUrl: live.backend.url });
    const args = { accountIds: [id], text: 'Still open.', scheduleMode: 'now' };
    for (const tool of [
      'postrider_create_post',
      'postrider_validate_post',
      'postrider_list_accounts',
    ] as const) {
      const { text } = await callDirectly({
        tool,
        args: tool === 'postrider_list_accounts' ? {} : args,
        client,
      });
      expect(text).toContain(page);
    }
    expect((await inPipe(['accounts', 'get', id], env)).stdout).toContain(page);
    const refused = await inPipe(
      ['posts', 'create', '--account', id, '--text', 'Open.', '--now', '--yes'],
      env,
    );
    expect(refused.stderr).toContain(page);
  });
});

it('in a sandbox, accounts connect says how to start a live backend', async () => {
  const sandbox = await BackendUnderTest.start();
  const { code, stderr } = await inPipe(['accounts', 'connect', 'mastodon', 'mastodon.social'], {
    POSTRIDER_API_KEY: sandbox.key,
    POSTRIDER_BASE_URL: sandbox.backend.url,
  });
  expect(code).toBe(4);
  expect(stderr).toContain('postrider serve --live --data ./postrider-live');
  expect(stderr).toContain('sandbox connect bluesky');
  await sandbox.close();
});
