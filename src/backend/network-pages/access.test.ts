import { afterEach, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { Visitor } from '../../../test/support/visitor.js';
import type { Post } from '../../contract/posts/posts.js';
import type { BackendOptions } from '../app/backend-options.js';

const AT_A_PUBLIC_URL = { publicUrl: 'https://post.example.org' };

let test: BackendUnderTest;
afterEach(() => test.close());

/** A backend with these options, and a stranger at it. */
async function start(options: Partial<BackendOptions>): Promise<Visitor> {
  test = await BackendUnderTest.start(options);
  return new Visitor(`http://127.0.0.1:${test.backend.port}`);
}

it('are open to everyone on a machine that nobody else reaches', async () => {
  const stranger = await start({});
  expect((await stranger.open('/network/bluesky')).status).toBe(200);
  expect((await stranger.open('/sign-in')).html).toContain('href="/network/bluesky"');
});

it('show times in the zone of the workspace', async () => {
  const stranger = await start({});
  await test.backend.services.store.db
    .updateTable('workspaces')
    .set({ timezone: 'America/New_York' })
    .execute();
  const { body } = await test.post<{ id: string }>('/v1/posts', {
    platform: 'x',
    text: 'What time is it?',
    scheduleMode: 'now',
  });
  const read = async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body;
  await expect.poll(async () => (await read()).status).toBe('published');
  const { pathname } = new URL((await read()).targets[0]?.url ?? '');
  expect((await stranger.open(pathname)).html).toMatch(/\d+:\d\d [AP]M UTC-05:00 · \w{3} \d+, 2026/);
});

it('are closed at a public URL to those who are not signed in', async () => {
  const stranger = await start(AT_A_PUBLIC_URL);
  for (const path of ['/network/bluesky', '/network/x/@nobody', '/network/instagram/direct/t/t_1']) {
    const asked = await stranger.open(path);
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    expect(asked.html).toBe('');
  }
  const signIn = await stranger.open('/sign-in?next=%2Fnetwork%2Fbluesky');
  // It has the way on to the page that was asked for, and no list of the others.
  expect(signIn.html).not.toContain('href="/network/x"');
  expect(signIn.html).toContain('simulated networks');
});

it('are open at a public URL to those who are signed in', async () => {
  await start(AT_A_PUBLIC_URL);
  const owner = await Visitor.signedIn(test);
  expect((await owner.open('/network/bluesky')).status).toBe(200);
});

it('are open to everyone at a public URL if the operator says so', async () => {
  const stranger = await start({ ...AT_A_PUBLIC_URL, networkPages: 'everyone' });
  expect((await stranger.open('/network/bluesky')).status).toBe(200);
  expect((await stranger.open('/sign-in')).html).toContain('href="/network/bluesky"');
});

it('are closed on this machine if the operator says so', async () => {
  const stranger = await start({ networkPages: 'signed-in' });
  expect((await stranger.open('/network/bluesky')).status).toBe(303);
});

it('are closed without a public URL too if other machines can reach the backend', async () => {
  const stranger = await start({
    host: '0.0.0.0',
    allowRemote: true,
    adminPassword: 'the beans are in the blue tin',
  });
  expect((await stranger.open('/network/bluesky')).status).toBe(303);
});
