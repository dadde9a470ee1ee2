import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Post } from '../../../../contract/posts/posts.js';
import type { Remark, RemarkPage } from '../../../../contract/posts/remarks.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

it('people write remarks about a draft, delete their own, and owners those of others', async () => {
  const { body } = await service.post<Post>('/v1/posts', { text: 'Fresh bread.', scheduleMode: 'draft' });
  const path = `/posts/${body.id}`;
  const [ada, ben, viewer] = await Promise.all([
    addPerson(service, { name: 'ada', role: 'owner', displayName: 'Ada <Lovelace>' }),
    addPerson(service, { name: 'ben', role: 'editor', displayName: 'Ben' }),
    addPerson(service, { name: 'vera', role: 'viewer' }),
  ]);
  const [asAda, asBen, asViewer] = [await ada.signIn(), await ben.signIn(), await viewer.signIn()];
  expect((await asViewer.open(path)).html).not.toContain('Add remark');

  await asBen.send(`${path}/remarks`, { note: 'Which <bread>?' });
  await asAda.send(`${path}/remarks`, { note: 'Rye.' });
  const page = (await asBen.open(path)).html;
  expect(page).toContain('Remarks (2)');
  expect(page.indexOf('Which &lt;bread&gt;?')).toBeLessThan(page.indexOf('Rye.'));
  expect(page).toContain('Ada &lt;Lovelace&gt;');

  const { data } = (await service.get<RemarkPage>(`/v1${path}/remarks`)).body;
  const [byAda, byBen] = data as [Remark, Remark];
  expect(page).not.toContain(`remarks/${byAda.id}/delete`);
  const refused = await asBen.send(`${path}/remarks/${byAda.id}/delete`, {});
  expect([refused.status, refused.html.includes('wrote this remark')]).toEqual([403, true]);
  await asAda.send(`${path}/remarks/${byBen.id}/delete`, {});
  expect((await asViewer.open(path)).html).toContain('Remarks (1)');
});

it('a remark that is refused is still in its field', async () => {
  const { body } = await service.post<Post>('/v1/posts', { text: 'Rolls.', scheduleMode: 'draft' });
  const ben = await (await addPerson(service, { name: 'bea', role: 'editor' })).signIn();
  const path = `/posts/${body.id}`;
  const { status, html } = await ben.send(`${path}/remarks`, { note: 'x'.repeat(2_001) });
  expect(status).toBe(422);
  expect(html).toContain('x'.repeat(2_001));
});
