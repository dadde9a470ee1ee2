import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;

it('deletes a published post from a page that says where it is and that this is for good', async () => {
  const { body } = await test.post<Post>('/v1/posts', {
    platforms: ['bluesky', 'x'],
    text: 'Out by mistake',
    scheduleMode: 'now',
  });
  const path = `/posts/${body.id}/delete-published`;
  await expect.poll(async () => (await read(body.id)).status, { timeout: 10_000 }).toBe('published');
  expect((await person.open(`/posts/${body.id}`)).html).toContain(`href="${path}"`);

  const { html } = await person.open(path);
  expect(html).toContain('This cannot be undone');
  expect(html).toContain('simulated');
  expect(html).toContain('Postrider cannot delete on these networks');
  const { version } = await read(body.id);
  const stale = await person.send(path, { version: String(version + 1) });
  expect(stale.status).toBe(409);

  const done = await person.send(path, { version: String(version) });
  expect(done.html).toContain('Postrider cannot delete posts on X.');
  expect(done.html).toContain('Nothing is left that Postrider can delete.');
  const page = (await person.open(`/posts/${body.id}`)).html;
  expect(page).toContain('deleted the published post');
  expect(page).not.toContain(`href="${path}"`);
});
