import type { InsightNote } from '../../../contract/insights/insights.js';
import { comparedName, OBSERVED } from '../../../contract/insights/sentences.js';
import {
  type ComparedMetric,
  type InsightGrouping,
  MAX_INSIGHT_POSTS,
  type MetricWindow,
  MIN_SUMMARY_POSTS,
  MISSING_REASONS,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { AccountRow } from '../../store/schema.js';
import { mayCalculate, partsOf } from './compared-value.js';
import { definitionOf, type PostGroup } from './group-posts.js';
import type { MeasuredTarget } from './measured-posts.js';

const HOURS_PER_DAY = 24;

/** An age as a part of a sentence: `7-day`, `1-hour`. */
function windowWords(window: MetricWindow): string {
  const hours = WINDOW_HOURS[window];
  return hours > HOURS_PER_DAY ? `${hours / HOURS_PER_DAY}-day` : `${hours}-hour`;
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

const namesOf = (platforms: readonly Platform[]): string =>
  listed.format(platforms.map((platform) => PLATFORM_NAMES[platform]));

interface Compared {
  readonly groups: readonly PostGroup[];
  readonly posts: readonly MeasuredTarget[];
  readonly window: MetricWindow;
  readonly metric: ComparedMetric;
  readonly groupBy: InsightGrouping;
  /** Networks of the accounts asked about for which numbers are turned off. */
  readonly notRead: readonly Platform[];
  /** Posts of accounts that were published before numbers were turned on for them. */
  readonly unread: ReadonlyMap<Pick<AccountRow, 'platform'>, number>;
  readonly isCut: boolean;
}

/** What the numbers leave out, and what they must not be read as. */
export function notesOn(compared: Compared): InsightNote[] {
  const { groups, posts, window, metric, groupBy, notRead, unread, isCut } = compared;
  const networks = [...new Set(posts.map(({ platform }) => platform))];
  const uncalculated = networks.filter((platform) => !mayCalculate(platform));
  const without = networks.filter(
    (platform) =>
      partsOf(platform, metric).length === 0 &&
      !(metric === 'interactions' && uncalculated.includes(platform)),
  );
  const asked = posts.filter(({ platform }) => partsOf(platform, metric).length > 0);
  const measured = asked.filter(({ value }) => value !== null).length;
  const younger = asked.filter(({ isOpen }) => isOpen).length;
  const isPerAccount = new Set(asked.map(({ accountId }) => accountId)).size > 1;
  const ofPosts = `${windowWords(window)} numbers of ${measured} of ${asked.length} posts${isPerAccount ? ', each account counted by itself' : ''}`;
  const notes: InsightNote[] = [];
  const add = (code: InsightNote['code'], text: string) => notes.push({ code, text });
  if (younger > 0) add('younger', `${ofPosts}; ${younger} ${younger === 1 ? 'is' : 'are'} younger.`);
  for (const [reason, count] of reasonsOf(asked)) {
    add('not_measured', `${ofPosts}; ${count} not read: ${MISSING_REASONS[reason]}.`);
  }
  const never = asked.filter(
    ({ value, isOpen, reason }) => value === null && !isOpen && reason === null,
  ).length;
  if (never > 0) add('not_measured', `${ofPosts}; ${never} not read at this age.`);
  if (uncalculated.length > 0) {
    add(
      'not_calculated',
      `${namesOf(uncalculated)} ${uncalculated.length === 1 ? 'does' : 'do'} not allow sums and medians: choose one number with \`metric\`, and compare single posts.`,
    );
  }
  if (groups.some(({ posts: all, platform }) => mayCalculate(platform) && isShort(all))) {
    add('few_posts', `Groups with fewer than ${MIN_SUMMARY_POSTS} measured posts have no median.`);
  }
  if (without.length > 0) {
    const name = comparedName(metric).toLowerCase();
    add('not_given', `${namesOf(without)} ${without.length === 1 ? 'does' : 'do'} not give ${name}.`);
  }
  const partial = asked.filter(({ isPartial }) => isPartial);
  if (partial.length > 0) {
    const left = namesOf([...new Set(partial.map(({ platform }) => platform))]);
    add(
      'left_out',
      `${left} left out some numbers of ${partial.length === 1 ? '1 post' : `${partial.length} posts`}, because they are 0 or late: its interactions are the sum of the others.`,
    );
  }
  if (groups.some(hasOtherDefinitions)) {
    add('definition_changed', 'Posts that were counted in an earlier way are left out.');
  }
  if (notRead.length > 0) add('not_read', `Numbers are turned off for accounts on ${namesOf(notRead)}.`);
  if (unread.size > 0) add('not_read', unreadSentence(unread));
  if (isCut) add('newest_only', `Only the newest ${MAX_INSIGHT_POSTS} posts of the range are counted.`);
  if (groupBy === 'day' || groupBy === 'time') {
    add('observed', OBSERVED);
  }
  return notes;
}

function unreadSentence(unread: Compared['unread']): string {
  const count = [...unread.values()].reduce((sum, posts) => sum + posts, 0);
  const on = namesOf([...new Set(Array.from(unread.keys(), ({ platform }) => platform))]);
  return count === 1
    ? `Numbers of 1 post on ${on} are not read: it was published before they were turned on for the account.`
    : `Numbers of ${count} posts on ${on} are not read: they were published before they were turned on for the account.`;
}

function reasonsOf(posts: readonly MeasuredTarget[]): ReadonlyMap<MissingReason, number> {
  const counts = new Map<MissingReason, number>();
  for (const { reason } of posts) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

function isShort(posts: readonly MeasuredTarget[]): boolean {
  const known = posts.filter(({ value }) => value !== null).length;
  return known > 0 && known < MIN_SUMMARY_POSTS;
}

function hasOtherDefinitions({ posts }: PostGroup): boolean {
  const current = definitionOf(posts);
  return posts.some(({ definition }) => definition !== null && definition !== current);
}
