import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { Visitor } from '../../../test/support/visitor.js';
import type { Account } from '../../contract/accounts/accounts.js';
import type { Platform } from '../../contract/platforms.js';
import type { Post } from '../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;
const ids = new Map<Platform, string>();
let draft: Post;
let proposed: Post;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  const { body } = await test.get<{ data: Account[] }>('/v1/accounts?limit=100');
  for (const { platform, id } of body.data) ids.set(platform, id);
  draft = (await test.post<Post>('/v1/posts', { text: 'A thought', platform: 'x', scheduleMode: 'draft' }))
    .body;
  const wish = { text: 'May I?', platform: 'x', scheduleMode: 'draft', proposed: { scheduleMode: 'now' } };
  proposed = (await test.post<Post>('/v1/posts', wish)).body;
});
afterAll(() => test?.close());

const at = (platform: Platform) => ids.get(platform) ?? '';
const schedule = { label: 'Mornings', timezone: 'Europe/Berlin', kind: 'fixed', time: '09:00' };
const between = { ...schedule, kind: 'window', startTime: '09:00', postsPerWindow: '1' };

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** What is sent where, what the page says of it, and what still stands in its form. */
const REFUSED: readonly (readonly [string, () => readonly [string, Fields], string, string])[] = [
  [
    'a post without a channel',
    () => ['/posts', { text: 'Hello', mode: 'schedule', scheduledAt: '2030-01-01T09:00' }],
    'Choose at least one channel.',
    'Hello</textarea>',
  ],
  [
    'a post without a time',
    () => ['/posts', { text: 'Hello', mode: 'schedule', account: at('x') }],
    'Choose a time.',
    'Hello</textarea>',
  ],
  [
    'a post for what is no time',
    () => ['/posts', { text: 'Hello', mode: 'schedule', account: at('x'), scheduledAt: 'soon' }],
    'This is not a valid time.',
    'Hello</textarea>',
  ],
  [
    'a post for a time that has passed',
    () => ['/posts', { text: 'Hello', mode: 'schedule', account: at('x'), scheduledAt: '2020-01-01T09:00' }],
    'This time has passed.',
    'value="2020-01-01T09:00"',
  ],
  [
    'a post without an option that a network requires',
    () => ['/posts', { text: 'Hello', mode: 'now', account: at('pinterest') }],
    'Pinterest requires a board',
    'Hello</textarea>',
  ],
  [
    'a post for a slot where there is none',
    () => ['/posts', { text: 'Hello', mode: 'queue', account: at('x') }],
    'Create a schedule under Calendar',
    'Hello</textarea>',
  ],
  [
    'an option that is no address',
    () => [
      '/posts',
      { text: 'Hello', mode: 'draft', account: at('linkedin'), [`o.${at('linkedin')}.link`]: 'nowhere' },
    ],
    '“Link” must be an absolute URL',
    'value="nowhere"',
  ],
  [
    'an approval for a time that has passed',
    () => [`/posts/${proposed.id}/approve`, { version: '1', scheduledAt: '2020-01-01T09:00' }],
    'This time has passed.',
    'value="2020-01-01T09:00"',
  ],
  [
    'a rejection with too long a note',
    () => [`/posts/${proposed.id}/reject`, { version: '1', note: 'n'.repeat(2001) }],
    'The note has 2001 characters. The maximum is 2000.',
    `${'n'.repeat(2001)}</textarea>`,
  ],
  [
    'publishing at what is no time',
    () => [`/posts/${draft.id}/publish`, { version: '1', scheduleMode: 'schedule', scheduledAt: '' }],
    'Choose a time.',
    'A thought',
  ],
  ['a schedule without anything', () => ['/schedules', {}], 'Choose at least one day.', 'id="schedule-form"'],
  [
    'a schedule without a day',
    () => ['/schedules', { ...schedule, account: at('x') }],
    'Choose at least one day.',
    'value="Mornings"',
  ],
  [
    'a schedule without a channel',
    () => ['/schedules', { ...schedule, day: 'mon' }],
    'Choose at least one channel.',
    'value="Mornings"',
  ],
  [
    'a schedule in no zone',
    () => ['/schedules', { ...schedule, day: 'mon', account: at('x'), timezone: 'Berlin' }],
    'The time zone “Berlin” does not exist.',
    'value="Berlin"',
  ],
  [
    'a schedule whose end is its start',
    () => ['/schedules', { ...between, day: 'mon', account: at('x'), endTime: '09:00' }],
    'The end is the same as the start',
    'value="Mornings"',
  ],
  [
    'a schedule of words for numbers',
    () => [
      '/schedules',
      { ...between, day: 'mon', account: at('x'), endTime: '10:00', postsPerWindow: 'many' },
    ],
    'The number of posts must be a number.',
    'value="many"',
  ],
  [
    'a webhook without an address',
    () => ['/settings/webhooks', { url: '', label: 'Shop' }],
    'Fill in the URL.',
    'value="Shop"',
  ],
  [
    'a webhook to no address',
    () => ['/settings/webhooks', { url: 'my server', label: 'Shop' }],
    'Use a complete URL',
    'value="my server"',
  ],
  [
    'a webhook for no event',
    () => ['/settings/webhooks', { url: 'https://shop.example/', label: 'Shop', which: 'some' }],
    'Select at least one event',
    'value="Shop"',
  ],
  [
    'a channel with a handle of several words',
    () => ['/channels', { platform: 'x', handle: 'two words' }],
    'A handle can contain letters',
    'value="two words"',
  ],
  [
    'a key without a name',
    () => ['/settings/keys', { label: '', preset: 'draft' }],
    'Enter a name for the key.',
    'name="preset" value="draft" checked',
  ],
];

/** What is for programs: names of fields, of calls and of codes. */
const API_TALK = /`|\/v1\/|\b(?:POST|PATCH|GET) \/|scheduleMode|ISO 8601|[a-z]_[a-z]|overrid|accountIds|JSON/;

describe('a refused form', () => {
  it.each(REFUSED)('%s, is explained, and keeps its input', async (_, sent, words, kept) => {
    const { status, html } = await person.send(...sent());
    expect(status).toBeGreaterThanOrEqual(400);
    const said = noticesIn(html);
    expect(said).toContain(words);
    expect(said).not.toMatch(API_TALK);
    expect(html).toContain(kept);
  });

  it('links to the saved version if somebody else changed the post', async () => {
    const { body } = await test.post<Post>('/v1/posts', { text: 'Mine', scheduleMode: 'draft' });
    await test.request('PATCH', `/v1/posts/${body.id}`, { body: { version: 1, text: 'Theirs' } });
    const { status, html } = await person.send(`/posts/${body.id}/delete`, { version: '1' });
    expect(status).toBe(409);
    expect(noticesIn(html)).toContain('Somebody else changed this in the meantime');
    expect(html).toContain('Theirs');
  });
});

/** What a page says in its notices about what went wrong, as text. */
function noticesIn(html: string): string {
  const notices = html.matchAll(/<div class="notice bad">(.*?)<\/div>/gs);
  return [...notices].map(([, inner = '']) => inner.replace(/<[^>]+>/g, ' ')).join('\n');
}
