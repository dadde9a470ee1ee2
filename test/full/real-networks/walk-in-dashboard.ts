import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppSignIn } from '../../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import type { CommentPage } from '../../../src/contract/inbox/comments.js';
import { PLATFORM_NAMES } from '../../../src/contract/platforms.js';
import { dashboardRedirect } from '../../../src/networks/access/redirects.js';
import { whyNoInbox } from '../../../src/networks/capabilities.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';
import { announceComment } from './announce-comment.js';
import { fillComposer } from './fill-composer.js';
import { Place, redirectRule, type Walk } from './place.js';
import { expectedOf } from './walk-post.js';
import {
  ANSWER,
  ANSWERED_WITHIN,
  askQuestion,
  asksForMentions,
  commentOnAll,
  expectAnswer,
  expectComments,
  inboxOfWalk,
  isPriced,
  QUESTION,
} from './walk-reply.js';

/** Published within this time, in milliseconds: a video has several steps. */
const PUBLISHED_WITHIN = { timeout: 20_000 } as const;

/** Whether an address is one of the simulated network. */
const isAt = ({ reroute }: AppSignIn, address: string): boolean =>
  Object.values(reroute).includes(new URL(address).origin);

/** Connects, publishes, renews, reconnects and disconnects in the dashboard. */
export function walkInDashboard(walk: Walk): void {
  const { platform } = walk.signIn;
  const name = PLATFORM_NAMES[platform];

  describe.skipIf(noBrowser)(`${name} in the dashboard`, () => {
    let place: Place;
    let browser: Browser;
    let page: Page;
    let faults: string[];
    beforeAll(async () => {
      place = await Place.start(walk);
      browser = await launchBrowser();
      ({ page, faults } = await signedInPage(browser, place.test, { isQuiet: true }));
    });
    afterAll(async () => {
      await browser?.close();
      await place?.close();
    });

    const press = (label: string | RegExp) => page.getByRole('button', { name: label }).first().click();
    const follow = (label: string | RegExp) => page.getByRole('link', { name: label }).first().click();

    async function checkPage(): Promise<void> {
      const found: string[] = [];
      // Its text may be there before its style.
      await page.waitForLoadState('load');
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (overflow > 0) found.push(`${width}: scrolls sideways by ${overflow}`);
        found.push(...(await accessibilityIssues(page)));
      }
      expect(found).toEqual([]);
    }

    /** Answers at the network. The browser comes back by itself, or the person pastes the address that it ends on. */
    async function answer(what: 'Allow' | 'Deny'): Promise<void> {
      const { signIn, test } = place;
      if (dashboardRedirect(redirectRule(walk.signIn), test.backend.url) !== null) {
        await follow(/^Continue to/);
        await press(what);
        return;
      }
      const [popup] = await Promise.all([page.waitForEvent('popup'), follow(/^Open /)]);
      const [ended] = await Promise.all([
        popup.waitForRequest((request) => /[?&]state=/.test(request.url()) && !isAt(signIn, request.url())),
        popup.getByRole('button', { name: what }).click(),
      ]);
      await popup.close();
      await page.getByLabel('Address').fill(ended.url());
      await press('Connect');
    }

    async function authorize(): Promise<void> {
      await press('Continue');
      await answer('Allow');
      if (walk.choose) {
        await page.getByText('Your sign-in gives access to several accounts.').waitFor();
        await walk.choose.inPage(page);
        await press('Connect');
      }
      await page.getByText(/^Connected .+ on /).waitFor();
    }

    async function chooseBoard(board: string): Promise<void> {
      const notice = page.locator('.notice', { hasText: /Connected .+ on / });
      await notice.getByLabel('Default board').selectOption(board);
      await notice.getByRole('button', { name: 'Save board' }).click();
      await page.getByText(`Board: ${board}`, { exact: true }).waitFor();
    }

    it('says what to know, takes the app, and connects the account, also after access was denied', async () => {
      await page.goto('/channels');
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(place.signIn.access.cost.text).waitFor();
      await checkPage();
      const { idName, secretName } = place.signIn.access;
      const { clientId, clientSecret } = place.signIn.app;
      await page.getByLabel(idName, { exact: true }).fill(clientId);
      await page.getByLabel(secretName, { exact: true }).fill(clientSecret ?? '');
      const { review } = walk.signIn;
      if (review !== undefined) await page.getByLabel(/^How far/).selectOption(review);
      await press('Save app');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.content()).not.toContain(clientSecret ?? '');
      await checkPage();
      await press('Continue');
      await page.getByRole('link', { name: /^(Continue to|Open) / }).waitFor();
      await checkPage();
      await answer('Deny');
      await page.getByText('Access was not allowed at the network.').waitFor();
      await follow('Begin again');
      await authorize();
      await checkPage();
      if (walk.board !== undefined) await chooseBoard(walk.board);
    });

    it.each(walk.posts)('publishes $text', async (post) => {
      const cover = await place.uploadedCover(post);
      await page.goto('/posts/new');
      await fillComposer(page, post, cover);
      await page.locator('.time-menu > summary').click();
      await page.getByText('Now', { exact: true }).click();
      await press(/^(Publish now|Send to the inbox)/);
      await page.waitForURL('**/posts/post_*');
      const upTo = walk.posts.slice(0, walk.posts.indexOf(post) + 1);
      await expect.poll(() => place.seen(), PUBLISHED_WITHIN).toEqual(expectedOf(platform, upTo));
    });

    it.skipIf(!walk.announces)('shows at once what the network announces', async () => {
      await page.goto(`/channels/connect/${platform}`);
      await page.getByRole('heading', { name: /^Be told of comments/ }).waitFor();
      await page.getByText('How to set it up').click();
      await checkPage();
      await announceComment(walk, place, 'Is it warm?');
      const comments = async () => (await place.test.get<CommentPage>('/v1/comments')).body.data;
      await expect
        .poll(async () => (await comments()).map(({ text }) => text), PUBLISHED_WITHIN)
        .toContain('Is it warm?');
      await page.goto('/inbox');
      await page.getByText('Is it warm?').first().waitFor();
      await page.goto('/channels');
      await page.getByText('Last notice').waitFor();
      await checkPage();
    });

    it.runIf(isPriced(walk))('says what comments cost, and reads them once that is chosen', async () => {
      await page.goto('/channels');
      await page.getByText(`${name} charges up to $`).first().waitFor();
      await checkPage();
      expect(asksForMentions(place)).toBe(0);
      await press('Read comments');
      const asked = page.getByRole('dialog');
      await asked.getByText(`${name} charges up to $`).waitFor();
      await asked.getByRole('button', { name: 'Read comments' }).click();
      await page.getByRole('button', { name: 'Stop comments' }).waitFor();
      // What was written before is not read.
      await expect.poll(() => asksForMentions(place), ANSWERED_WITHIN).toBeGreaterThan(0);
    });

    it.runIf(inboxOfWalk(walk))('answers a comment', async () => {
      const asked = await askQuestion(place);
      const question = () => page.getByRole('link', { name: QUESTION }).first();
      const isListed = async () => {
        await page.goto('/inbox');
        return question().isVisible();
      };
      await expect.poll(isListed, ANSWERED_WITHIN).toBe(true);
      await question().click();
      await page.getByRole('textbox', { name: /reply/i }).first().fill(ANSWER);
      await checkPage();
      await page.getByRole('button', { name: 'Reply', exact: true }).click();
      if (isPriced(walk)) {
        const dialog = page.getByRole('dialog');
        await dialog.getByText(`${name} charges $`).waitFor();
        await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
      }
      await expectAnswer(place, asked);
      await expect.poll(isListed, ANSWERED_WITHIN).toBe(false);
    });

    it.runIf(inboxOfWalk(walk))('reads comments on every form of post', async () => {
      await commentOnAll(place);
      await expectComments(walk, place);
    });

    it.skipIf(inboxOfWalk(walk))('says that replies are not offered, and where to write them', async () => {
      await page.goto('/channels');
      await page.getByText(whyNoInbox(platform, walk.signIn.networkUserId) ?? '').waitFor();
      await checkPage();
    });

    it('renews access, says when it has ended, and connects the same account again', async () => {
      const { signIn } = place;
      if (walk.renews) {
        await place.wearAccess();
        await page.goto('/channels');
        await press('Check now');
        await page.getByText(/^Access to .+ works\./).waitFor();
        expect(signIn.renewals).toBe(1);
      }
      await signIn.endAccess();
      await page.goto('/channels');
      await press('Check now');
      await page.getByText('Needs reconnecting').first().waitFor();
      await checkPage();
      await follow('Reconnect');
      await authorizeAgain();
      expect(await page.getByRole('article').count()).toBe(1);
    });

    /** Reconnecting an account does not ask which. */
    async function authorizeAgain(): Promise<void> {
      await press('Continue');
      await answer('Allow');
      await page.getByText(/^Connected .+ on /).waitFor();
    }

    it('ends access', async () => {
      await page.goto('/channels');
      await follow('Disconnect');
      await press('Disconnect');
      const { revokeUrl, endedByOwner } = place.signIn.access;
      const said = endedByOwner ? `Disconnected here. ${endedByOwner.text}` : 'Disconnected';
      await page.getByText(said).first().waitFor();
      if (revokeUrl !== undefined) {
        await page.getByText('Disconnected.', { exact: true }).waitFor();
        expect(place.signIn.revoked).not.toEqual([]);
      }
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    });
  });
}
