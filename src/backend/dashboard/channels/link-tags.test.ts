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

const bluesky = async () => (await test.get<AccountPage>('/v1/accounts?platform=bluesky')).body.data[0];

it('the card of an account turns tags of links on and off', async () => {
  const id = (await bluesky())?.id ?? '';
  const summaryOf = async () => {
    const { html } = await person.open('/channels');
    const card = html.slice(html.indexOf(`<article class="card channel" id="${id}"`));
    return /<summary>(.*?)<\/summary>/s.exec(card)?.[1];
  };
  expect(await summaryOf()).toBe('Links: not tagged');

  const sent = await person.send(`/channels/${id}/links`, { add: 'on', campaign: 'autumn' });
  expect(sent.status).toBe(303);
  expect((await bluesky())?.linkTags).toEqual({ add: true, campaign: 'autumn' });
  expect(await summaryOf()).toBe('Links: tagged, campaign autumn');

  const refused = await person.send(`/channels/${id}/links`, { add: 'on', campaign: 'a&b' });
  expect(refused.status).toBe(422);
  expect((await bluesky())?.linkTags.campaign).toBe('autumn');

  await person.send(`/channels/${id}/links`, { add: 'on', campaign: '' });
  expect((await bluesky())?.linkTags).toEqual({ add: true, campaign: null });
  await person.send(`/channels/${id}/links`, { add: 'off' });
  expect((await bluesky())?.linkTags.add).toBe(false);
});
