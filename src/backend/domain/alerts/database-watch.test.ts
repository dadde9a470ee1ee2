import { afterEach, beforeEach, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { silentLog } from '../../base/log.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { sendGuarded } from '../webhooks/send.js';
import { DatabaseWatch } from './database-watch.js';

let chat: Receiver;
let test: BackendUnderTest;
let watch: DatabaseWatch;
let answers = true;

beforeEach(async () => {
  answers = true;
  chat = await Receiver.start();
  const fetching = readFetchPolicy([chat.origin], null);
  test = await BackendUnderTest.start({ fetching });
  test.key = await test.newKey('sandbox');
  for (const topics of [['server'], ['posts']]) {
    await test.post('/v1/alerts', { kind: 'slack', address: `${chat.origin}/${topics[0]}`, topics });
  }
  const { store } = test.backend.services;
  watch = new DatabaseWatch({
    ...{ store, clock: test.clock, log: silentLog, mail: null, send: sendGuarded(fetching) },
    publicUrl: test.backend.url,
    answers: () => Promise.resolve(answers),
  });
  await watch.look();
});

afterEach(async () => {
  await watch.stop();
  await test.close();
  await chat.close();
});

async function look(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await watch.look();
}
const told = () =>
  chat.received.map(({ path, body }) => [path, body.includes('answers again') ? 'again' : 'not']);

it('tells once that the database does not answer, and once that it does, who wants to hear of the server', async () => {
  answers = false;
  await look(2);
  expect(told()).toEqual([]);
  await look(5);
  expect(told()).toEqual([['/server', 'not']]);
  answers = true;
  await look(2);
  expect(told()).toEqual([
    ['/server', 'not'],
    ['/server', 'again'],
  ]);
});

it('says nothing of an outage that was short, or that comes soon after another', async () => {
  answers = false;
  await look(2);
  answers = true;
  await look(1);
  expect(told()).toEqual([]);
  for (let n = 0; n < 5; n += 1) {
    answers = false;
    await look(4);
    answers = true;
    await look(1);
  }
  expect(told()).toEqual([
    ['/server', 'not'],
    ['/server', 'again'],
  ]);
  test.clock.advance(10 * 60_000);
  answers = false;
  await look(4);
  expect(told()).toHaveLength(3);
});

it('tries again while the chat does not answer', async () => {
  answers = false;
  chat.answers = 503;
  await look(4);
  chat.answers = 200;
  await look(3);
  expect(told().slice(-1)).toEqual([['/server', 'not']]);
  const arrived = told().length;
  await look(3);
  expect(told()).toHaveLength(arrived);
});
