import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { LabelPage } from '../../../contract/labels/labels.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { SavedText } from '../../../contract/texts/texts.js';
import { pickValue } from '../posts/bulk/picked.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;

async function draft(text: string, labels: readonly string[] = []): Promise<Post> {
  return (await test.post<Post>('/v1/posts', { platform: 'bluesky', text, labels })).body;
}

it('labels a post in the composer, where ticked labels stay and typed ones are added', async () => {
  const sent = await person.send('/posts', { text: 'Written', mode: 'draft', newLabel: 'Launch, <Spring>' });
  const id = /post_\w+/.exec(sent.headers.get('location') ?? '')?.[0] ?? '';
  expect((await read(id)).labels).toEqual(['Launch', '<Spring>']);
  const { html } = await person.open(`/posts/${id}/edit`);
  expect(html).toContain('name="label" value="Launch" checked');
  expect(html).not.toContain('<Spring>');
  const version = String((await read(id)).version);
  const labelBefore = ['Launch', '<Spring>'];
  expect(html).toContain('name="labelBefore" value="Launch"');
  // Somebody labels it while the form is open.
  await test.request('PATCH', `/v1/posts/${id}`, { body: { labels: [...labelBefore, 'Urgent'] } });
  const form = { text: 'Edited', version, labelBefore, label: 'Launch', newLabel: 'Autumn' };
  expect((await person.send(`/posts/${id}/edit`, form)).status).toBe(303);
  expect(await read(id)).toMatchObject({ text: 'Edited', labels: ['Launch', 'Urgent', 'Autumn'] });
  expect((await person.open(`/posts/new?copy=${id}`)).html).toContain('name="label" value="Autumn" checked');
});

it('changes labels on the page of a post, also when it is over', async () => {
  const { id } = await draft('A cancelled one', ['Old']);
  await test.post(`/v1/posts/${id}/publish`, {
    scheduleMode: 'schedule',
    scheduledAt: '2030-01-07T09:00:00Z',
  });
  await test.request('DELETE', `/v1/posts/${id}`);
  const post = await read(id);
  expect(post.status).toBe('cancelled');
  const fields = { labelBefore: 'Old', label: 'Old', newLabel: 'Kept' };
  expect((await person.send(`/posts/${id}/labels`, fields)).status).toBe(303);
  expect((await read(id)).labels).toEqual(['Old', 'Kept']);
  expect((await person.send(`/posts/${id}/labels`, { labelBefore: 'Old', newLabel: 'Last' })).status).toBe(
    303,
  );
  expect(await read(id)).toMatchObject({ labels: ['Kept', 'Last'], version: post.version });
});

it('filters the list by label in the address, and labels several posts', async () => {
  const [one, two] = [await draft('The first of two', ['Pair']), await draft('The second of two')];
  const { html } = await person.open('/posts?label=Pair');
  expect(html).toContain('The first of two');
  expect(html).not.toContain('The second of two');
  expect(html).toContain('href="/posts?status=draft&amp;label=Pair"');
  const bulk = { act: 'label', newLabel: 'pair, Both', post: [pickValue(one), pickValue(two)] };
  expect((await person.send('/posts/bulk', bulk)).html).toContain('Labelled: 2 posts');
  expect((await read(one.id)).labels).toEqual(['Pair', 'Both']);
  expect((await read(two.id)).labels).toEqual(['Pair', 'Both']);
  expect((await person.open('/posts?label=Nothing')).html).toContain('The second of two');
});

it('renames, recolors and deletes labels in the settings', async () => {
  await person.send('/settings/labels', { name: 'Mistyped', color: '' });
  const find = async (name: string) =>
    (await test.get<LabelPage>('/v1/labels?limit=100')).body.data.find((label) => label.name === name);
  const id = (await find('Mistyped'))?.id ?? '';
  await person.send(`/settings/labels/${id}/edit`, { name: 'Right', color: 'pink' });
  expect(await find('Right')).toMatchObject({ id, color: 'pink' });
  expect((await person.open('/settings/labels')).html).toContain('label label-pink');
  expect((await person.send(`/settings/labels/${id}/delete`)).status).toBe(303);
  expect(await find('Right')).toBeUndefined();
});

it('keeps the labels of a deleted draft for its undo', async () => {
  const post = await draft('Deleted and back', ['Kept']);
  const { html } = await person.send(`/posts/${post.id}/delete`, { version: String(post.version) });
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const restored = await person.send('/posts/restore', { draft: field('draft'), post: field('post') });
  const id = /post_\w{26}/.exec(restored.headers.get('location') ?? '')?.[0] ?? '';
  expect((await read(id)).labels).toEqual(['Kept']);
});

it('saves texts, and inserts one at the end of the post without a script', async () => {
  await person.send('/settings/texts', { name: 'Hashtags', kind: 'post', text: '#bakery <b>' });
  await person.send('/settings/texts', { name: 'Thanks', kind: 'reply', text: 'Thank you!' });
  const { data } = (await test.get<{ data: SavedText[] }>('/v1/saved-texts')).body;
  const id = data.find(({ kind }) => kind === 'post')?.id ?? '';
  expect((await person.open('/settings/texts')).html).toContain('#bakery &lt;b&gt;');
  const composer = (await person.open('/posts/new')).html;
  expect(composer).toContain(`value="insert.${id}" data-insert="#bakery &lt;b&gt;"`);
  expect(composer).not.toContain('Thank you!');
  const { html } = await person.send('/posts', { text: 'Open on Sunday. ', mode: `insert.${id}` });
  expect(html).toContain('Open on Sunday.\n\n#bakery &lt;b&gt;</textarea>');
  await person.send(`/settings/texts/${id}/edit`, { name: 'Tags', kind: 'post', text: '#bread' });
  await person.send(`/settings/texts/${id}/delete`);
  expect((await test.get<{ data: SavedText[] }>('/v1/saved-texts?kind=post')).body.data).toEqual([]);
});
