import { describe, expect, it } from 'vitest';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { Override } from '../../contract/posts/content.js';
import { preflight } from '../preflight.js';
import { RULES } from '../rules.js';

const ONE_VIDEO = {
  key: 'clip',
  kind: 'video',
  contentType: 'video/mp4',
  bytes: 9_000_000,
  width: 1080,
  height: 1920,
  durationSeconds: 30,
  framesPerSecond: 30,
  codecs: ['h264', 'aac'],
} as const;

/** Checks a post with one override, without the errors for missing required options and media. */
function check(platform: Platform, override: Partial<Override>, text = 'Hello', mediaUrls: string[] = []) {
  const [report] = preflight({
    post: { text, mediaUrls, overrides: [{ target: platform, ...override }] },
    accounts: [{ id: 'acc_1', platform, handle: '@northwind', healthStatus: 'healthy' }],
    media: new Map([[ONE_VIDEO.key, ONE_VIDEO]]),
    mode: 'schedule',
    canConvert: false,
    now: new Date('2026-12-01T08:00:00Z'),
  });
  if (!report) throw new Error('There is no report.');
  const ignored = ['option_required', 'media_required'];
  return { ...report, errors: report.errors.filter(({ code }) => !ignored.includes(code)) };
}

describe('a thread', () => {
  it.each(PLATFORMS)('on %s is checked post by post, or rejected', (platform) => {
    const { max } = RULES[platform].text;
    const { errors, counts } = check(platform, { thread: ['Second', 'a'.repeat(max.value + 1)] });
    if (!RULES[platform].thread) {
      expect(errors).toMatchObject([
        { code: 'thread_unsupported', pointer: '/overrides/0/thread', actual: 2 },
      ]);
      return;
    }
    expect(errors).toMatchObject([
      { code: 'text_too_long', pointer: '/overrides/0/thread/1', actual: max.value + 1, limit: max.value },
    ]);
    expect(counts).toContainEqual(expect.objectContaining({ field: 'thread/0', used: 6, max: max.value }));
  });

  it('must not contain empty posts', () => {
    expect(check('x', { thread: ['Second', ' '] }).errors).toMatchObject([
      { code: 'text_required', pointer: '/overrides/0/thread/1' },
    ]);
  });

  it('must keep the limits on hashtags, mentions, cashtags and links in each post', () => {
    expect(check('x', { thread: ['$ABC and $DEF'] }).errors).toMatchObject([
      { code: 'too_many_cashtags', pointer: '/overrides/0/thread/0' },
    ]);
  });
});

describe('a first comment', () => {
  it.each(PLATFORMS)('on %s is checked by the rules for comments, or rejected', (platform) => {
    const rule = RULES[platform].firstComment;
    const firstComment = 'a'.repeat((rule?.max.value ?? 0) + 1);
    const { errors, counts } = check(platform, { firstComment });
    const code = rule ? 'text_too_long' : 'first_comment_unsupported';
    expect(errors).toMatchObject([{ code, pointer: '/overrides/0/firstComment' }]);
    expect(counts.some(({ field }) => field === 'firstComment')).toBe(rule !== undefined);
  });

  it('is rejected if the post does not allow comments', () => {
    const code = 'first_comment_unsupported';
    expect(check('instagram', { postType: 'story', firstComment: 'Hi', text: '' }).errors).toMatchObject([
      { code },
    ]);
    expect(check('youtube', { madeForKids: true, firstComment: 'Hi' }).errors).toMatchObject([{ code }]);
  });
});

describe('a content warning', () => {
  it('counts toward the text limit on Mastodon, in each post of a thread', () => {
    const options = { contentWarning: 'w'.repeat(100) };
    const text = 'a'.repeat(401);
    const { errors } = check('mastodon', { options, thread: ['b'.repeat(400), text] }, text);
    expect(errors).toMatchObject([
      { code: 'text_too_long', pointer: '/text', actual: 501, fitsUpTo: 400 },
      { code: 'text_too_long', pointer: '/overrides/0/thread/1', actual: 501, fitsUpTo: 400 },
    ]);
    expect(errors[0]?.message).toContain('content warning');
  });
});

describe('a disclosure', () => {
  it('is an error if the network has no field for it', () => {
    expect(check('bluesky', { disclosure: ['paid_partnership'] }).errors).toMatchObject([
      { code: 'disclosure_unsupported', pointer: '/overrides/0/disclosure/0', allowed: [] },
    ]);
    expect(check('x', { disclosure: ['ai_generated', 'own_brand'] }).errors).toMatchObject([
      { pointer: '/overrides/0/disclosure/1', allowed: ['paid_partnership', 'ai_generated'] },
    ]);
    const clip = [ONE_VIDEO.key];
    const all: Override['disclosure'] = ['own_brand', 'paid_partnership', 'ai_generated'];
    expect(check('tiktok', { disclosure: all, privacy: 'public' }, 'Hello', clip).errors).toEqual([]);
  });
});

describe('a rarer option', () => {
  it.each([
    ['x', 'reply_settings', 'replySettings'],
    ['mastodon', 'spoiler_text', 'contentWarning'],
    ['bluesky', 'language', 'languages'],
  ] as const)(
    'of %s misspelled as %s is unknown, and the fix has the right name',
    (platform, misspelled, name) => {
      expect(check(platform, { options: { [misspelled]: 'en' } }).errors).toMatchObject([
        { code: 'option_unknown', pointer: `/overrides/0/options/${misspelled}`, fix: `Use "${name}".` },
      ]);
    },
  );

  it('that a network does not have is an error with the names of those it has', () => {
    const [error] = check('mastodon', { options: { 'a/b': 1 } }).errors;
    expect(error).toMatchObject({ code: 'option_unknown', pointer: '/overrides/0/options/a~1b' });
    expect(error?.allowed).toContain('contentWarning');
    expect(check('facebook', { options: { toString: 'x' } }).errors).toMatchObject([{ allowed: [] }]);
  });

  it.each([
    ['x', { replySettings: 'following', communityId: '123' }],
    ['bluesky', { replySettings: ['mentioned', 'following'], languages: ['en', 'pt-BR'], labels: 'nudity' }],
    ['bluesky', { replySettings: 'nobody' }],
    ['mastodon', { contentWarning: 'Food', sensitive: true, language: 'de', quotePolicy: 'nobody' }],
    ['threads', { replyControl: 'mentioned_only', topicTag: 'coffee' }],
    ['linkedin', { disableReshare: true }],
    ['pinterest', { boardSectionId: '1', dominantColor: '#6E7874' }],
    [
      'youtube',
      { categoryId: '22', tags: ['coffee', 'fresh beans'], license: 'creativeCommon', embeddable: false },
    ],
  ] as const)('of %s is accepted with a valid value: %j', (platform, options) => {
    expect(check(platform, { options } as Partial<Override>).errors).toEqual([]);
  });

  it.each([
    ['x', { replySettings: 'nobody' }],
    ['x', { communityId: 'abc' }],
    ['bluesky', { replySettings: ['nobody', 'following'] }],
    ['bluesky', { languages: ['en', 'de', 'fr', 'it'] }],
    ['bluesky', { languages: ['english language'] }],
    ['mastodon', { sensitive: 'yes' }],
    ['mastodon', { contentWarning: 5 }],
    ['threads', { topicTag: 'a'.repeat(51) }],
    ['youtube', { tags: ['a'.repeat(499), 'b'] }],
    ['youtube', { tags: ['a,b'] }],
  ] as const)('of %s with an invalid value is an error: %j', (platform, options) => {
    const { errors } = check(platform, { options } as Partial<Override>);
    expect(errors).toMatchObject([
      { code: 'option_invalid', pointer: `/overrides/0/options/${Object.keys(options)[0]}` },
    ]);
    expect(errors[0]?.source).toBeTruthy();
    expect(errors[0]?.fix).toBeTruthy();
  });

  it('that does not apply to the post type is ignored with a warning, unless it is off', () => {
    const clip = [ONE_VIDEO.key];
    expect(
      check('instagram', { options: { shareToFeed: true }, postType: 'story' }, '', clip).warnings,
    ).toMatchObject([{ code: 'option_ignored', pointer: '/overrides/0/options/shareToFeed' }]);
    expect(check('instagram', { options: { shareToFeed: true } }, 'Hi', clip).warnings).toEqual([]);
    expect(check('tiktok', { options: { disableDuet: false } }, 'Hi').warnings).toEqual([]);
  });

  it('for a cover is supported on reels, but not on Shorts', () => {
    const clip = [ONE_VIDEO.key];
    expect(check('instagram', { cover: 'cover' }, 'Hi', clip).warnings).toEqual([]);
    expect(check('youtube', { cover: 'cover', postType: 'short' }, 'Hi', clip).warnings).toMatchObject([
      { code: 'option_ignored', pointer: '/overrides/0/cover' },
    ]);
  });
});
