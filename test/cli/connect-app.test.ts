import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';
import { AppSignIn } from '../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import { x } from '../../src/backend/simulators/over-http/sign-in/x.js';
import { hasErrno } from '../../src/base/errno.js';
import { commandLineRedirect, LISTENING } from '../../src/networks/access/redirects.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';
import { Visitor } from '../support/visitor.js';
import { ownListeningPort } from './support/own-listening-port.js';
import { atTerminal, inPipe } from './support/terminal.js';

let signIn: AppSignIn;
let live: BackendUnderTest<Clock>;
let env: Record<string, string>;

beforeAll(ownListeningPort);
beforeAll(async () => {
  signIn = await AppSignIn.start(x);
  live = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
  });
  signIn.app.redirects.push(commandLineRedirect(signIn.access.redirect) ?? '');
  env = { POSTRIDER_API_KEY: live.key, POSTRIDER_BASE_URL: live.backend.url };
});
afterAll(async () => {
  await live.close();
  await signIn.close();
});

/** Takes the port of the command line; null: another program has it. */
function takePort(): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (hasErrno(error, 'EADDRINUSE') ? resolve(null) : reject(error)));
    server.listen(LISTENING.port, '127.0.0.1', () => resolve(server));
  });
}

const close = (server: Server | null): Promise<void> =>
  new Promise((resolve) => (server === null ? resolve() : server.close(() => resolve())));

/** Connects, and plays the browser that opens the printed address and follows the network back. */
async function connect() {
  let page: Promise<string> | null = null;
  const ended = await inPipe(['accounts', 'connect', 'x'], env, '', {
    onShown: (shown) => {
      const address = /^ {2}(http\S+)\n/m.exec(shown)?.[1];
      if (address !== undefined) page ??= fetch(signIn.allow(address)).then((answer) => answer.text());
    },
  });
  return { ...ended, page: await (page ?? '') };
}

describe('an app in a terminal', () => {
  it('is described before it is set, with its price and its steps', async () => {
    const { stdout } = await inPipe(['apps', 'get', 'x'], env);
    for (const words of [
      'X charges $0.015',
      'https://console.x.com',
      `http://127.0.0.1:${LISTENING.port}/callback`,
      '1. ',
    ])
      expect(stdout).toContain(words);
    const { code, stderr } = await inPipe(['accounts', 'connect', 'x', '--method', 'paste'], env);
    expect(code).not.toBe(0);
    for (const words of ['an app of your own', 'X charges $0.015', 'apps set x'])
      expect(stderr).toContain(words);
  });

  it('is set by prompts, and the secret is not shown', async () => {
    const { clientId, clientSecret } = signIn.app;
    const { code, stdout, stderr } = await atTerminal(['apps', 'set', 'x'], {
      env,
      answers: [clientId, clientSecret ?? ''],
    });
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(clientSecret);
    expect((await inPipe(['apps'], env)).stdout).toMatch(/x +client-of-the-test +set +database/);
  });

  it('gets its API Key Secret from standard input, and keeps the rest', async () => {
    const given = 'api-key-secret-of-the-test';
    const set = await inPipe(['apps', 'set', 'x', '--api-key-secret', '-'], env, `${given}\n`);
    expect([set.code, (set.stdout + set.stderr).includes(given)]).toEqual([0, false]);
    const { stdout } = await inPipe(['apps', 'get', 'x'], env);
    expect(stdout).toMatch(/App +client-of-the-test/);
    expect(stdout).toMatch(/API Key Secret +set/);
    expect(stdout).toMatch(/^ {3} {2}-d '\{"url":"http.+\/notices\/x\/client-of-the-test\/ws_\w+"\}' \\$/m);
    expect(stdout).not.toContain(given);
  });

  it.each([
    ['on the command line', ['--api-key-secret', 'b'], '', 'Write --api-key-secret -'],
    ['that is empty', ['--api-key-secret', '-'], '\n', 'no secret'],
    ['beside another', ['--api-key-secret', '-', '--client-secret', '-'], 'a', 'one secret only'],
  ])('refuses an API Key Secret %s', async (_, options, input, words) => {
    const { code, stderr } = await inPipe(['apps', 'set', 'x', ...options], env, input);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('refuses a secret on the command line, and an account that the browser asks for', async () => {
    const shown = await inPipe(['apps', 'set', 'x', '--client-id', 'a', '--client-secret', 'b'], env);
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('could be read by others')]);
    const named = await inPipe(['accounts', 'connect', 'x', '@fernhill'], env);
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('asks in the browser')]);
  });
});

describe('connecting with an app', () => {
  it('says what to do if another program has the port that is registered', async () => {
    const taken = await takePort();
    const { code, stderr } = await connect();
    await close(taken);
    expect(code).not.toBe(0);
    expect(stderr).toContain('--method paste');
  });

  it('waits for the browser at the registered address, and says what publishing costs', async () => {
    const { code, stdout, page } = await connect();
    expect([code, page]).toEqual([0, expect.stringContaining('You can close this page')]);
    expect(stdout).toContain('Connected X @');
    expect(stdout).toContain('X charges $0.015 for a post and $0.20 for one with a link.');
    expect(stdout).toMatch(/Next: postrider posts validate --account acc_\w+ --text "Hello" --now/);
  });

  it('asks again after an address that is not the answer', async () => {
    const returnUrl = 'https://post.example/pasted';
    signIn.app.redirects.push(returnUrl);
    let asked = 0;
    const { code, stderr } = await atTerminal(
      ['accounts', 'connect', 'x', '--method', 'paste', '--return-url', returnUrl],
      {
        ...{ env, columns: 400 },
        onShown: (shown, type) => {
          const address = /^ {2}(http\S+)\r?\n/m.exec(shown)?.[1];
          const questions = shown.split('Address: ').length - 1;
          if (address === undefined || questions <= asked) return;
          asked = questions;
          type(asked === 1 ? returnUrl : signIn.allow(address));
        },
      },
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('comes without a code')]);
  });

  it('asks before numbers are read that cost money, in a terminal and in the dashboard', async () => {
    const id = (await inPipe(['accounts', '--quiet'], env)).stdout.trim();
    const update = ['accounts', 'update', id, '--numbers'];
    const refused = await atTerminal([...update, 'on'], { env, answers: ['n'] });
    expect([refused.code, refused.stderr]).toEqual([
      8,
      expect.stringContaining('X charges $0.015 for each post that you publish from now on.'),
    ]);
    const person = await Visitor.signedIn(live);
    expect((await person.open('/channels')).html).toMatch(
      /data-ask="Read the numbers of @\w+\? X charges \$0\.015/,
    );
    const turnedOn = await atTerminal([...update, 'on'], { env, answers: ['y'] });
    expect([turnedOn.code, turnedOn.stdout]).toEqual([0, expect.stringContaining('Numbers are read')]);
    expect((await person.open('/channels')).html).not.toContain('Read the numbers of');
    expect((await inPipe([...update, 'off'], env)).code).toBe(0);
  });

  it('asks the same before comments are read, with the most that a day costs', async () => {
    const id = (await inPipe(['accounts', '--quiet'], env)).stdout.trim();
    const update = ['accounts', 'update', id, '--comments'];
    const price = 'X charges up to $0.015 for each comment that people write from now on.';
    const refused = await atTerminal([...update, 'on'], { env, answers: ['n'] });
    expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining(price)]);
    expect(refused.stderr).toContain('At most 100 are read in a day: $1.50.');
    const person = await Visitor.signedIn(live);
    expect((await person.open('/channels')).html).toMatch(
      /data-ask="Read the comments on posts of @\w+\? X charges up to \$0\.015/,
    );
    const turnedOn = await atTerminal([...update, 'on'], { env, answers: ['y'] });
    expect([turnedOn.code, turnedOn.stdout]).toEqual([0, expect.stringContaining('are read.')]);
    expect((await inPipe([...update, 'off'], env)).code).toBe(0);
  });

  it('shows the price in the account, the tools, and what they ask to confirm', async () => {
    const id = (await inPipe(['accounts', '--quiet'], env)).stdout.trim();
    expect((await inPipe(['accounts', 'get', id], env)).stdout).toContain('X charges $0.015 for a post');
    const client = clientOf(live.key, { baseUrl: live.backend.url });
    const listed = await callDirectly({ tool: 'postrider_list_accounts', args: {}, client });
    expect(listed.text).toContain('X charges $0.015 for a post');
    const args = { accountIds: [id], text: 'See https://example.org', scheduleMode: 'now' };
    const asked = await callDirectly({ tool: 'postrider_create_post', args, client });
    expect(asked.structured['preview']).toContain('X charges $0.20 for this post, because it has a link');
    const validated = await inPipe(
      ['posts', 'validate', '--account', id, '--text', 'https://example.org', '--now'],
      env,
    );
    expect(validated.stdout).toContain('X charges $0.20 for this post');
  });

  it('says the price before it asks whether to publish, and asks for the sum of several accounts', async () => {
    const id = (await inPipe(['accounts', '--quiet'], env)).stdout.trim();
    const words = ['--account', id, '--text', 'See https://example.org'];
    const price = 'Warning: X charges $0.20 for this post, because it has a link; without one, $0.015.';
    const refused = await atTerminal(['posts', 'create', ...words, '--now'], { env, answers: ['n'] });
    expect(refused.code).toBe(8);
    expect(refused.stderr).toContain(price);
    expect(refused.stderr.indexOf(price)).toBeLessThan(refused.stderr.indexOf('Publish? [y/N]'));
    expect(refused.stderr).toContain('Real network: what is published is public.');

    const draft = (await inPipe(['posts', 'create', ...words, '--quiet'], env)).stdout.trim();
    const stored = await atTerminal(['posts', 'publish', draft, '--now'], { env, answers: ['n'] });
    expect(stored.code).toBe(8);
    expect(stored.stderr.indexOf(price)).toBeGreaterThan(-1);
    expect(stored.stderr.indexOf(price)).toBeLessThan(stored.stderr.indexOf('Publish? [y/N]'));

    const later = await atTerminal(['posts', 'publish', draft, '--at', 'in 3 days'], { env });
    expect([later.code, later.stderr]).toEqual([
      0,
      expect.stringMatching(/^Warning: x @\S+: X charges \$0\.20/),
    ]);
  });
});
