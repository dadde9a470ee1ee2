import type { InsightGroup, Insights } from '../../../contract/insights/insights.js';
import type { TargetMetrics } from '../../../contract/insights/metrics.js';
import { ageWords, comparedName } from '../../../contract/insights/sentences.js';
import { numberAt, numbersOf } from '../../../contract/insights/target-numbers.js';
import type { MetricWindow } from '../../../contract/insights/values.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Facts } from '../../answers/render-text.js';
import { handle } from '../../handler.js';
import { listRange } from '../shared/list-range.js';
import { timeRefused } from '../shared/written-time.js';
import { getInsights } from './get-insights.definition.js';

/** Groups of a short answer. */
const MAX_GROUPS = 8;

/** Characters of a post’s text in a short answer. */
const MAX_TEXT = 40;

export const callGetInsights = handle(getInsights, async (input, call) => {
  const { postId, accountId, platform, metric, window, groupBy } = input;
  if (postId !== undefined) {
    const { targets } = await call.client.posts.metrics(postId, call.request());
    return { message: postMessage(targets), facts: { targets: targets.map(targetFacts) } };
  }
  const range = await listRange(input, call);
  if (!range.ok) return timeRefused(range.refusal, range.field);
  const query = {
    ...range.query,
    ...(accountId && { accountId }),
    ...(platform && { platform }),
    ...(metric && { metric }),
    ...(window && { window }),
    ...(groupBy && { groupBy }),
  };
  const insights = await call.client.insights.get(query, call.request());
  const detailed = input.response_format === 'detailed';
  const shown = detailed ? insights.groups : insights.groups.slice(0, MAX_GROUPS);
  const left = insights.groups.length - shown.length;
  return {
    message: message(insights),
    facts: {
      groups: shown.map((group) => groupFacts(group, insights, detailed)),
      times: insights.betterTimes.map(({ platform, text }) => `${PLATFORM_NAMES[platform]}: ${text}`),
      notes: insights.notes.map(({ text }) => text),
      more: left === 0 ? undefined : `${left} more groups: ask for one platform or account`,
    },
    next:
      insights.groups.length === 0
        ? undefined
        : 'Say what the notes say with the numbers; one post with postId shows each number.',
  };
});

function message({ from, to, metric, window, groups }: Insights): string {
  const range = `from ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  if (groups.length === 0) return `No post with numbers ${range}.`;
  return `${comparedName(metric)} of posts published ${range}, ${ageWords(window)} after each.`;
}

function groupFacts(group: InsightGroup, insights: Insights, detailed: boolean): Facts {
  const { platform, key, sentence, best, q1, q3, posts, measured } = group;
  const [first] = best;
  return {
    platform,
    ...(key !== platform && { [insights.groupBy === 'account' ? 'accountId' : insights.groupBy]: key }),
    says: sentence,
    ...(first && !detailed && { best: bestFacts(first) }),
    ...(detailed && {
      posts,
      measured,
      quartiles: q1 === null || q3 === null ? undefined : [q1, q3],
      best: best.map(bestFacts),
    }),
  };
}

function bestFacts({ postId, value, text }: InsightGroup['best'][number]): Facts {
  const characters = [...text];
  const excerpt = characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT).join('')}…` : text;
  return { value, postId, text: excerpt };
}

function postMessage(targets: readonly TargetMetrics[]): string {
  const read = targets.filter(({ windows }) => Object.keys(windows).length > 0).length;
  if (read > 0)
    return `Numbers on ${read} of ${targets.length} ${targets.length === 1 ? 'account' : 'accounts'}.`;
  return targets.length === 0 ? 'The post has no accounts.' : 'The post has no numbers yet.';
}

function targetFacts(target: TargetMetrics): Facts {
  const { platform, accountId, note, nextAt } = target;
  const { read, given, others, fallen } = numbersOf(target);
  const countsAt = (window: MetricWindow): string =>
    given.map((metric) => `${metric} ${numberAt(target, window, metric)}`).join(', ');
  return {
    platform,
    accountId,
    ...Object.fromEntries(read.map((window) => [ageWords(window), countsAt(window)])),
    notGiven:
      given.length === 0 ? undefined : `${PLATFORM_NAMES[platform]} does not give ${others.join(', ')}`,
    fell: fallen ?? undefined,
    note: note ?? undefined,
    next: nextAt ?? undefined,
  };
}
