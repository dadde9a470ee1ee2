import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '../../../src/backend/domain/access/factors/totp.js';
import type { EventPage } from '../../../src/contract/events/events.js';
import { actorWords } from '../../../src/contract/posts/actor-words.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import { AssistantHost } from '../../oauth/support/assistant-host.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { until } from '../../support/until.js';
import {
  launchBrowser,
  noBrowser,
  type SignedInPage,
  signedInPage,
  signedOutPage,
} from '../support/browser.js';

const WORDS = 'a kettle, two cups and no sugar';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STEP_MS = 30_000;

const DRAFTER = 'Helper (assistant of Owner)';
const RESPONSIBLE = `Drafted by ${DRAFTER}. Approved by Grace Hopper. Published by Grace Hopper`;

/** The week’s posts, each a day after the one before. */
const WEEK = ['Doors open at nine on Monday', 'New beans from Kenya', 'Thursday is poetry night'];
const CHANGED = 'New beans from Kenya, washed and light';

describe.skipIf(noBrowser)('a week of two people and an assistant', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let owner: SignedInPage;
  let grace: SignedInPage;
  let assistant: Client;
  /** The week’s posts by their place in it. */
  const ids: string[] = [];
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    // Who joined first is named first.
    test.clock.advance(MINUTE_MS);
    browser = await launchBrowser();
    owner = await signedInPage(browser, test, { isQuiet: true });
    grace = await signedOutPage(browser, test, { isQuiet: true });
  });
  afterAll(async () => {
    await assistant?.close();
    await browser?.close();
    await test?.close();
  });

  const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;
  const idAt = (place: number): string => ids[place] ?? '';

  /** @returns what the tool answers */
  async function tool(name: string, args: Record<string, unknown>): Promise<string> {
    const { content } = await assistant.callTool({ name: `postrider_${name}`, arguments: args });
    return JSON.stringify(content);
  }

  it('begins with a colleague, who joins by the link that the owner made', async () => {
    const { page } = owner;
    await page.goto('/settings/people');
    await page.locator('#invite-role').selectOption('approver');
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const copyable = page.locator('[data-copy*="/join?token="]').first();
    const link = (await copyable.getAttribute('data-copy')) ?? '';

    await grace.page.goto(link);
    await grace.page.getByLabel('Your name').fill('Grace Hopper');
    await grace.page.getByLabel('Sign-in name').fill('grace');
    await grace.page.locator('#password').fill(WORDS);
    await grace.page.locator('#repeated').fill(WORDS);
    await grace.page.getByRole('button', { name: 'Join' }).click();
    await grace.page.waitForURL(`${test.backend.url}/`);
    await page.goto('/settings/people');
    await page.getByRole('list', { name: 'People' }).getByText('Grace Hopper').waitFor();
  });

  it('the colleague sets a second factor, and signs in with it', async () => {
    const { page } = grace;
    await page.goto('/settings/sign-in/authenticator');
    const [, secret = ''] = /data-copy="([A-Z2-7]{32})"/.exec(await page.content()) ?? [];
    const code = () => {
      test.clock.advance(STEP_MS);
      return totpCode(secret, stepAt(test.clock.now()));
    };
    await page.getByLabel('Authenticator code').fill(code());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('I have saved them').first().waitFor();

    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByLabel('Name').fill('grace');
    await page.getByLabel('Password').fill(WORDS);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Authenticator code').fill(code());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${test.backend.url}/`);
  });

  it('the owner requires that somebody else approves each post', async () => {
    const { page } = owner;
    await page.goto('/settings/workspace');
    await page.getByRole('button', { name: 'Require it of every post' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require it of every post' }).click();
    await page.getByRole('button', { name: 'Let authors publish' }).waitFor();
    await page.getByText('Owner and Grace Hopper can approve posts.').waitFor();
  });

  it('an assistant connects with OAuth, and drafts the posts of the week', async () => {
    const host = new AssistantHost('Helper', async (asking) => {
      const { page } = owner;
      await page.goto(`${asking.pathname}${asking.search}`);
      await page.getByText('It calls itself').waitFor();
      // The page moves on to the assistant at once.
      const back = new Promise<URL>((resolve) =>
        page.route('http://127.0.0.1:33418/**', (route) => {
          resolve(new URL(route.request().url()));
          return route.fulfill({ body: 'Connected' });
        }),
      );
      await page.getByRole('button', { name: 'Connect' }).click();
      return back;
    });
    const serverUrl = `${test.backend.url}/mcp`;
    expect(await auth(host, { serverUrl })).toBe('REDIRECT');
    const authorizationCode = host.back?.searchParams.get('code') ?? '';
    const iss = host.back?.searchParams.get('iss') ?? '';
    expect(await auth(host, { serverUrl, authorizationCode, iss })).toBe('AUTHORIZED');
    assistant = new Client({ name: 'helper', version: '1.0.0' });
    await assistant.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: host }));

    for (const [place, text] of WEEK.entries()) {
      const at = new Date(test.clock.now() + (place + 1) * DAY_MS).toISOString();
      const proposed = { scheduleMode: 'schedule', scheduledAt: at };
      const args = { platforms: ['bluesky'], text, scheduleMode: 'draft', proposed };
      const answer = await tool('create_post', args);
      ids.push(/post_\w{26}/.exec(answer)?.[0] ?? answer);
    }
    expect(await read(idAt(0))).toMatchObject({ status: 'draft', text: WEEK[0] });
  });

  it('the author is refused, with words: the owner, for their assistant', async () => {
    const { page } = owner;
    await page.goto(`/posts/${idAt(0)}`);
    await page.getByRole('heading', { name: 'Waiting for somebody else’s approval' }).waitFor();
    const refusal = 'Your assistant “Helper” drafted this post.';
    await page.getByText(`${refusal} This workspace lets nobody approve`).waitFor();
    await page.getByText('Grace Hopper (approver) can approve it in the dashboard.').waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

    await page.goto('/posts?status=approval');
    await page.getByRole('heading', { name: 'Waiting for somebody else’s approval' }).waitFor();
    await page.locator('[data-pick]').first().check();
    const acts = page.getByRole('toolbar').getByRole('button');
    await acts.filter({ hasText: 'Delete' }).waitFor();
    expect(await acts.filter({ hasText: 'Approve', visible: true }).count()).toBe(0);
    expect(await tool('publish_post', { id: idAt(0), scheduleMode: 'now' })).toContain(
      'error: scope_missing',
    );
    expect((await read(idAt(0))).status).toBe('draft');
  });

  it('the colleague remarks on a draft, and the assistant changes it', async () => {
    const { page } = grace;
    await page.goto(`/posts/${idAt(1)}`);
    await page.getByLabel('Ask or say something about this post').fill('Say how they are roasted.');
    await page.getByRole('button', { name: 'Add remark' }).click();
    await page.getByText('Say how they are roasted.').waitFor();
    const seen = await tool('get_post', { id: idAt(1) });
    expect(seen).toContain('Grace Hopper: Say how they are roasted.');
    expect(seen).toContain(DRAFTER);
    await tool('update_post', { id: idAt(1), text: CHANGED });
    expect(await read(idAt(1))).toMatchObject({ text: CHANGED, version: 2, status: 'draft' });
  });

  it('the colleague approves all of them', async () => {
    const { page } = grace;
    for (const id of ids) {
      await page.goto(`/posts/${id}`);
      await page
        .getByRole('button', { name: /^Approve for/ })
        .first()
        .click();
      await page.waitForURL(/undo=offer|decided=/);
      expect((await read(id)).status).toBe('scheduled');
    }
  });

  it('they are published, each at its time', async () => {
    for (const id of ids) {
      test.clock.advance(DAY_MS);
      test.backend.services.wakePublisher();
      await until(async () => (await read(id)).status === 'published');
    }
    const places = await Promise.all(ids.map(async (id) => (await read(id)).targets[0]?.url));
    expect(places.every((url) => url?.includes('/network/bluesky/'))).toBe(true);
  });

  it('who drafted, approved and published them is said everywhere', async () => {
    for (const id of ids) {
      const { draftedBy, approvedBy, publishedBy, history } = await read(id);
      const by = [draftedBy, approvedBy, publishedBy].map((actor) => actor && actorWords(actor));
      expect(by).toEqual([DRAFTER, 'Grace Hopper', 'Grace Hopper']);
      expect(history?.at(-1)?.by).toEqual(approvedBy);
      expect(await tool('get_post', { id })).toContain(DRAFTER);
    }
    const { data } = (await test.get<EventPage>('/v1/events?types=post.published')).body;
    const named = data.flatMap((event) => (event.type === 'post.published' ? [event.data] : []));
    expect(named.map(({ postId }) => postId)).toEqual(ids);
    for (const { draftedBy, approvedBy } of named) {
      expect([draftedBy, approvedBy].map((actor) => actor && actorWords(actor))).toEqual([
        DRAFTER,
        'Grace Hopper',
      ]);
    }

    const { page, faults } = owner;
    await page.goto(`/posts/${idAt(1)}`);
    await page.getByText(RESPONSIBLE).waitFor();
    const past = page.locator('ol.history');
    await past.getByText(DRAFTER).first().waitFor();
    await past.getByText('Grace Hopper').first().waitFor();
    await page.goto('/posts?status=published');
    await page.getByTitle(RESPONSIBLE).first().waitFor();
    await page.goto('/activity');
    const log = page.getByRole('main');
    for (const said of [/Helper.* (created|wrote|drafted)/, /Grace Hopper.* approved/]) {
      await log.getByRole('listitem').filter({ hasText: said }).first().waitFor();
    }
    expect(grace.faults).toEqual([]);
    expect(faults).toEqual([]);
  });
});
