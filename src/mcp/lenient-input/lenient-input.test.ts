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

describe('arguments are read generously in their form', () => {
  it.each<[what: string, given: unknown, understood: unknown]>([
    ['nothing at all', undefined, {}],
    ['an object in a JSON string', '{"text": "Hi"}', { text: 'Hi' }],
    ['null for absent', { text: 'Hi', scheduledAt: null, platforms: null, timezone: null }, { text: 'Hi' }],
    ['null for an argument that does not exist', { text: 'Hi', colour: null }, { text: 'Hi' }],
    ['content for text', { content: 'Hi' }, { text: 'Hi' }],
    [
      'snake case',
      { schedule_mode: 'now', idempotency_key: 'k' },
      { scheduleMode: 'now', idempotencyKey: 'k' },
    ],
    ['other case', { ScheduledAt: 'in 3 hours' }, { scheduledAt: 'in 3 hours' }],
    ['network for platform', { network: 'bluesky' }, { platform: 'bluesky' }],
    ['twitter for x', { platform: 'Twitter' }, { platform: 'x' }],
    ['a network in capitals', { platform: 'LinkedIn' }, { platform: 'linkedin' }],
    ['several networks where one is meant', { platform: ['x', 'bsky'] }, { platforms: ['x', 'bluesky'] }],
    ['networks between commas', { platform: 'x, threads' }, { platforms: ['x', 'threads'] }],
    ['a list of one where one is meant', { platform: ['x'] }, { platform: 'x' }],
    ['one network where a list is meant', { networks: 'mastodon' }, { platforms: ['mastodon'] }],
    ['a list in a JSON string', { platforms: '["x", "fb"]' }, { platforms: ['x', 'facebook'] }],
    ['the same network twice', { platforms: ['x', 'twitter'] }, { platforms: ['x'] }],
    ['one account', { accountId: 'acc_1' }, { accountIds: ['acc_1'] }],
    ['nulls within a list', { mediaUrls: ['a', null] }, { mediaUrls: ['a'] }],
    ['a comma within an ordinary text', { altTexts: 'A cat, asleep' }, { altTexts: ['A cat, asleep'] }],
    ['a text with brackets', { text: '[draft] Hi' }, { text: '[draft] Hi' }],
    ['a text that is JSON', { text: '["a"]' }, { text: '["a"]' }],
    ['a number as text', { text: 42 }, { text: '42' }],
    ['true in words', { allowDuplicate: 'yes' }, { allowDuplicate: true }],
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
      'overrides by network',
      { overrides: { x: { text: 'Hi' } } },
      { overrides: [{ target: 'x', text: 'Hi' }] },
    ],
    [
      'texts by network',
      { overrides: { x: 'Hi', fb: 'Yo' } },
      {
        overrides: [
          { target: 'x', text: 'Hi' },
          { target: 'facebook', text: 'Yo' },
        ],
      },
    ],
    [
      'options of any name',
      { overrides: [{ target: 'x', options: { replySettings: 'following', quiet: true } }] },
      { overrides: [{ target: 'x', options: { replySettings: 'following', quiet: true } }] },
    ],
    [
      'null where it resets',
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

describe('arguments are read strictly in their meaning', () => {
  it.each<[what: string, given: unknown, said: readonly string[]]>([
    [
      'an argument that does not exist',
      { txt: 'Hi' },
      ['txt is not an argument of this tool: did you mean text'],
    ],
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
    ['an object for a text', { text: { body: 'Hi' } }, ['text must be a single string, not {"body":"Hi"}']],
    [
      'two values under two names',
      { text: 'Hi', content: 'Ho' },
      ['text was passed twice with different values, also as content'],
    ],
    [
      'neither yes nor no',
      { allowDuplicate: 'perhaps' },
      ['allowDuplicate must be true or false, not "perhaps"'],
    ],
    ['an override without target', { overrides: [{ text: 'Hi' }] }, ['overrides[0].target is required']],
    [
      'an unknown field of an override',
      { overrides: [{ target: 'x', titel: 'Hi' }] },
      ['overrides[0].titel is not an argument of this tool: did you mean overrides[0].title'],
    ],
    [
      'a wrong value deep inside',
      { overrides: [{ target: 'x', privacy: 'secret' }] },
      ['overrides[0].privacy must be one of public, unlisted, private, followers, friends, not "secret"'],
    ],
    ['a text for an object', { overrides: ['x'] }, ['overrides[0] must be an object, not "x"']],
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

  it('says what is missing and what is out of range', () => {
    expect(read(getPost.input, {})).toEqual(['id is required']);
    expect(read(getPost.input, { id: 'post_1', waitSeconds: 90 })).toEqual([
      'waitSeconds must be a whole number from 0 to 40, not 90',
    ]);
    expect(read(listPosts.input, { limit: 2.5 })).toEqual([
      'limit must be a whole number from 1 to 50, not 2.5',
    ]);
  });
});
