import {
  type ComparedMetric,
  MAX_INSIGHT_POSTS,
  type MetricWindow,
} from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import type { BundledZone } from '../../../time/zone.js';
import type { Store } from '../../store/store.js';
import { betterTimesOf } from './better-times-of.js';
import { mayCalculate } from './compared-value.js';
import { comparable, definitionOf, groupPosts, summaryOf } from './group-posts.js';
import { finalWindow } from './insight-window.js';
import { type MeasuredRange, measuredIn } from './measured-posts.js';

/** The posts of one weekday or one block of the day. */
export interface TimeGroup {
  readonly key: string;
  /** Posts whose number is known. */
  readonly measured: number;
  /** Null: too few posts. */
  readonly median: number | null;
}

export interface ComparedTimes {
  readonly window: MetricWindow;
  readonly days: readonly TimeGroup[];
  readonly blocks: readonly TimeGroup[];
  readonly betterTimes: ReturnType<typeof betterTimesOf>;
}

interface TimesAsked {
  readonly platform: Platform;
  readonly metric: ComparedMetric;
  /** Null: the age at which the network's numbers are final. */
  readonly window: MetricWindow | null;
  readonly zone: BundledZone;
}

/** Compares the weekdays and the blocks of the day of one network, from one reading of its posts. */
export async function compareTimes(
  store: Pick<Store, 'db' | 'engine'>,
  range: Omit<MeasuredRange, 'platform'>,
  { platform, metric, window: asked, zone }: TimesAsked,
): Promise<ComparedTimes> {
  const window = asked ?? finalWindow([platform]);
  const found = await measuredIn(store, { ...range, platform }, { window, metric, withPosts: false });
  const posts = found.slice(0, MAX_INSIGHT_POSTS);
  const groupsBy = (grouping: 'day' | 'time') =>
    groupPosts(posts, grouping, zone).map(({ key, posts: alike }): TimeGroup => {
      const known = comparable(alike, definitionOf(alike)).map(({ value }) => value);
      return {
        key,
        measured: known.length,
        median: summaryOf(mayCalculate(platform) ? known : []).median,
      };
    });
  return {
    window,
    days: groupsBy('day'),
    blocks: groupsBy('time'),
    betterTimes: betterTimesOf(posts, metric, zone),
  };
}
