import { createHash } from 'node:crypto';
import { METRICS, type Metric } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import type { SimulatedPost } from '../simulator.js';

/**
 * What a simulated network counts. Everything follows from the ids and the clock, so that each reading of a post at the
 * same time gives the same numbers, and a later one never gives less, unless a test sets numbers. The time of day and the
 * text have no effect.
 */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What the audience of a network does. */
interface Audience {
  /** Median part of the followers that sees a post in the end. */
  readonly seen: number;
  /** After how many hours half of them have seen it. */
  readonly halfLifeHours: number;
  /** How often each of them sees it. */
  readonly viewsEach: number;
  /** Part of those times that plays its video, where the network counts both; absent: it counts one of them. */
  readonly playing?: number;
  /** Part of those that react, by the kind of reaction; absent: the network has no such reaction. */
  readonly reacting: Readonly<Partial<Record<Reaction, number>>>;
  /** How long a view of a video lasts, in seconds. */
  readonly secondsWatched?: number;
}

const REACTIONS = ['likes', 'reposts', 'quotes', 'saves', 'shares', 'clicks'] as const;
type Reaction = (typeof REACTIONS)[number];

/** What has come of a post so far. */
type Response = Readonly<Record<Reaction | 'people' | 'impressions' | 'views' | 'watchMs', number>>;

/** Of the networks whose simulators count. */
export const AUDIENCES = {
  linkedin: {
    ...{ seen: 0.3, halfLifeHours: 20, viewsEach: 1.3, playing: 0.5, secondsWatched: 9 },
    reacting: { likes: 0.025, reposts: 0.003, saves: 0.004, shares: 0.002, clicks: 0.02 },
  },
  x: {
    ...{ seen: 0.25, halfLifeHours: 3, viewsEach: 1.2 },
    reacting: { likes: 0.02, reposts: 0.004, quotes: 0.001, saves: 0.003, clicks: 0.01 },
  },
  instagram: {
    ...{ seen: 0.3, halfLifeHours: 14, viewsEach: 1.5, secondsWatched: 7 },
    reacting: { likes: 0.05, saves: 0.008, shares: 0.006 },
  },
  facebook: {
    ...{ seen: 0.15, halfLifeHours: 8, viewsEach: 1.2, secondsWatched: 6 },
    reacting: { likes: 0.02, reposts: 0.003, clicks: 0.015 },
  },
  threads: {
    ...{ seen: 0.3, halfLifeHours: 6, viewsEach: 1.2 },
    reacting: { likes: 0.03, reposts: 0.004, quotes: 0.001, shares: 0.002 },
  },
  tiktok: {
    ...{ seen: 0.6, halfLifeHours: 30, viewsEach: 1.4 },
    reacting: { likes: 0.06, shares: 0.008 },
  },
  youtube: {
    ...{ seen: 0.25, halfLifeHours: 48, viewsEach: 1.3, secondsWatched: 80 },
    reacting: { likes: 0.035 },
  },
  pinterest: {
    ...{ seen: 0.4, halfLifeHours: 100, viewsEach: 1.6, playing: 0.4, secondsWatched: 5 },
    reacting: { likes: 0.01, saves: 0.02, clicks: 0.012 },
  },
  bluesky: {
    ...{ seen: 0.3, halfLifeHours: 4, viewsEach: 1.2 },
    reacting: { likes: 0.03, reposts: 0.006, quotes: 0.001, saves: 0.003 },
  },
  mastodon: {
    ...{ seen: 0.35, halfLifeHours: 6, viewsEach: 1.2 },
    reacting: { likes: 0.025, reposts: 0.01, quotes: 0.0005, saves: 0.002 },
  },
} as const satisfies Partial<Record<Platform, Audience>>;

/** Spread of the logarithm of how many people see a post. */
const SPREAD = 0.9;

/** Every simulated account had its first followers then. */
const COUNTED_FROM = Date.parse('2026-01-01T00:00:00Z');
const MIN_FOLLOWERS = 400;
const FOLLOWERS_RANGE = 3_600;
/** How much an account grows in a day, of what it began with. */
const DAILY_GROWTH = 0.0008;

/** A number in (0, 1) that belongs to a text. */
function draw(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return (hash.readUInt32BE(0) + 0.5) / 2 ** 32;
}

/** A number of the standard normal distribution that belongs to a text (Box and Muller). */
function normalDraw(text: string): number {
  const radius = Math.sqrt(-2 * Math.log(draw(`${text}/radius`)));
  return radius * Math.cos(2 * Math.PI * draw(`${text}/angle`));
}

/** How many follow an account at a time, epoch milliseconds. */
export function followersOf(networkUserId: string, now: number): number {
  const first = MIN_FOLLOWERS + FOLLOWERS_RANGE * draw(`followers/${networkUserId}`);
  const days = Math.max(0, (now - COUNTED_FROM) / DAY_MS);
  return Math.floor(first * (1 + DAILY_GROWTH * days));
}

/** How many of some people do something with this probability: a binomial draw, by its normal approximation. */
function share(text: string, people: number, probability: number): number {
  const mean = people * probability;
  const spread = Math.sqrt(mean * (1 - probability));
  return Math.min(people, Math.max(0, Math.round(mean + spread * normalDraw(text))));
}

/** The simulator’s own names of what networks count. */
const NAMES_OF_RESPONSE: Readonly<Partial<Record<Metric, keyof Response>>> = {
  impressions: 'impressions',
  views: 'views',
  reach: 'people',
  watchMs: 'watchMs',
  ...(Object.fromEntries(REACTIONS.map((name) => [name, name])) as Record<Reaction, Reaction>),
};

/** Whether a post has a video, of which some networks count more. */
export function hasVideo({ media = [] }: Pick<SimulatedPost, 'media'>): boolean {
  return media.some(({ contentType }) => contentType.startsWith('video/'));
}

/** What a test has set, in the simulator’s terms. */
function setResponse(counts: SimulatedPost['counts'] = {}): Partial<Response> {
  return Object.fromEntries(
    METRICS.flatMap((metric) => {
      const name = NAMES_OF_RESPONSE[metric];
      const count = counts[metric];
      return name === undefined || count === undefined ? [] : [[name, count]];
    }),
  );
}

/** How many replies a network says that a post has: those that it has, unless a test has set another number. */
export function repliesTo({ counts }: SimulatedPost, existing: number): number {
  return counts?.replies ?? existing;
}

/** What has come of a post so far. */
export function responseTo(
  { networkPostId, networkUserId, createdAt, counts }: SimulatedPost,
  { seen, halfLifeHours, viewsEach, reacting, playing = 1, secondsWatched = 0 }: Audience,
  now: number,
): Response {
  const followers = followersOf(networkUserId, createdAt);
  const people = Math.round(followers * seen * Math.exp(SPREAD * normalDraw(networkPostId)));
  const age = Math.max(0, now - createdAt) / HOUR_MS;
  const reached = 1 - 2 ** (-age / halfLifeHours);
  const soFar = (inTheEnd: number) => Math.floor(inTheEnd * reached);
  const impressions = soFar(people * viewsEach);
  const views = Math.floor(impressions * playing);
  const reactions = REACTIONS.map((reaction) => [
    reaction,
    soFar(share(`${reaction}/${networkPostId}`, people, reacting[reaction] ?? 0)),
  ]);
  return {
    ...(Object.fromEntries(reactions) as Record<Reaction, number>),
    people: soFar(people),
    impressions,
    views,
    watchMs: views * secondsWatched * 1000,
    ...setResponse(counts),
  };
}
