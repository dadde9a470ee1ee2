import { describe, expect, it } from 'vitest';
import { betterTimes, blockAt, type TimedPost, weekdayAt } from './best-time.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Monday. */
const MONDAY = Date.parse('2026-06-01T00:00:00Z');
const ACCOUNTS = 1000;

/** Numbers in (0, 1) that are the same in each run (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

interface Audience {
  /** What a post at a time has, compared with others. */
  readonly effect?: (wall: number) => number;
  /** By how much the account grows from its first to its last post. */
  readonly growth?: number;
  /** What a post usually has. */
  readonly usual?: number;
  /** It posts at all hours, not from 8 to 20. */
  readonly atNight?: boolean;
}

/** An account that posts once or twice a day, by day or at all hours, with independent log-normal numbers (sd 1). */
function account(seed: number, posts: number, audience: Audience = {}): TimedPost[] {
  const { effect = () => 1, growth = 1, usual = 200, atNight = false } = audience;
  const draw = drawing(seed + 1);
  const normal = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
  let day = MONDAY;
  return Array.from({ length: posts }, (_, place) => {
    if (draw() < 0.6) day += DAY;
    const publishedAt = day + (atNight ? draw() * 24 : 8 + draw() * 12) * HOUR;
    const grown = growth ** (place / posts);
    return { publishedAt, value: Math.round(usual * grown * Math.exp(normal()) * effect(publishedAt)) };
  });
}

/** The part of accounts for which something is found. */
function rate(
  posts: number,
  audience: Audience,
  isFound: (found: ReturnType<typeof betterTimes>) => boolean,
) {
  let count = 0;
  for (let seed = 0; seed < ACCOUNTS; seed += 1) {
    if (isFound(betterTimes(account(seed * 7919, posts, audience)))) count += 1;
  }
  return count / ACCOUNTS;
}

describe('better times, over 1,000 accounts', () => {
  it.each([
    [30, {}],
    [60, {}],
    [120, {}],
    [250, {}],
    [120, { atNight: true }],
    // Few likes, and an account that grows tenfold.
    [120, { usual: 3 }],
    [120, { growth: 10 }],
  ])('are found among %i posts without an effect in at most 4 of 100 accounts: %j', (posts, audience) => {
    expect(rate(posts, audience, (found) => found.length > 0)).toBeLessThanOrEqual(0.04);
  });

  it('are not told of too few posts, or of posts that are all alike', () => {
    expect(betterTimes([])).toEqual([]);
    const effect = (wall: number) => (blockAt(wall) === '12-16' ? 100 : 1);
    expect(betterTimes(account(1, 15, { effect }))).toEqual([]);
    const alike = account(1, 60).map(({ publishedAt }) => ({ publishedAt, value: 7 }));
    expect(betterTimes(alike)).toEqual([]);
  });

  it('say how many times as much, with caution', () => {
    const effect = (wall: number) => (weekdayAt(wall) === 'sat' ? 4 : 1);
    const factors = Array.from({ length: 100 }, (_, seed) => betterTimes(account(seed, 200, { effect }))[0]);
    const found = factors.flatMap((better) => (better?.key === 'sat' ? better.factor : []));
    expect(found.length).toBeGreaterThan(90);
    const mean = found.reduce((sum, factor) => sum + factor, 0) / found.length;
    expect(mean).toBeGreaterThan(2.5);
    expect(mean).toBeLessThan(4);
  });

  it('are found where one block of the day doubles the numbers', () => {
    const effect = (wall: number) => (blockAt(wall) === '12-16' ? 2 : 1);
    const isFirst = ([first]: ReturnType<typeof betterTimes>) => first?.key === '12-16';
    expect(rate(120, { effect }, isFirst)).toBeGreaterThanOrEqual(0.75);
    expect(rate(60, { effect }, isFirst)).toBeGreaterThanOrEqual(0.35);
    expect(rate(120, { effect, growth: 4 }, isFirst)).toBeGreaterThanOrEqual(0.7);
  });
});
