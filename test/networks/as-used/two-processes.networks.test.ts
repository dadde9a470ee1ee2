import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listAt, textAt } from '../../../src/backend/networks/requests/json-answer.js';
import { launchBrowser, noBrowser } from '../../full/support/browser.js';
import { PostgresServer } from '../../support/postgres/postgres-server.js';
import { writeRenewals } from '../measured.js';
import { Pds, type PdsAccount } from '../servers/start-pds.js';
import { Home, type Program } from './programs.js';
import { recordsAt } from './read-back.js';
import { sealedSecrets } from './sealed-secrets.js';

const ensuredPds = inject('servers').pds;
const ROUNDS = [1, 2, 3];
const POSTS_OF_EACH = 5;
/** What a person does at the pages of the server that a command names. @returns what the command printed */
async function signedIn(connect: Program, owner: PdsAccount): Promise<string> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(await connect.prints(/http:\/\/localhost:\d+\/oauth\/authorize\?\S+/));
    await page.locator('input[type=password]').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('You can close this page').waitFor();
    return await connect.succeeds();
  } finally {
    await browser.close();
  }
}

/** An access token lasts 2 hours, and a refresh token that was used is accepted for 2 more. */
const MOVED_MS = 5 * 60 * 60_000;
const REFRESH = '/xrpc/com.atproto.server.refreshSession';

/** Renewed at each use: shorter than the time before its end at which Postrider renews access. */
const SHORT_MS = 10_000;

const WAYS = [
  ['an app password', REFRESH],
  ['a sign-in in a browser', '/oauth/token'],
] as const;

/** Two backends on one database, whose access to a real server ends again and again. */
describe
  .skipIf(ensuredPds.installed === null)
  .each(WAYS.filter(([way]) => way === 'an app password' || !noBrowser))(
  'two processes with one account, connected by %s',
  { timeout: 180_000 },
  (way, renewalPath) => {
    const isByPassword = way === 'an app password';
    let pds: Pds;
    let owner: PdsAccount;
    let postgres: PostgresServer;
    const secretKey = randomBytes(32).toString('base64');
    const homes: Home[] = [];
    const urls: string[] = [];
    let programs: readonly Program[];
    let key: string;
    let accountId: string;
    const measured: (readonly number[])[] = [];

    beforeAll(async () => {
      if (ensuredPds.installed === null) return;
      [pds, postgres] = await Promise.all([Pds.start(ensuredPds.installed), PostgresServer.start()]);
      owner = await pds.createAccount('fernhill');
      const env = {
        DATABASE_URL: postgres.url(),
        POSTRIDER_SECRET_KEY: secretKey,
        ...(!isByPassword && { POSTRIDER_TEST_LOOPBACK_NETWORKS: pds.directories }),
      };
      if (!isByPassword) pds.tokensLast(SHORT_MS);
      homes.push(new Home(env), new Home(env));
      const started: Program[] = [];
      for (const home of homes) {
        const { url, program } = await home.serve('--media-moved');
        urls.push(url);
        started.push(program);
      }
      programs = started;
      const [first] = homes;
      key =
        (await first?.run(['keys', 'create', '--label', 'test', '--preset', 'full', '--quiet']))?.trim() ??
        '';
      await first?.run(['login', '--key', '-', '--base-url', urls[0] ?? ''], key);
      const connect = ['accounts', 'connect', 'bluesky', owner.handle, '--server', pds.origin, '--quiet'];
      if (isByPassword) {
        accountId = (await first?.run([...connect, '--app-password', '-'], owner.appPassword))?.trim() ?? '';
      } else if (first) {
        accountId = (await signedIn(first.start([...connect, '--method', 'browser']), owner)).trim();
      }
    }, 180_000);

    afterAll(async () => {
      if (isByPassword) writeRenewals('networks-renewals', measured);
      await Promise.all(homes.map((home) => home.remove()));
      await Promise.all([pds?.stop(), postgres?.end()]);
    });

    async function call(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok)
        throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
      return answer;
    }

    const renewals = () => pds.requests.filter(({ path }) => path === renewalPath).length;

    it.each(ROUNDS)('renews expired access once, and publishes each post once: round %i', async (round) => {
      if (isByPassword) await pds.moveClock(MOVED_MS);
      const before = renewals();
      const texts = urls.flatMap((_, place) =>
        Array.from(
          { length: POSTS_OF_EACH },
          (__, post) => `Round ${round}, process ${place}, post ${post}.`,
        ),
      );
      // Both ask the server at once, in their own process, and publish what they accept.
      const made = await Promise.all([
        ...urls.map((url) => call(url, 'POST', `/v1/accounts/${accountId}/check`, {})),
        ...texts.map((text) =>
          call(urls[text.includes('process 0') ? 0 : 1] ?? '', 'POST', '/v1/posts', {
            accountIds: [accountId],
            text,
            scheduleMode: 'now',
          }),
        ),
      ]);
      const posts = made.flatMap((one) =>
        textAt(one, 'scheduleMode') === 'now' ? [textAt(one, 'id') ?? ''] : [],
      );
      expect(posts).toHaveLength(texts.length);
      const left = new Set(posts);
      for (const until = Date.now() + 60_000; left.size > 0 && Date.now() < until; await sleep(100)) {
        for (const id of left) {
          const post = await call(urls[0] ?? '', 'GET', `/v1/posts/${id}`);
          if (textAt(post, 'status') === 'published') left.delete(id);
          else
            expect(listAt(post, 'targets').map((target) => textAt(target, 'status'))).not.toContain('failed');
        }
      }
      expect(left.size).toBe(0);
      const there = [...(await recordsAt(pds, owner)).values()].map((value) => textAt(value, 'text') ?? '');
      const counts = texts.map((text) => there.filter((one) => one === text).length);
      measured.push([
        round,
        texts.length,
        renewals() - before,
        counts.filter((count) => count === 1).length,
        counts.filter((count) => count > 1).length,
      ]);
      expect(counts).toEqual(texts.map(() => 1));
      // A refresh token of a browser's sign-in works once: a second use would have ended the session.
      if (isByPassword) expect(renewals() - before).toBe(1);
      else expect(renewals() - before).toBeGreaterThanOrEqual(1);
      for (const url of urls) {
        const account = await call(url, 'GET', `/v1/accounts/${accountId}`);
        expect(account).toMatchObject({ health: { status: 'healthy' } });
      }
    });

    it('keeps the tokens of the last renewal', async () => {
      await Promise.all(programs.map((program) => program.stop()));
      const location = { dataFolder: homes[0]?.data ?? '', databaseUrl: postgres.url() };
      const sealed = await sealedSecrets(location, { text: secretKey, from: 'the test' });
      const kept = [...sealed].flatMap(([token, of]) => (of.startsWith('account:') ? [token] : []));
      const tokens = kept.filter((secret) => pds.granted.includes(secret));
      expect(new Set(tokens)).toEqual(new Set(pds.granted.slice(-2)));
    });
  },
);
