import { expect, it } from 'vitest';
import type { Override } from '../contract/posts/content.js';
import { mergeOverrides, overrideChanges, sameOverrides } from './merge-overrides.js';

const stored: Override[] = [
  { target: 'x', text: 'X', thread: ['2'], options: { replySettings: 'following' } },
  { target: 'mastodon', scheduledAt: '2026-12-01T09:00', timezone: 'Europe/Berlin' },
];

it('keeps what is omitted, and puts what the request names first', () => {
  expect(mergeOverrides({ overrides: stored }, [{ target: 'mastodon', text: 'M' }])).toEqual([
    { target: 'mastodon', scheduledAt: '2026-12-01T09:00', timezone: 'Europe/Berlin', text: 'M' },
    stored[0],
  ]);
  expect(mergeOverrides({ overrides: stored }, [])).toEqual(stored);
  expect(mergeOverrides({ overrides: stored }, undefined)).toEqual(stored);
});

it('removes what is null, and overrides without a field', () => {
  const changes = [
    { target: 'x', text: null, thread: null, options: { replySettings: null, labels: ['a'] } },
  ];
  expect(mergeOverrides({ overrides: stored }, changes)[0]).toEqual({
    target: 'x',
    options: { labels: ['a'] },
  });
  expect(mergeOverrides({ overrides: stored }, [{ target: 'mastodon', scheduledAt: null }])).toEqual([
    stored[0],
  ]);
  expect(mergeOverrides({ overrides: stored }, null)).toEqual([]);
});

it('reads a new time in its own zone', () => {
  const [merged] = mergeOverrides({ overrides: stored }, [
    { target: 'mastodon', scheduledAt: '2026-12-02T09:00:00+09:00' },
  ]);
  expect(merged).toEqual({ target: 'mastodon', scheduledAt: '2026-12-02T09:00:00+09:00' });
});

it('keeps alt texts with their files', () => {
  const overrides = [{ target: 'x', altTexts: ['A', 'B'] }];
  expect(
    mergeOverrides({ mediaUrls: ['a', 'b'], overrides }, [{ target: 'x', mediaUrls: ['b', 'c'] }]),
  ).toEqual([{ target: 'x', mediaUrls: ['b', 'c'], altTexts: ['B', ''] }]);
});

it('merges overrides with the same target, and the later ones win', () => {
  const twice = [...stored, { target: 'x', text: 'Later' }];
  expect(mergeOverrides({ overrides: twice }, [{ target: 'x', text: null }])[0]).toEqual({
    target: 'x',
    thread: ['2'],
    options: { replySettings: 'following' },
  });
});

it('turns one list into another', () => {
  const wanted: Override[] = [
    { target: 'acc_1', text: 'Own' },
    { target: 'x', text: 'X', options: { labels: ['a'] } },
  ];
  const changes = overrideChanges(stored, wanted) as Override[];
  expect(sameOverrides(mergeOverrides({ overrides: stored }, changes), wanted)).toBe(true);
});
