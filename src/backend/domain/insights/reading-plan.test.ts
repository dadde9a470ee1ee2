import { describe, expect, it } from 'vitest';
import { dueReadings, hoursOf, type MeasuredKind, nextReading } from './reading-plan.js';

const HOUR = 60 * 60_000;
const BLUESKY: MeasuredKind = { platform: 'bluesky', form: 'feed', hasVideo: false };
/** 2026-12-01T08:02:30Z: not a full five minutes. */
const PUBLISHED = Date.parse('2026-12-01T08:02:30Z');

describe('the next reading', () => {
  it('is due at a full five minutes, after the post has reached the age', () => {
    expect(nextReading(BLUESKY, PUBLISHED, { after: 0, now: PUBLISHED })).toEqual({
      hours: 1,
      at: Date.parse('2026-12-01T09:05:00Z'),
    });
  });

  it('leaves out ages that the post has passed by more than a quarter', () => {
    const next = (hours: number) =>
      nextReading(BLUESKY, PUBLISHED, { after: 0, now: PUBLISHED + hours * HOUR });
    expect(next(1.2)?.hours).toBe(1);
    expect(next(1.26)?.hours).toBe(24);
    expect(next(31)?.hours).toBe(72);
    expect(next(839)?.hours).toBe(672);
    expect(next(840)).toBeNull();
  });

  it('is none where such a post is not read', () => {
    const story: MeasuredKind = { platform: 'facebook', form: 'story', hasVideo: false };
    expect(hoursOf(story)).toEqual([]);
    expect(nextReading(story, PUBLISHED, { after: 0, now: PUBLISHED })).toBeNull();
  });

  it('of a story is made while it is shown', () => {
    expect(hoursOf({ platform: 'instagram', form: 'story', hasVideo: true })).toEqual([1, 6, 12, 23]);
    expect(hoursOf({ platform: 'instagram', form: 'reel', hasVideo: true })).toEqual([24, 72, 168, 672]);
  });
});

describe('readings that are due', () => {
  const due = (next: number, age: number) =>
    dueReadings(BLUESKY, { publishedAt: PUBLISHED, next }, PUBLISHED + age * HOUR);

  it('are none before the age', () => {
    expect(due(1, 0.9)).toEqual({ current: null, missed: [] });
  });

  it('are those of the newest age alone, because the network only says what is so now', () => {
    expect(due(1, 1.1)).toEqual({ current: 1, missed: [] });
    expect(due(1, 25)).toEqual({ current: 24, missed: [1] });
    expect(due(24, 169)).toEqual({ current: 168, missed: [24, 72] });
  });

  it('are too late after a quarter of the age', () => {
    expect(due(1, 1.3)).toEqual({ current: null, missed: [1] });
    expect(due(1, 40)).toEqual({ current: null, missed: [1, 24] });
  });
});
