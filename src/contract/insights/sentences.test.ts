import { describe, expect, it } from 'vitest';
import { amountWords, countWords, groupSentence } from './sentences.js';

describe('a number in words', () => {
  it.each([
    ['likes', 1204, '1,204'],
    ['likes', 3.5, '3.5'],
    ['likes', 2.96, '3'],
    ['watchMs', 900, '1 s'],
    ['watchMs', 45 * 60_000, '45 min'],
    ['watchMs', 200 * 60_000, '3 h 20 min'],
  ] as const)('%s: %d is %s', (metric, count, words) => expect(countWords(metric, count)).toBe(words));

  it.each([
    ['interactions', 1, '1 interaction'],
    ['replies', 1, '1 reply'],
    ['views', 2, '2 views'],
    ['reach', 40, 'a reach of 40'],
    ['watchMs', 60_000, '1 min of watch time'],
  ] as const)('%s: %d is %s', (metric, count, words) => expect(amountWords(metric, count)).toBe(words));
});

describe('the sentence of a group', () => {
  const week = {
    window: '7d',
    metric: 'interactions',
    from: '2026-12-01T00:00:00Z',
    to: '2026-12-08T00:00:00Z',
  } as const;
  const bluesky = { platform: 'bluesky', isGiven: true, mayCalculate: true } as const;
  const nothing = { posts: 0, measured: 0, median: null };

  it('has its median, and the one before', () => {
    const before = { posts: 41, measured: 40, median: 11 };
    expect(groupSentence({ ...bluesky, measured: 12, median: 14, before }, week)).toBe(
      'Half of 12 posts had 14 interactions or more after 7 days. In the 56 days before: 11, of 40 posts.',
    );
  });

  it('compares with nothing where too few posts came before', () => {
    expect(groupSentence({ ...bluesky, measured: 12, median: 14.5, before: nothing }, week)).toBe(
      'Half of 12 posts had 14.5 interactions or more after 7 days.',
    );
  });

  it('says what is missing instead of a median', () => {
    expect(groupSentence({ ...bluesky, measured: 1, median: null, before: nothing }, week)).toBe(
      '1 post with numbers after 7 days: too few for a median, which needs 5.',
    );
    expect(groupSentence({ ...bluesky, measured: 0, median: null, before: nothing }, week)).toBe(
      'No post has numbers after 7 days yet.',
    );
    const unknown = {
      platform: 'linkedin',
      isGiven: false,
      mayCalculate: true,
      measured: 0,
      median: null,
      before: nothing,
    } as const;
    expect(groupSentence({ ...unknown, platform: 'youtube', mayCalculate: false }, week)).toBe(
      'YouTube does not allow sums: choose one number, such as views.',
    );
    expect(groupSentence(unknown, { ...week, metric: 'views' })).toBe('LinkedIn does not give views.');
  });
});
