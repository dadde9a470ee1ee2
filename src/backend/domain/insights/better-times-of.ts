import type { Insights } from '../../../contract/insights/insights.js';
import { comparedName } from '../../../contract/insights/sentences.js';
import type { ComparedMetric } from '../../../contract/insights/values.js';
import type { Platform } from '../../../contract/platforms.js';
import { WEEKDAY_NAMES } from '../../../contract/schedules/weekdays.js';
import { wallTimeAt } from '../../../time/wall-clock.js';
import type { BundledZone } from '../../../time/zone.js';
import { type BetterTime, betterTimes, MIN_POSTS } from './best-time.js';
import { mayCalculate } from './compared-value.js';
import { comparable, definitionOf } from './group-posts.js';
import type { MeasuredTarget } from './measured-posts.js';

/** A time is compared with others: both need some posts. */
const MIN_COMPARED_POSTS = 2 * MIN_POSTS;

type BetterTimes = Insights['betterTimes'][number];

/** The times at which the posts of each account did better, with a sentence. */
export function betterTimesOf(
  posts: readonly MeasuredTarget[],
  metric: ComparedMetric,
  zone: BundledZone,
): BetterTimes[] {
  const byAccount = new Map<string, { readonly platform: Platform; readonly own: MeasuredTarget[] }>();
  for (const post of posts) {
    const { accountId, platform } = post;
    if (!mayCalculate(platform)) continue;
    const account = byAccount.get(accountId) ?? { platform, own: [] };
    account.own.push(post);
    byAccount.set(accountId, account);
  }
  return Array.from(byAccount, ([accountId, { platform, own }]) => {
    const known = comparable(own, definitionOf(own));
    const found = betterTimes(
      known.map(({ publishedAt, value }) => ({ publishedAt: wallTimeAt(publishedAt, zone), value })),
    );
    return {
      platform,
      accountId: accountId as BetterTimes['accountId'],
      posts: known.length,
      found: found.map(({ factor, ...better }) => ({ ...better, factor: Math.round(factor * 10) / 10 })),
      text: sentenceOf(found, known.length, metric),
    };
  });
}

function sentenceOf(found: readonly BetterTime[], posts: number, metric: ComparedMetric): string {
  if (posts < MIN_COMPARED_POSTS) {
    return `Too few posts with numbers to tell times apart: ${posts}, of at least ${MIN_COMPARED_POSTS}.`;
  }
  if (found.length === 0) return `No time stands out among ${posts} posts.`;
  const name = comparedName(metric).toLowerCase();
  const times = found.map((better) => {
    const at = better.kind === 'day' ? WEEKDAY_NAMES[better.key] : `${better.key.replace('-', ' to ')} h`;
    return `${at}: about ${better.factor.toFixed(1)} times the ${name} of other times, in ${better.posts} of ${posts} posts.`;
  });
  return times.join(' ');
}
