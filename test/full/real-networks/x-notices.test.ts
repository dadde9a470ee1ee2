import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { x } from '../../../src/backend/simulators/over-http/sign-in/x.js';
import { writeComment } from '../../../src/backend/simulators/over-http/written-comments.js';
import { inPipe } from '../../cli/support/terminal.js';
import { AppConnecting } from '../../support/networks/sign-in/app-connecting.js';
import { XNotices } from '../../support/networks/x-notices.js';
import { launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const MINUTE = 60_000;
const SECRET = 'api-key-secret-of-the-walk';

/** A post of an account whose comments are read, and no look of its own for minutes. */
async function published(): Promise<AppConnecting> {
  const place = await AppConnecting.start(x);
  const { id } = await place.connect();
  await place.test.request('PATCH', `/v1/accounts/${id}`, { body: { comments: { read: true } } });
  const post = { accountIds: [id], text: 'Oat milk is here', scheduleMode: 'now' };
  await place.test.post('/v1/posts', post);
  await work(place);
  place.test.clock.advance(20 * MINUTE);
  await work(place);
  place.test.clock.advance(MINUTE + 1);
  return place;
}

async function work({ test }: AppConnecting): Promise<void> {
  for (let times = 0; times < 3; times += 1) await test.backend.runDue();
}

const looks = ({ signIn }: AppConnecting): number =>
  signIn.network.log.filter((line) => line.endsWith('/mentions')).length;

/** X checks the address, somebody comments, and X says so; what is not from X, or again, has nothing looked at. */
async function announce(place: AppConnecting, url: string, text: string): Promise<void> {
  const addresses = { url, verifyToken: null, removedUrl: null, deletionUrl: null };
  const network = new XNotices({ notices: addresses }, SECRET);
  expect((await network.check('a-token')).status).toBe(200);
  const user = place.signIn.network.scene.account.networkUserId;
  await writeComment(place.signIn.network, text);
  const before = looks(place);
  const long = { for_user_id: user, text: 'a'.repeat(4_000_000) };
  expect((await network.send({ for_user_id: user }, { secret: 'another' })).status).toBe(403);
  // The server may close the connection before it has read what is too long.
  expect(
    await network.send(long).then(
      ({ status }) => status,
      () => 413,
    ),
  ).toBe(413);
  await work(place);
  expect(looks(place)).toBe(before);
  for (let times = 0; times < 2; times += 1) expect((await network.mention(user)).status).toBe(200);
  await work(place);
  expect(looks(place)).toBe(before + 1);
}

describe.skipIf(noBrowser)('notices of X in the dashboard', () => {
  let place: AppConnecting;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    place = await published();
    browser = await launchBrowser();
    ({ page, faults } = await signedInPage(browser, place.test, { isQuiet: true }));
  });
  afterAll(async () => {
    await browser?.close();
    await place?.close();
  });

  it('go from the API Key Secret to the comment in the inbox', async () => {
    await page.goto('/channels/connect/x');
    const shown = page.locator('.app-addresses').getByText(/\/notices\/x\//);
    const url = (await shown.first().textContent())?.trim() ?? '';
    expect((await fetch(`${url}?crc_token=a-token`)).status).toBe(404);
    await page.getByLabel('API Key Secret (optional)').fill(SECRET);
    await page.getByRole('button', { name: 'Save app' }).click();
    await page.getByText('It is stored. Leave this empty to keep it.').waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await announce(place, url, 'Is it warm?');
    await page.goto('/inbox');
    await page.getByText('Is it warm?').first().waitFor();
    await page.goto('/channels');
    await page.getByText('Last notice').first().waitFor();
    expect(faults).toEqual([]);
  });
});

describe('notices of X in a terminal', () => {
  let place: AppConnecting;
  beforeAll(async () => {
    place = await published();
  });
  afterAll(() => place?.close());

  it('go from the API Key Secret to the comment in the inbox', async () => {
    const env = {
      POSTRIDER_API_KEY: place.test.key,
      POSTRIDER_BASE_URL: `http://127.0.0.1:${place.test.backend.port}`,
    };
    const set = await inPipe(['apps', 'set', 'x', '--api-key-secret', '-'], env, `${SECRET}\n`);
    expect([set.code, `${set.stdout}${set.stderr}`.includes(SECRET)]).toEqual([0, false]);
    const { stdout } = await inPipe(['apps', 'get', 'x'], env);
    const url = /"url":"([^"]+)"/.exec(stdout)?.[1] ?? '';
    await announce(place, url, 'Is it cold?');
    expect((await inPipe(['inbox'], env)).stdout).toContain('Is it cold?');
  });
});
