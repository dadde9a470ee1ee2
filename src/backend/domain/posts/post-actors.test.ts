import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../../../../test/support/people.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { EventPage } from '../../../contract/events/events.js';
import { actorWords, responsible, responsibleWords } from '../../../contract/posts/actor-words.js';
import type { CreatedPost, Post, PostPage } from '../../../contract/posts/posts.js';
import { randomIds } from '../../base/ids.js';
import { createApiKey } from '../access/api-keys.js';
import { removeMember } from '../people/change-members.js';

let test: BackendUnderTest;
let ben: TestPerson;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  ben = await addPerson(test, { name: 'ben', role: 'approver', displayName: 'Ben' });
});
afterAll(() => test.close());

const proposed = { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00Z' };
const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;

/** A key of Ben’s. */
async function keyOfBen(label: string): Promise<string> {
  const { store } = test.backend.services;
  const making = { clock: test.clock, ids: randomIds };
  const made = await createApiKey(
    store,
    test.workspace,
    { label, scopes: 'draft', person: ben.acting },
    making,
  );
  return made.text;
}

async function drafted(text: string, key = test.key): Promise<Post> {
  const body = { platform: 'bluesky', text, scheduleMode: 'draft', proposed };
  return (await test.post<CreatedPost>('/v1/posts', body, { key })).body;
}

it('says who drafted, approved and scheduled a post, in answers, lists and events', async () => {
  const made = await drafted('Drafted by a program', await keyOfBen('CI'));
  const draftedBy = { kind: 'key', keyId: expect.any(String), label: 'CI', person: 'Ben' };
  expect(made).toMatchObject({ draftedBy, approvedBy: null, publishedBy: null });
  const page = await ben.signIn();
  await page.send(`/posts/${made.id}/approve`, { version: '1' });

  const approvedBy = { kind: 'person', keyId: expect.any(String), label: 'Ben', person: 'Ben' };
  const all = { draftedBy, approvedBy, publishedBy: approvedBy };
  const post = await read(made.id);
  expect(post).toMatchObject(all);
  expect(post.history?.map(({ by }) => by)).toEqual([draftedBy, approvedBy]);
  const list = (await test.get<PostPage>('/v1/posts?status=scheduled')).body;
  expect(list.data.find(({ id }) => id === made.id)).toMatchObject(all);
  const { data } = (await test.get<EventPage>('/v1/events?types=post.scheduled')).body;
  expect(data.at(-1)?.data).toMatchObject({ postId: made.id, ...all });
  const { html } = await page.open(`/posts/${made.id}`);
  expect(html).toContain('Drafted by CI (API key of Ben). Approved by Ben. Scheduled by Ben');
});

it('forgets an approval that was taken back, and names who scheduled it instead', async () => {
  const made = await drafted('Approved in error');
  await test.post(`/v1/posts/${made.id}/approve`, { version: 1 });
  const key = { kind: 'key', label: 'full', person: null };
  expect((await read(made.id)).approvedBy).toMatchObject(key);
  await test.post(`/v1/posts/${made.id}/reopen`, { version: 2 });
  expect(await read(made.id)).toMatchObject({ approvedBy: null, publishedBy: null });
  await test.post(`/v1/posts/${made.id}/publish`, { ...proposed });
  expect(await read(made.id)).toMatchObject({ approvedBy: null, publishedBy: key });
});

it('names who created a post with a time as who scheduled it, in the answer and in its event', async () => {
  const body = { platform: 'bluesky', text: 'Straight to its time', ...proposed };
  const { body: made } = await test.post<CreatedPost>('/v1/posts', body);
  const by = { kind: 'key', label: 'full', person: null };
  expect(made).toMatchObject({ draftedBy: by, approvedBy: null, publishedBy: by });
  const { data } = (await test.get<EventPage>('/v1/events?types=post.scheduled')).body;
  expect(data.at(-1)?.data).toMatchObject({ postId: made.id, draftedBy: by, publishedBy: by });
});

it('keeps the name of a person who was removed', async () => {
  const made = await drafted('By somebody who leaves', await keyOfBen('Laptop'));
  const by = { apiKeyId: made.draftedBy?.keyId ?? '', requestId: 'req_1', now: test.clock.now() };
  const change = { workspaceId: test.workspace.id, personId: ben.acting.id, by };
  await test.backend.services.store.write((trx) => removeMember(trx, change, test.clock.now()));
  expect((await read(made.id)).draftedBy).toMatchObject({ label: 'Laptop', person: 'Ben' });
});

it('has words for each kind', () => {
  const assistant = { kind: 'assistant', keyId: 'key_1', label: 'Claude', person: 'Ann' } as const;
  const person = { kind: 'person', keyId: 'key_2', label: 'Ben', person: 'Ben' } as const;
  const key = { kind: 'key', keyId: 'key_3', label: 'CI', person: null } as const;
  expect([assistant, person, key].map(actorWords)).toEqual([
    'Claude (assistant of Ann)',
    'Ben',
    'CI (API key)',
  ]);
  const by = { draftedBy: assistant, approvedBy: person, publishedBy: person };
  expect(responsibleWords({ ...by, status: 'published' })).toBe(
    'Drafted by Claude (assistant of Ann). Approved by Ben. Published by Ben',
  );
  expect(responsible({ draftedBy: key, approvedBy: null, publishedBy: null }, 'draft')).toEqual([
    ['Drafted by', 'CI (API key)'],
  ]);
});
