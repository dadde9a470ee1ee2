import { BLOCK_HOURS, DAY_BLOCKS } from '../../../contract/insights/values.js';
import { WEEKDAYS, type Weekday } from '../../../contract/schedules/weekdays.js';
import type { WallTime } from '../../../time/wall-clock.js';
import { ascending, median } from './quantiles.js';

/**
 * Whether posts at some time did better than others, by more than chance explains. Among the 168 hours of a
 * week, one looks 6 times better where no hour has an effect, so only 7 weekdays and 6 blocks of the day are
 * tested, against a bound that all tests of an account together pass by chance in less than 4 of 100 accounts. A time
 * that doubles the numbers of a third of the posts is found among 120 posts in three of four accounts, and among 60 in
 * two of five (1,000 simulated accounts, whose posts differ as those of real accounts do).
 */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday; weeks begin with Monday. */
const FIRST_WEEKDAY = 3;

/** How often chance alone may pass, over all tests of an account; the approximations below add a little. */
const FALSE_ALARMS = 0.03;
/** Posts that there must be at a time, and at others. */
export const MIN_POSTS = 8;
/** Earlier posts whose median is what is usual for an account at that time: it follows growth. */
const TRAILING_POSTS = 60;
/** Posts that have no earlier ones are compared with the median of the first. */
const FIRST_POSTS = 10;

/** A post with its number. */
export interface TimedPost {
  /** In the time zone of the account. */
  readonly publishedAt: WallTime;
  readonly value: number;
}

type TimeSlot =
  | { readonly kind: 'day'; readonly key: Weekday }
  | { readonly kind: 'time'; readonly key: string };

/** A time at which posts did better. */
export type BetterTime = TimeSlot & {
  /** Posts at that time. */
  readonly posts: number;
  /** How many times as much as at other times, estimated with caution. */
  readonly factor: number;
};

/** The block of the day at a wall time: `08-12`. */
export function blockAt(wall: WallTime): string {
  return DAY_BLOCKS[Math.floor((wall % DAY_MS) / (BLOCK_HOURS * HOUR_MS))] ?? '';
}

export function weekdayAt(wall: WallTime): Weekday {
  return WEEKDAYS[(Math.floor(wall / DAY_MS) + FIRST_WEEKDAY) % WEEKDAYS.length] ?? 'mon';
}

/** How much better than usual each post did, as a logarithm. */
function aboveUsual(posts: readonly TimedPost[]): readonly number[] {
  // Numbers of people are many times apart, and can be 0.
  const logs = posts.map(({ value }) => Math.log1p(value));
  return logs.map((log, place) => {
    const end = Math.max(place, Math.min(FIRST_POSTS, logs.length));
    return log - median(ascending(logs.slice(Math.max(0, end - TRAILING_POSTS), end)));
  });
}

/**
 * How many standard errors better a time must be, if so many times are tested: what the normal distribution exceeds
 * with that probability (Abramowitz and Stegun, 26.2.23; within 0.0005).
 */
function boundFor(tests: number): number {
  const t = Math.sqrt(-2 * Math.log(FALSE_ALARMS / tests));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - above / below;
}

/** What is as unlikely in the normal distribution as `t` is in Student's (Abramowitz and Stegun, 26.7.8). */
function normalOf(t: number, freedom: number): number {
  return (t * (1 - 1 / (4 * freedom))) / Math.sqrt(1 + t ** 2 / (2 * freedom));
}

interface Part {
  readonly count: number;
  readonly mean: number;
  /** Sum of the squared distances from the mean. */
  readonly squares: number;
}

function partOf(values: readonly number[]): Part {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    count: values.length,
    mean,
    squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
  };
}

/**
 * The times at which the posts of an account did better than at others, the clearest first; none: no time stands out.
 *
 * @param posts of one account at one age
 */
export function betterTimes(posts: readonly TimedPost[]): readonly BetterTime[] {
  const sorted = [...posts].sort((one, other) => one.publishedAt - other.publishedAt);
  const above = aboveUsual(sorted);
  const slots = new Map<string, TimeSlot>();
  const slotsOf = sorted.map(({ publishedAt }) => {
    const own: readonly TimeSlot[] = [
      { kind: 'day', key: weekdayAt(publishedAt) },
      { kind: 'time', key: blockAt(publishedAt) },
    ];
    for (const slot of own) slots.set(slot.key, slot);
    return own.map(({ key }) => key);
  });
  const tested = [...slots.values()].flatMap((slot) => {
    const isInside = (_value: number, place: number) => slotsOf[place]?.includes(slot.key) === true;
    const inside = above.filter(isInside);
    const outside = above.filter((value, place) => !isInside(value, place));
    if (inside.length < MIN_POSTS || outside.length < MIN_POSTS) return [];
    const [at, others] = [partOf(inside), partOf(outside)];
    const variance = (at.squares + others.squares) / (at.count + others.count - 2);
    const effect = at.mean - others.mean;
    const t = effect / Math.sqrt(variance * (1 / at.count + 1 / others.count));
    const z = normalOf(t, at.count + others.count - 2);
    const factor = Math.exp((effect * at.count) / (at.count + MIN_POSTS));
    return [{ z, better: { ...slot, posts: at.count, factor } }];
  });
  const bound = boundFor(tested.length);
  return tested
    .filter(({ z }) => z > bound)
    .sort((one, other) => other.z - one.z)
    .map(({ better }) => better);
}
