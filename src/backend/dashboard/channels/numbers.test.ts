import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';

let test: BackendUnderTest;
let person: Visitor;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const accountOn = async (platform: string) =>
  (await test.get<AccountPage>(`/v1/accounts?platform=${platform}`)).body.data[0];

/** The card of an account. */
async function cardOf(id: string): Promise<string> {
  const { html } = await person.open('/channels');
  const start = html.indexOf(`<article class="card channel" id="${id}"`);
  return html.slice(start, html.indexOf('</article>', start));
}

it('the card of an account on X says what numbers cost, and turns them on and off', async () => {
  const account = await accountOn('x');
  const id = account?.id ?? '';
  const off = await cardOf(id);
  expect(off).toContain('not read');
  expect(off).toContain('X charges $0.015 to read those of each new post');
  expect(off).toContain('>Read numbers</button>');

  expect((await person.send(`/channels/${id}/numbers`, { read: 'on' })).status).toBe(303);
  expect((await accountOn('x'))?.metrics.read).toBe(true);
  expect(await cardOf(id)).toContain('>Stop reading</button>');

  await person.send(`/channels/${id}/numbers`, { read: 'off' });
  expect((await accountOn('x'))?.metrics.read).toBe(false);
});

it('the card of another account offers nothing, unless numbers were turned off for it', async () => {
  const id = (await accountOn('mastodon'))?.id ?? '';
  expect(await cardOf(id)).not.toContain('Numbers');
  const body = { metrics: { read: false } };
  expect((await test.request('PATCH', `/v1/accounts/${id}`, { body })).status).toBe(200);
  const card = await cardOf(id);
  expect(card).toContain('>Read numbers</button>');
  expect(card).not.toContain('charges');
});
