import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listAt, textAt } from '../../../src/backend/networks/requests/json-answer.js';
import { launchBrowser, noBrowser } from '../../full/support/browser.js';
import { Pds, type PdsAccount } from '../servers/start-pds.js';
import { Home, type Program, type Said } from './programs.js';
import { recordsAt } from './read-back.js';
import { sealedSecrets } from './sealed-secrets.js';
import { SecretSearch } from './secret-search.js';
import { ToolUser } from './tool-user.js';

const { installed } = inject('servers').pds;
/** How long access lasts. */
const SHORT_MS = 10_000;

/** Bluesky accounts whose owners sign in at the real server, at its own pages. */
describe.skipIf(installed === null || noBrowser)(
  'signing in at a real Bluesky server',
  { timeout: 180_000 },
  () => {
    let pds: Pds;
    let owner: PdsAccount;
    let other: PdsAccount;
    let home: Home;
    let url: string;
    let serving: Program;
    let key: string;
    let browser: Browser;
    /** Everything that came out of Postrider, except what its programs printed. */
    const said: Said[] = [];
    /** The codes with which browsers came back. */
    const codes = new Set<string>();
    /** Where browsers came back with them. */
    const returnedTo = new Set<string>();

    beforeAll(async () => {
      if (installed === null) return;
      pds = await Pds.start(installed);
      // Shorter than the time before its end at which Postrider renews access.
      pds.tokensLast(SHORT_MS);
      owner = await pds.createAccount('fernhill');
      other = await pds.createAccount('northwind');
      home = new Home({ POSTRIDER_TEST_LOOPBACK_NETWORKS: pds.directories });
      ({ url, program: serving } = await home.serve());
      key = (await home.run(['keys', 'create', '--label', 'my agent', '--preset', 'full', '--quiet'])).trim();
      await home.run(['login', '--key', '-', '--base-url', url], key);
      browser = await launchBrowser();
    }, 180_000);

    afterAll(async () => {
      await browser?.close();
      await home?.remove();
      await pds?.stop();
    });

    /** What a person does at the pages of the server. */
    async function signIn(
      page: Page,
      account: PdsAccount,
      answer: 'Authorize' | 'Deny access',
    ): Promise<void> {
      await page.locator('input[type=password]').fill(account.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: answer }).click();
    }

    function watch(page: Page): void {
      page.on('request', (request) => {
        const asked = new URL(request.url());
        const code = asked.searchParams.get('code');
        if (code === null) return;
        codes.add(code);
        if (asked.origin !== pds.origin) returnedTo.add(asked.hostname);
      });
    }

    async function connectFromTerminal(answer: 'Authorize' | 'Deny access'): Promise<Program> {
      const connect = home.start([
        ...['accounts', 'connect', 'bluesky', owner.handle],
        ...['--server', pds.origin, '--method', 'browser'],
      ]);
      const page = await (await browser.newContext()).newPage();
      watch(page);
      await page.goto(await connect.prints(/http:\/\/localhost:\d+\/oauth\/authorize\?\S+/));
      await signIn(page, owner, answer);
      await page.getByText('You can close this page').waitFor();
      expect(new URL(page.url()).hostname).toBe('127.0.0.1');
      await page.context().close();
      return connect;
    }

    async function api(path: string): Promise<unknown> {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      const text = await response.text();
      said.push({ where: `GET ${path}`, text });
      return JSON.parse(text);
    }

    const accountOf = async ({ handle }: PdsAccount): Promise<unknown> =>
      listAt(await api('/v1/accounts'), 'data').find((one) => textAt(one, 'handle') === `@${handle}`);

    /** Publishes through the built tool server, and reads it back at the server. */
    async function publishes(account: PdsAccount, text: string): Promise<void> {
      const tools = await ToolUser.open({ ...home.env, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url });
      const id = textAt(await accountOf(account), 'id');
      const post = { accountIds: [id], text, scheduleMode: 'now' };
      const made = await tools.call('create_post', post);
      const done = await tools.call('get_post', { id: made.structured['id'], waitSeconds: 40 });
      said.push({
        where: `tools: ${text}`,
        text: `${made.text}\n${done.text}\n${JSON.stringify(done.structured)}`,
      });
      expect(done.structured).toMatchObject({ status: 'published' });
      const there = [...(await recordsAt(pds, account)).values()].map((value) => textAt(value, 'text'));
      expect(there.filter((one) => one === text)).toHaveLength(1);
    }

    it('connects nothing from a terminal when the person denies access', async () => {
      const connect = await connectFromTerminal('Deny access');
      await expect(connect.succeeds()).rejects.toThrow('Access was not allowed');
      expect(await accountOf(owner)).toBeUndefined();
    });

    it('connects from a terminal, and publishes', async () => {
      const connect = await connectFromTerminal('Authorize');
      expect(await connect.succeeds()).toContain(`Connected Bluesky @${owner.handle}`);
      expect(await accountOf(owner)).toMatchObject({
        simulated: false,
        health: { status: 'healthy', expiresAt: expect.any(String) },
      });
      await publishes(owner, 'Signed in from a terminal');
    });

    it('connects in the dashboard after it was denied once, and publishes', async () => {
      const link = (await home.run(['dashboard', '--quiet'])).trim();
      const page = await (await browser.newContext({ baseURL: url })).newPage();
      watch(page);
      await page.goto(link);
      const begin = async (answer: 'Authorize' | 'Deny access') => {
        await page.goto('/channels/connect/bluesky');
        await page.getByLabel('Handle').fill(other.handle);
        await page.getByText('My account is on a server of its own').click();
        await page.getByLabel('Server (PDS)').fill(pds.origin);
        await page.getByRole('button', { name: 'Sign in at Bluesky instead' }).click();
        await page.getByRole('link', { name: /^Continue to/ }).click();
        await signIn(page, other, answer);
      };
      await begin('Deny access');
      await page.getByText('Access was not allowed at the network.').waitFor();
      expect(await accountOf(other)).toBeUndefined();
      await begin('Authorize');
      await page.getByText(`Connected @${other.handle} on Bluesky.`).waitFor();
      await page.getByText('Access ends').first().waitFor();
      for (const path of [
        '/channels',
        '/activity',
        `/channels/${textAt(await accountOf(other), 'id')}/connect`,
      ]) {
        said.push({ where: `page ${path}`, text: await (await page.request.get(path)).text() });
      }
      await page.context().close();
      await publishes(other, 'Signed in in the dashboard');
    });

    it('renews access that ends again and again, and publishes each post once', async () => {
      const renewals = () => pds.requests.filter(({ path }) => path === '/oauth/token').length;
      const before = renewals();
      for (const text of ['Once', 'Twice', 'Three times']) await publishes(owner, `Renewed: ${text}`);
      expect(renewals() - before).toBeGreaterThanOrEqual(3);
      expect(await accountOf(owner)).toMatchObject({ health: { status: 'healthy' } });
    });

    it('shows nothing of a token, key or code in any answer, page, file, log or backup', async () => {
      for (const path of ['/v1/accounts', '/v1/events?limit=100', '/v1/posts?limit=100']) await api(path);
      await home.run(['accounts', 'check', textAt(await accountOf(owner), 'id') ?? '']);
      const backup = join(home.folder, 'backup.tar.gz');
      await home.run(['backup', backup]);
      await serving.stop();

      const sealed = await sealedSecrets({ dataFolder: home.data }, { file: join(home.data, 'secret.key') });
      const kept = [...sealed]
        .filter(([, purpose]) => purpose.startsWith('account:'))
        .map(([secret]) => secret);
      // What is sealed is what the server granted, and the key of each of the two accounts that proves who has it.
      const tokens = kept.filter((secret) => pds.granted.includes(secret));
      expect(tokens).toHaveLength(2 * 2);
      expect(kept.length - tokens.length).toBeGreaterThanOrEqual(2);
      expect(codes.size).toBe(2);
      // Servers send the browser of a program on this machine to an address, never to a name.
      expect([...returnedTo]).toEqual(['127.0.0.1']);

      const secrets = new Map(sealed);
      for (const token of pds.granted) secrets.set(token, 'granted by Bluesky’s server');
      for (const code of codes) secrets.set(code, 'a code');
      for (const { password } of [owner, other]) secrets.set(password, 'a password');
      const search = new SecretSearch(secrets);
      const found: string[] = [];
      const look = (where: string, bytes: Uint8Array) =>
        found.push(...search.in(bytes).map((name) => `${where}: ${name}`));
      for (const { where, text } of [...said, ...home.said]) look(where, Buffer.from(text));
      for (const entry of readdirSync(home.data, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile()) look(path, readFileSync(path));
      }
      look('the backup', gunzipSync(readFileSync(backup)));
      expect(found).toEqual([]);
    });
  },
);
