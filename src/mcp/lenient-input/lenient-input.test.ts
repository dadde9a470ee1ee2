import { describe, expect, it } from 'vitest';
import type { Fields } from '../definition/tool-definition.js';
import { createPost } from '../tools/posts/create-post.definition.js';
import { getPost } from '../tools/posts/get-post.definition.js';
import { listPosts } from '../tools/posts/list-posts.definition.js';
import { readInput } from './lenient-input.js';

function read(fields: Fields, args: unknown): unknown {
  const reading = readInput(fields, args);
  return reading.ok ? reading.input : reading.problems.map(({ field, problem }) => `${field} ${problem}`);
}

const create = (args: unknown): unknown => read(createPost.input, args);

describe('the form of arguments is lenient', () => {
  it.each<[what: string, given: unknown, understood: unknown]>([
    ['nothing at all', undefined, {}],
    ['an object in a JSON string', '{"text": "Hi"}', { text: 'Hi' }],
    [
      'null for an omitted argument',
      { text: 'Hi', scheduledAt: null, platforms: null, timezone: null },
      { text: 'Hi' },
    ],
    ['null for an unknown argument', { text: 'Hi', colour: null }, { text: 'Hi' }],
    ['content for text', { content: 'Hi' }, { text: 'Hi' }],
    [
      'snake case',
      { schedule_mode: 'now', idempotency_key: 'k' },
      { scheduleMode: 'now', idempotencyKey: 'k' },
    ],
    ['other case', { ScheduledAt: 'in 3 hours' }, { scheduledAt: 'in 3 hours' }],
    ['network for platform', { network: 'bluesky' }, { platform: 'bluesky' }],
    ['twitter for x', { platform: 'Twitter' }, { platform: 'x' }],
    ['a network in upper case', { platform: 'LinkedIn' }, { platform: 'linkedin' }],
    ['several networks for one', { platform: ['x', 'bsky'] }, { platforms: ['x', 'bluesky'] }],
    ['comma-separated networks', { platform: 'x, threads' }, { platforms: ['x', 'threads'] }],
    ['a list with one network for one', { platform: ['x'] }, { platform: 'x' }],
    ['one network for a list', { networks: 'mastodon' }, { platforms: ['mastodon'] }],
    ['a list in a JSON string', { platforms: '["x", "fb"]' }, { platforms: ['x', 'facebook'] }],
    ['the same network twice', { platforms: ['x', 'twitter'] }, { platforms: ['x'] }],
    ['one account', { accountId: 'acc_1' }, { accountIds: ['acc_1'] }],
    ['nulls within a list', { mediaUrls: ['a', null] }, { mediaUrls: ['a'] }],
    ['a comma in ordinary text', { altTexts: 'A cat, asleep' }, { altTexts: ['A cat, asleep'] }],
    ['text with brackets', { text: '[draft] Hi' }, { text: '[draft] Hi' }],
    ['text that is JSON', { text: '["a"]' }, { text: '["a"]' }],
    ['a number as a string', { text: 42 }, { text: '42' }],
    ['true as a string', { allowDuplicate: 'yes' }, { allowDuplicate: true }],
    ['false as a number', { allowDuplicate: 0 }, { allowDuplicate: false }],
    ['publish for now', { mode: 'publish' }, { scheduleMode: 'now' }],
    ['the same value under two names', { text: 'Hi', content: 'Hi' }, { text: 'Hi' }],
    ['overrides in a JSON string', { overrides: '[{"target":"twitter"}]' }, { overrides: [{ target: 'x' }] }],
    [
      'one override',
      { overrides: { target: 'x', text: 'Hi' } },
      { overrides: [{ target: 'x', text: 'Hi' }] },
    ],
    [
      'overrides as an object by network',
      { overrides: { x: { text: 'Hi' } } },
      { overrides: [{ target: 'x', text: 'Hi' }] },
    ],
    [
      'texts as an object by network',
      { overrides: { x: 'Hi', fb: 'Yo' } },
      {
        overrides: [
          { target: 'x', text: 'Hi' },
          { target: 'facebook', text: 'Yo' },
        ],
      },
    ],
    [
      'options with any name',
      { overrides: [{ target: 'x', options: { replySettings: 'following', quiet: true } }] },
      { overrides: [{ target: 'x', options: { replySettings: 'following', quiet: true } }] },
    ],
    [
      'null as a reset',
      { overrides: [{ target: 'x', text: null }] },
      { overrides: [{ target: 'x', text: null }] },
    ],
  ])('%s', (_what, given, understood) => {
    expect(create(given)).toEqual(understood);
  });

  it('reads numbers and lists of words', () => {
    expect(read(getPost.input, { postId: 'post_1', wait: '30' })).toEqual({ id: 'post_1', waitSeconds: 30 });
    expect(read(listPosts.input, { state: 'scheduled,draft' })).toEqual({ status: ['scheduled', 'draft'] });
    expect(read(listPosts.input, { status: 'partially-published', limit: 5 })).toEqual({
      status: ['partially_published'],
      limit: 5,
    });
  });
});

describe('the meaning of arguments is strict', () => {
  it.each<[what: string, given: unknown, said: readonly string[]]>([
    ['an unknown argument', { txt: 'Hi' }, ['txt is not an argument of this tool: did you mean text?']],
    [
      'an unknown network',
      { platform: 'myspace' },
      [
        'platform must be one of linkedin, x, instagram, tiktok, youtube, threads, bluesky, mastodon, pinterest, facebook, not "myspace"',
      ],
    ],
    [
      'an unknown network in a list',
      { platforms: ['x', 'orkut'] },
      [
        'platforms[1] must be one of linkedin, x, instagram, tiktok, youtube, threads, bluesky, mastodon, pinterest, facebook, not "orkut"',
      ],
    ],
    ['an object for a string', { text: { body: 'Hi' } }, ['text must be a single string, not {"body":"Hi"}']],
    [
      'two values under two names',
      { text: 'Hi', content: 'Ho' },
      ['text was passed twice with different values, also as content'],
    ],
    [
      'an invalid boolean',
      { allowDuplicate: 'perhaps' },
      ['allowDuplicate must be true or false, not "perhaps"'],
    ],
    ['an override without target', { overrides: [{ text: 'Hi' }] }, ['overrides[0].target is required']],
    [
      'an unknown field of an override',
      { overrides: [{ target: 'x', titel: 'Hi' }] },
      ['overrides[0].titel is not an argument of this tool: did you mean overrides[0].title?'],
    ],
    [
      'an invalid nested value',
      { overrides: [{ target: 'x', privacy: 'secret' }] },
      ['overrides[0].privacy must be one of public, unlisted, private, followers, friends, not "secret"'],
    ],
    ['a string for an object', { overrides: ['x'] }, ['overrides[0] must be an object, not "x"']],
    [
      'too many entries',
      { mediaUrls: Array.from({ length: 41 }, () => 'k') },
      ['mediaUrls has 41 entries; the maximum is 40'],
    ],
    [
      'a text that is too long',
      { idempotencyKey: 'k'.repeat(256) },
      ['idempotencyKey has 256 characters; the maximum is 255'],
    ],
    ['a list for arguments', [1], ['arguments must be an object, not [1]']],
    [
      'several problems at once',
      { platform: 'orkut', allowDuplicate: 2 },
      [
        'platform must be one of linkedin, x, instagram, tiktok, youtube, threads, bluesky, mastodon, pinterest, facebook, not "orkut"',
        'allowDuplicate must be true or false, not 2',
      ],
    ],
  ])('%s', (_what, given, said) => {
    expect(create(given)).toEqual(said);
  });

  it('reports missing arguments and values out of range', () => {
    expect(read(getPost.input, {})).toEqual(['id is required']);
    expect(read(getPost.input, { id: 'post_1', waitSeconds: 90 })).toEqual([
      'waitSeconds must be a whole number from 0 to 40, not 90',
    ]);
    expect(read(listPosts.input, { limit: 2.5 })).toEqual([
      'limit must be a whole number from 1 to 50, not 2.5',
    ]);
  });
});
