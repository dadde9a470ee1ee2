import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const SINGLE = 'X charges $0.20 for what is sent again.';

async function connect(handle: string, platform: string): Promise<string> {
  const key = await test.newKey('sandbox');
  const body = { platform, handle };
  return (await test.request<Account>('POST', '/v1/test/accounts', { key, body })).body.id;
}

/** A post that has failed on these accounts, as if they were real. */
async function failed(text: string, accountIds: readonly string[]): Promise<string> {
  const { body } = await test.post<Post>('/v1/posts', { text, accountIds, scheduleMode: 'now' });
  await expect
    .poll(async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body.status)
    .not.toMatch(/scheduled|publishing/);
  return body.id;
}

/** @param status of the target: it failed, or nobody knows what became of it */
async function set(postId: string, status: 'failed' | 'unknown', simulated: 0 | 1 = 0): Promise<void> {
  await test.backend.services.store.write(async (trx) => {
    const notThere = { status, network_post_id: null, url: null, published_at: null };
    await trx.updateTable('targets').set(notThere).where('post_id', '=', postId).execute();
    await trx.updateTable('posts').set({ status: 'failed' }).where('id', '=', postId).execute();
    await trx.updateTable('accounts').set({ simulated }).execute();
  });
}

/** The question before a form is sent, and the page without it. */
async function page(path: string) {
  const { html } = await person.open(path);
  const asked = [...html.matchAll(/data-ask="([^"]*)"/g)].map(([, ask = '']) => ask);
  return { asked, html: html.replaceAll(/data-ask="[^"]*"/g, '') };
}

describe('a retry', () => {
  it('says what it costs beside its button, and before it is sent', async () => {
    const id = await failed('See https://fernhill.com', [await connect('one', 'x')]);
    await set(id, 'failed');
    const { asked, html } = await page(`/posts/${id}`);
    expect(html).toContain(SINGLE);
    expect(asked).toContain(`Retry on X @one? ${SINGLE}`);
  });

  it('of several channels says the sum, and each its own', async () => {
    const accounts = [await connect('two', 'x'), await connect('three', 'x'), await connect('b', 'bluesky')];
    const id = await failed('Open on Sunday', accounts);
    await set(id, 'failed');
    const { asked, html } = await page(`/posts/${id}`);
    expect(asked.find((ask) => ask.startsWith('Retry on X @two, X @three'))).toContain(
      'What is already published is not sent again. X charges $0.03 for what is sent again.',
    );
    expect(html.split('X charges $0.015 for what is sent again.')).toHaveLength(3);
  });

  it('that is free says nothing, and asks nothing', async () => {
    const id = await failed('Free of charge', [await connect('four', 'bluesky')]);
    await set(id, 'failed');
    const free = await page(`/posts/${id}`);
    expect(free.html).toContain('aria-label="Retry on Bluesky @four"');
    expect([free.html, ...free.asked].join()).not.toContain('for what is sent again');
    const simulated = await failed('See https://fernhill.com, too', [await connect('five', 'x')]);
    await set(simulated, 'failed', 1);
    const { asked, html } = await page(`/posts/${simulated}`);
    expect(html).toContain('aria-label="Retry on X @five"');
    expect([html, ...asked].join()).not.toContain('charges $');
  });
});

it('sending a post again whose outcome is unknown says what it costs', async () => {
  const id = await failed('Where is https://fernhill.com?', [await connect('six', 'x')]);
  await set(id, 'unknown');
  const { asked, html } = await page(`/posts/${id}`);
  expect(html).toContain(SINGLE);
  expect(asked.find((ask) => ask.startsWith('Are you sure'))).toContain(`twice. ${SINGLE}`);
});

it('a post that waited for its account says what sending it costs, on the page of channels', async () => {
  const account = await connect('seven', 'x');
  await person.send(`/channels/${account}/expire`);
  await failed('Back at https://fernhill.com', [account]);
  await person.send('/channels', { platform: 'x', handle: '@seven' });
  await test.backend.services.store.db.updateTable('accounts').set({ simulated: 0 }).execute();
  const { asked, html } = await page(`/channels?connected=${account}`);
  expect(html).toContain('This post was not published there');
  expect(html).toContain(SINGLE);
  expect(asked).toContain(`Retry on X @seven? ${SINGLE}`);
});
