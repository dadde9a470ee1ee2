import { type InsightGrouping, MIN_SUMMARY_POSTS } from '../../../contract/insights/values.js';
import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import { WEEKDAYS } from '../../../contract/schedules/weekdays.js';
import { wallTimeAt } from '../../../time/wall-clock.js';
import type { BundledZone } from '../../../time/zone.js';
import { blockAt, weekdayAt } from './best-time.js';
import type { MeasuredTarget } from './measured-posts.js';
import { ascending, median, quantile } from './quantiles.js';

const MAX_BEST = 3;

/** Posts of one network that have something in common. */
export interface PostGroup {
  readonly platform: Platform;
  readonly key: string;
  readonly posts: readonly MeasuredTarget[];
}

/** What a post has in common with others of its group. */
function keyOf(
  { accountId, platform, post, publishedAt }: MeasuredTarget,
  grouping: InsightGrouping,
  zone: BundledZone,
): string {
  switch (grouping) {
    case 'account':
      return accountId;
    case 'platform':
      return platform;
    case 'format':
      if (post === null) throw new Error('The posts have not been read.');
      return post.kind;
    case 'day':
      return weekdayAt(wallTimeAt(publishedAt, zone));
    case 'time':
      return blockAt(wallTimeAt(publishedAt, zone));
  }
}

/** Weekdays from Monday on, everything else by its name. */
const rankOf = (key: string): string => {
  const weekday = WEEKDAYS.findIndex((day) => day === key);
  return weekday === -1 ? key : String(weekday);
};

/** Groups posts; those of different networks are never in one group. */
export function groupPosts(
  posts: readonly MeasuredTarget[],
  grouping: InsightGrouping,
  zone: BundledZone,
): readonly PostGroup[] {
  const groups = new Map<Platform, Map<string, MeasuredTarget[]>>();
  for (const post of posts) {
    const key = keyOf(post, grouping, zone);
    const ofNetwork = groups.get(post.platform) ?? new Map<string, MeasuredTarget[]>();
    const alike = ofNetwork.get(key);
    if (alike) alike.push(post);
    else groups.set(post.platform, ofNetwork.set(key, [post]));
  }
  const place = ({ platform }: PostGroup) => PLATFORMS.indexOf(platform);
  const all = Array.from(groups, ([platform, ofNetwork]) =>
    Array.from(ofNetwork, ([key, alike]): PostGroup => ({ platform, key, posts: alike })),
  );
  return all
    .flat()
    .sort((one, other) => place(one) - place(other) || (rankOf(one.key) < rankOf(other.key) ? -1 : 1));
}

/** The way in which the newest measured post of a group was counted; null: none is measured. */
export function definitionOf(posts: readonly MeasuredTarget[]): string | null {
  return posts.find(({ definition }) => definition !== null)?.definition ?? null;
}

/** A post whose number is known. */
type Known = MeasuredTarget & { readonly value: number };

/** The posts that can be compared: those that were counted in one way. */
export function comparable(posts: readonly MeasuredTarget[], definition: string | null): readonly Known[] {
  return posts.filter((post): post is Known => post.value !== null && post.definition === definition);
}

/** Quarters of whole numbers are exact with two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The median and the quartiles of a group; null where it has too few posts. */
export function summaryOf(values: readonly number[]) {
  if (values.length < MIN_SUMMARY_POSTS) return { median: null, q1: null, q3: null };
  const sorted = ascending(values);
  return {
    median: rounded(median(sorted)),
    q1: rounded(quantile(sorted, 0.25)),
    q3: rounded(quantile(sorted, 0.75)),
  };
}

/** The posts with the greatest numbers, the newest first where they are equal. @param posts newest first */
export function bestOf(posts: readonly Known[]): readonly Known[] {
  const best: Known[] = [];
  for (const post of posts) {
    const place = best.findIndex(({ value }) => post.value > value);
    if (place !== -1) best.splice(place, 0, post);
    else if (best.length < MAX_BEST) best.push(post);
    if (best.length > MAX_BEST) best.pop();
  }
  return best;
}
