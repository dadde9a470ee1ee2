import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { examplePost } from '../../../contract/examples.js';
import { PLATFORM_NAMES, PLATFORMS } from '../../../contract/platforms.js';
import type { PostValidation } from '../../../contract/posts/posts.js';
import { postStanding } from '../../../networks/access.js';
import { LIMITED_VISIBILITY } from '../../../networks/who-sees.js';
import { notesIn } from './standing-notes.js';

let test: BackendUnderTest;
let person: Visitor;
let accounts: readonly Account[];
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  accounts = (await test.request<{ data: Account[] }>('GET', '/v1/accounts?limit=100')).body.data;
});
afterAll(() => test.close());

const idOf = (platform: string) => accounts.find((account) => account.platform === platform)?.id ?? '';

async function checked(fields: Record<string, string | string[]>): Promise<string> {
  return (await person.send('/posts/check', fields, { 'hx-request': 'true' })).html;
}

describe('next to the button that publishes', () => {
  it('stands the price of a real network instead of “Ready on every channel”, without its reason', async () => {
    const [x, bluesky] = [idOf('x'), idOf('bluesky')];
    const post = { text: 'See https://example.com', account: [x, bluesky] };
    expect(await checked(post)).toContain('Ready on every channel');
    await test.backend.services.store.db
      .updateTable('accounts')
      .set({ simulated: 0 })
      .where('id', '=', x)
      .execute();
    const html = await checked(post);
    expect(html).not.toContain('Ready on every channel');
    expect(html).toMatch(/<a class="note"[^>]*>X charges \$0\.20 for this post<\/a>/);
    expect(await checked({ ...post, text: 'x'.repeat(400) })).not.toContain('class="note"');
  });

  it('stands what would happen on a network once, whatever its accounts are', () => {
    const target = (accountId: string, message: string) => ({
      accountId,
      platform: 'youtube',
      warnings: [{ code: LIMITED_VISIBILITY, message }],
    });
    const validation = {
      targets: [
        target('acc_1', 'YouTube hides it: no audit.'),
        target('acc_2', 'YouTube hides it: no audit.'),
      ],
    } as unknown as PostValidation;
    expect(notesIn({ validation })).toEqual([
      { accountId: 'acc_1', words: 'YouTube hides it', sentence: 'YouTube hides it: no audit.' },
    ]);
  });

  it('names the network in every such sentence', () => {
    for (const privacy of ['public', 'private', null]) {
      for (const platform of PLATFORMS) {
        for (const { sentence } of postStanding(platform, null, {
          text: examplePost.text,
          thread: [],
          privacy,
        })) {
          expect(sentence.split(/[:;,]/)[0]).toContain(PLATFORM_NAMES[platform]);
        }
      }
    }
  });
});

describe('a post that only goes to the inbox of an app', () => {
  it('is sent to the inbox, and what the inbox does not take is not required', async () => {
    const [tiktok, bluesky] = [idOf('tiktok'), idOf('bluesky')];
    const chosen = { [`o.${tiktok}.publishTo`]: 'inbox' };
    const alone = { text: 'Behind the counter', account: [tiktok] };
    expect(await checked(alone)).toContain('Publish now');
    const html = await checked({ ...alone, ...chosen });
    expect(html).toContain('Send to the inbox');
    expect(html).not.toContain('Publish now');
    expect(await checked({ ...alone, ...chosen, account: [tiktok, bluesky] })).toContain('Publish now to 2');
    const page = (await person.send('/posts', { ...alone, ...chosen, mode: 'preview' })).html;
    expect(page).toMatch(/data-inbox="true"[^>]*>Inbox of the TikTok app: you finish it there</);
    expect(page).toContain('<span class="unless-inbox"> (required)</span>');
  });
});
