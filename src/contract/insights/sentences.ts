import { withCommas } from '../../base/english.js';
import { PLATFORM_NAMES } from '../platforms.js';
import type { InsightGroup } from './insights.js';
import {
  COMPARED_PERIODS,
  type ComparedMetric,
  METRIC_NAMES,
  type Metric,
  type MetricWindow,
  MIN_SUMMARY_POSTS,
} from './values.js';

/** The sentences that tools, the command line and the dashboard share. */

/** What comparisons of weekdays and times always say. */
export const OBSERVED =
  'This is what was observed, not an experiment: different posts went out at different hours.';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const AGE_WORDS: Readonly<Record<MetricWindow, string>> = {
  '1h': '1 hour',
  '6h': '6 hours',
  '12h': '12 hours',
  '23h': '23 hours',
  '24h': '24 hours',
  '3d': '3 days',
  '7d': '7 days',
  '28d': '28 days',
};

const wordsIn = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name;

/** `7 days`; an age that a newer server has, as it is. */
export const ageWords = (window: MetricWindow): string => wordsIn(AGE_WORDS, window);

/** `Interactions`, `Likes`; a number that a newer server has, as it is. */
export const comparedName = (metric: ComparedMetric): string =>
  metric === 'interactions' ? 'Interactions' : wordsIn(METRIC_NAMES, metric);

/** `1,204`, `3.5`; the time that a video was watched as `3 h 20 min`. */
export function countWords(metric: Metric | ComparedMetric, count: number): string {
  if (metric === 'watchMs') return watchWords(count);
  const tenths = Math.round(count * 10);
  const rest = tenths % 10;
  const whole = withCommas((tenths - rest) / 10);
  return rest === 0 ? whole : `${whole}.${rest}`;
}

function watchWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${withCommas(hours)} h ${minutes % 60} min`;
}

/** `14 interactions`, `1 interaction`, `3 h 20 min of watch time` */
export function amountWords(metric: ComparedMetric, count: number): string {
  const words = countWords(metric, count);
  if (metric === 'watchMs') return `${words} of watch time`;
  if (metric === 'reach') return `a reach of ${words}`;
  const name = comparedName(metric).toLowerCase();
  return `${words} ${count === 1 ? singular(name) : name}`;
}

const singular = (name: string): string => (name === 'replies' ? 'reply' : name.replace(/s$/, ''));

const postsWords = (posts: number): string => (posts === 1 ? '1 post' : `${withCommas(posts)} posts`);

interface SaidGroup extends Pick<InsightGroup, 'platform' | 'measured' | 'median' | 'before'> {
  /** Whether the network gives the number at all. */
  readonly isGiven: boolean;
  /** Whether the network’s terms allow to calculate from its numbers. */
  readonly mayCalculate: boolean;
}

export interface Comparison {
  readonly window: MetricWindow;
  readonly metric: ComparedMetric;
  /** The range, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** What a group says, in a sentence or two: its median, and the one of the time before. */
export function groupSentence(
  { platform, measured, median, before, ...may }: SaidGroup,
  { window, metric, from, to }: Comparison,
): string {
  const age = ageWords(window);
  if (metric === 'interactions' && !may.mayCalculate) {
    return `${PLATFORM_NAMES[platform]} does not allow sums: choose one number, such as views.`;
  }
  if (!may.isGiven) return `${PLATFORM_NAMES[platform]} does not give ${comparedName(metric).toLowerCase()}.`;
  if (measured === 0) return `No post has numbers after ${age} yet.`;
  if (median === null && measured >= MIN_SUMMARY_POSTS) {
    return `${postsWords(measured)} with numbers after ${age}, from which no median may be calculated.`;
  }
  if (median === null) {
    return `${postsWords(measured)} with numbers after ${age}: too few for a median, which needs ${MIN_SUMMARY_POSTS}.`;
  }
  const now = `Half of ${postsWords(measured)} had ${amountWords(metric, median)} or more after ${age}.`;
  if (before.median === null) return now;
  const days = Math.round((COMPARED_PERIODS * (Date.parse(to) - Date.parse(from))) / DAY_MS);
  return `${now} In the ${days} days before: ${countWords(metric, before.median)}, of ${postsWords(before.measured)}.`;
}
