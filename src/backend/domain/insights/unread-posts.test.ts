import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR, InboxScene } from '../../../../test/support/inbox-scene.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Insights } from '../../../contract/insights/insights.js';

let test: BackendUnderTest;
let scene: InboxScene;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  scene = await InboxScene.of(test);
  await scene.freeze();
});
afterAll(() => test.close());

let number = 0;
async function publish(platform: string): Promise<void> {
  number += 1;
  const body = { platform, text: `Number ${number}`, scheduleMode: 'now' };
  expect((await test.post('/v1/posts', body)).status).toBe(201);
  await test.backend.runDue();
}

const notesOf = async (platform: string) =>
  (await test.get<Insights>(`/v1/insights?platform=${platform}`)).body.notes
    .filter(({ code }) => code === 'not_read')
    .map(({ text }) => text);

it('says that posts from before numbers were turned on are not read', async () => {
  const { id } = await scene.account('x');
  const read = (on: boolean) =>
    test.request('PATCH', `/v1/accounts/${id}`, { body: { metrics: { read: on } } });
  await publish('x');
  await publish('bluesky');
  await scene.advance(2 * HOUR);
  expect(await notesOf('x')).toEqual(['Numbers are turned off for accounts on X.']);
  expect((await read(true)).status).toBe(200);
  await publish('x');
  await scene.advance(2 * HOUR);
  expect(await notesOf('x')).toEqual([
    'Numbers of 1 post on X are not read: it was published before they were turned on for the account.',
  ]);
  expect(await notesOf('bluesky')).toEqual([]);
  await scene.advance(29 * 24 * HOUR);
  expect(await notesOf('x')).toEqual([]);
});
