import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';
import { nearestName, nearestNames, sameName } from './nearest-name.js';

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['media', 'medai', 1],
    ['abcd', 'badc', 2],
    ['text', 'text', 0],
  ])('of %j and %j is %d, in both directions', (one, other, distance) => {
    expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance]);
  });
});

describe('the nearest name', () => {
  const FIELDS = ['text', 'scheduledAt', 'mediaIds', 'id', 'at'];

  it.each([
    ['txt', 'text'],
    ['scheduled_at', 'scheduledAt'],
    ['shceduledAt', 'scheduledAt'],
    ['media', 'mediaIds'],
    ['scheduledAtTime', 'scheduledAt'],
  ])('to %s is %s', (wanted, nearest) => {
    expect(nearestName(wanted, FIELDS)).toBe(nearest);
  });

  it.each(['colour', 'ix', 'zzz', ''])('to %j is none', (wanted) => {
    expect(nearestName(wanted, FIELDS)).toBeUndefined();
  });

  it('comes first of several', () => {
    expect(nearestNames('posts', ['post', 'posts', 'pots', 'media'], 2)).toEqual(['posts', 'post']);
  });

  it('is the same name in another case or with other separators', () => {
    expect([sameName('create_post', 'Create-Post'), sameName('post', 'posts')]).toEqual([true, false]);
  });
});
