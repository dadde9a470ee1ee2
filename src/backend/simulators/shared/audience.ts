import { createHash } from 'node:crypto';
import type { SimulatedPost } from '../simulator.js';

/**
 * What a simulated network counts. Everything follows from the ids and the clock, so that each reading of a post at the
 * same time gives the same numbers, and a later one never gives less. The time of day and the text have no effect.
 */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What the audience of a network does. */
interface Audience {
  /** Median part of the followers that sees a post in the end. */
  readonly seen: number;
  /** After how many hours half of them have seen it. */
  readonly halfLifeHours: number;
  /** Part of those that react, by the kind of reaction. */
  readonly reacting: Readonly<Record<Reaction, number>>;
}

type Reaction = 'likes' | 'reposts' | 'quotes' | 'saves';

export const AUDIENCES = {
  bluesky: {
    seen: 0.3,
    halfLifeHours: 4,
    reacting: { likes: 0.03, reposts: 0.006, quotes: 0.001, saves: 0.003 },
  },
  mastodon: {
    seen: 0.35,
    halfLifeHours: 6,
    reacting: { likes: 0.025, reposts: 0.01, quotes: 0.0005, saves: 0.002 },
  },
} as const satisfies Record<string, Audience>;

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

/** The reactions to a post so far. */
export function reactionsTo(
  { networkPostId, networkUserId, createdAt }: SimulatedPost,
  { seen, halfLifeHours, reacting }: Audience,
  now: number,
): Readonly<Record<Reaction, number>> {
  const followers = followersOf(networkUserId, createdAt);
  const people = Math.round(followers * seen * Math.exp(SPREAD * normalDraw(networkPostId)));
  const age = Math.max(0, now - createdAt) / HOUR_MS;
  const reached = 1 - 2 ** (-age / halfLifeHours);
  const soFar = (reaction: Reaction) =>
    Math.floor(share(`${reaction}/${networkPostId}`, people, reacting[reaction]) * reached);
  return {
    likes: soFar('likes'),
    reposts: soFar('reposts'),
    quotes: soFar('quotes'),
    saves: soFar('saves'),
  };
}
