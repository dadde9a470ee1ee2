import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAt, textAt } from '../../../src/backend/networks/requests/json-answer.js';
import { facebookInDevelopment } from '../../../src/backend/simulators/over-http/sign-in/facebook.js';
import { instagram } from '../../../src/backend/simulators/over-http/sign-in/instagram.js';
import type { SignInData } from '../../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import { personOf } from '../../../src/backend/simulators/shared/people.js';
import type { Problem } from '../../../src/contract/errors.js';
import type { ConversationPage } from '../../../src/contract/inbox/conversations.js';
import { PLATFORM_NAMES } from '../../../src/contract/platforms.js';
import { atTerminal, inPipe } from '../../cli/support/terminal.js';
import { AppConnecting } from '../../support/networks/sign-in/app-connecting.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MIA = personOf('mia', 'Mia');
const QUESTION = 'Do you deliver on Monday?';
/** The answers from the dashboard, and from a terminal. */
const CLICKED = 'On Monday, from nine.';
const TYPED = 'Until noon.';
/** What is shown, and what is sent, within this time, in milliseconds. */
const WITHIN = { timeout: 30_000, interval: 250 } as const;

/** Where a person ends who has sent an answer. */
const SENT = /[?&]replied=/;

interface Case {
  readonly signIn: SignInData;
  readonly conversationId: string;
  readonly messageId: string;
}

const CASES: readonly Case[] = [
  { signIn: facebookInDevelopment, conversationId: 't_10158765432109876', messageId: 'm_Zq8yT3vLk2' },
  {
    signIn: { ...instagram, networkUserId: '17841400008460056' },
    conversationId: 'aWdfZAG06MTE3ODQxNDAwMDA4NDYw',
    messageId: 'aWdfZAG1faXRlbToxOklHTWVzc2Fn',
  },
];

describe.skipIf(noBrowser).each(CASES)('messages on $signIn.platform', ({ signIn: data, ...ids }) => {
  const { platform } = data;
  const name = PLATFORM_NAMES[platform];
  let network: AppConnecting;
  let browser: Browser;
  let page: Page;
  let env: Record<string, string>;

  beforeAll(async () => {
    network = await AppConnecting.start(data);
    network.signIn.app.redirects.push('https://localhost/connect/callback');
    const { networkUserId } = network.signIn.network.scene.account;
    if (platform === 'facebook') await network.connect([networkUserId]);
    else await network.connect([], { method: 'paste' });
    browser = await launchBrowser();
    ({ page } = await signedInPage(browser, network.test, { isQuiet: true }));
    env = {
      POSTRIDER_API_KEY: network.test.key,
      POSTRIDER_BASE_URL: `http://127.0.0.1:${network.test.backend.port}`,
    };
  });
  afterAll(async () => {
    await browser?.close();
    await network?.close();
  });

  const conversation = async () =>
    (await network.test.get<ConversationPage>('/v1/conversations')).body.data[0];

  /** Everything in the conversation that the account wrote, as another program reads it over HTTP: the oldest first. */
  async function answersShown(): Promise<(string | null)[]> {
    const { signIn } = network;
    const token = await signIn.giveAccess();
    const url = new URL(`/v25.0/${ids.conversationId}/messages`, signIn.network.origin);
    url.searchParams.set('fields', 'id,message,from,created_time');
    const proof = createHmac('sha256', signIn.app.clientSecret ?? '').update(token);
    if (platform === 'facebook') url.searchParams.set('appsecret_proof', proof.digest('hex'));
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const own = signIn.network.scene.account.networkUserId;
    return listAt(await response.json(), 'data')
      .filter((one) => textAt(one, 'from', 'id') === own)
      .map((one) => textAt(one, 'message'))
      .reverse();
  }

  /** The tags with which messages were sent. */
  const tagsSent = () =>
    network.signIn.network.requests
      .filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/messages'))
      .map(({ body }) => /HUMAN_AGENT/.test(decodeURIComponent(body.toString('utf8'))));

  async function send(label: string, text: string, button: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: button }).click();
  }

  async function expectAnswers(texts: readonly string[]): Promise<void> {
    const settled = async () => {
      await network.test.backend.runDue();
      return answersShown();
    };
    await expect.poll(settled, WITHIN).toEqual(texts);
  }

  async function checkPage(): Promise<void> {
    const found: string[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await accessibilityIssues(page)));
    }
    expect(found).toEqual([]);
  }

  it('a person writes, and is answered', async () => {
    const { memory, account } = network.signIn.network.scene;
    const { networkUserId } = account;
    const now = network.test.clock.now();
    const { conversationId, messageId } = ids;
    await memory.conversationWith({ conversationId, networkUserId, person: MIA, updatedAt: now });
    await memory.addMessage({
      ...{ messageId, conversationId, fromBusiness: false, fromAd: false, text: QUESTION },
      ...{ attachments: [], answersComment: null, createdAt: now },
    });
    const looked = async () => {
      network.test.clock.advance(MINUTE);
      await network.test.backend.runDue();
      return (await conversation())?.lastMessage?.text;
    };
    await expect.poll(looked, WITHIN).toBe(QUESTION);
    await page.goto('/inbox');
    await page.getByRole('link', { name: QUESTION }).first().click();
    await page.getByText('You can reply until').waitFor();
    await checkPage();
    await send('Your message', CLICKED, 'Send message');
    await page.waitForURL(SENT);
    await expectAnswers([CLICKED]);
    expect(tagsSent()).toEqual([false]);
  });

  it('the terminal shows the conversation, asks first, and answers', async () => {
    const { stdout: id } = await inPipe(['conversations', 'list', '--quiet'], env);
    const args = ['messages', 'send', id.trim(), '--text', TYPED];
    const refused = await inPipe(args, env);
    expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining('needs confirmation')]);
    const sending = atTerminal(args, { env, answers: ['y'] });
    await expectAnswers([CLICKED, TYPED]);
    const { code, stdout, stderr } = await sending;
    expect([code, stdout]).toEqual([0, expect.stringContaining('sent')]);
    for (const words of [`│ ${TYPED}`, 'The network is real.']) expect(stderr).toContain(words);
    expect(tagsSent()).toEqual([false, false]);
    const shown = await inPipe(['conversations', 'get', id.trim()], env);
    for (const text of [QUESTION, CLICKED, TYPED]) expect(shown.stdout).toContain(`│ ${text}`);
  });

  it('after 24 hours the answer carries the tag of a human agent, and the page says what that needs', async () => {
    network.test.clock.advance(DAY);
    const id = (await conversation())?.id;
    const refused = await network.test.post<Problem>('/v1/messages', { conversationId: id, text: 'Yes.' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'reply_window_closed' } });
    await page.goto(`/inbox/conversations/${id}`);
    await page.getByText('needs the feature Human Agent').waitFor();
    await checkPage();
    await send('Reply with the human agent tag', 'Sorry for the wait: until five.', 'Send as human agent');
    await page.waitForURL(SENT);
    await expectAnswers([CLICKED, TYPED, 'Sorry for the wait: until five.']);
    expect(tagsSent()).toEqual([false, false, true]);
  });

  it('after seven days nothing can be sent, and everything says why', async () => {
    const id = (await conversation())?.id ?? '';
    await page.goto(`/inbox/conversations/${id}`);
    // The form was opened in time, and is sent too late.
    network.test.clock.advance(6 * DAY);
    await send('Reply with the human agent tag', 'And on Tuesday?', 'Send as human agent');
    await page.getByText(`${name} lets a business reply only for a limited time`).first().waitFor();
    await page.getByText('The human-agent tag works for 7 days').waitFor();
    await page.getByText('You can reply after they send a new message.').waitFor();
    expect(await page.getByRole('button', { name: 'Send as human agent' }).count()).toBe(0);
    await checkPage();
    const told = await inPipe(['messages', 'send', id, '--text', 'And on Tuesday?', '--yes'], env);
    expect([told.code === 0, told.stderr]).toEqual([false, expect.stringContaining('window')]);
    await network.test.backend.runDue();
    expect(await answersShown()).toHaveLength(3);
    expect(tagsSent()).toHaveLength(3);
  });
});
