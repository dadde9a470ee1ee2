import { AccountParams } from '../accounts/accounts.js';
import { exampleAccount, examplePost, exampleTarget } from '../examples.js';
import type { Operation } from '../operation.js';
import { PostParams } from '../posts/posts.js';
import { exampleReading } from './examples.js';
import { AccountMetrics, AccountMetricsQuery, Insights, InsightsQuery } from './insights.js';
import { PostMetrics } from './metrics.js';
import { COMPARED_PERIODS, MIN_SUMMARY_POSTS } from './values.js';

const exampleInsights = {
  from: '2026-11-17T00:00:00.000Z',
  to: '2026-11-24T00:00:00.000Z',
  timezone: 'Europe/Berlin',
  window: '7d',
  metric: 'interactions',
  groupBy: 'platform',
  groups: [
    {
      platform: 'bluesky',
      accountId: null,
      key: 'bluesky',
      sentence:
        'Half of 9 posts had 21 interactions or more after 7 days. In the 56 days before: 19, of 80 posts.',
      posts: 12,
      measured: 9,
      median: 21,
      q1: 14,
      q3: 40,
      best: [
        {
          postId: examplePost.id,
          targetId: exampleTarget.id,
          accountId: exampleAccount.id,
          publishedAt: '2026-11-18T08:00:00.000Z',
          text: 'We are open on Sunday.',
          url: 'https://bsky.app/profile/northwind.example/post/3m5',
          value: 96,
        },
      ],
      before: { posts: 80, measured: 80, median: 19 },
      definition: 'bluesky.likes + bluesky.reposts + bluesky.quotes + bluesky.replies + bluesky.saves',
    },
  ],
  betterTimes: [],
  notes: [{ code: 'younger', text: '7-day numbers of 9 of 12 posts; 3 are younger.' }],
};

/** What the networks count of published posts. */
export const INSIGHT_OPERATIONS = {
  'posts.metrics': {
    method: 'GET',
    path: '/v1/posts/{id}/metrics',
    tag: 'Insights',
    summary: 'Get the numbers of a post at fixed ages, from each network',
    description:
      'Postrider reads the numbers when the post reaches each age. A number that is not known is null, never 0, and `missing` has the reason.',
    access: 'insights:read',
    params: PostParams,
    status: 200,
    response: PostMetrics,
    errors: ['post_not_found'],
    example: {
      params: { id: examplePost.id },
      response: {
        postId: examplePost.id,
        targets: [
          {
            targetId: exampleTarget.id,
            accountId: exampleAccount.id,
            platform: 'bluesky',
            publishedAt: '2026-12-02T08:00:00.000Z',
            definitions: {
              likes: 'bluesky.likes',
              reposts: 'bluesky.reposts',
              quotes: 'bluesky.quotes',
              replies: 'bluesky.replies',
              saves: 'bluesky.saves',
            },
            windows: { '24h': exampleReading },
            nextAt: '2026-12-05T08:00:00.000Z',
            note: null,
          },
        ],
      },
    },
  },
  'insights.get': {
    method: 'GET',
    path: '/v1/insights',
    tag: 'Insights',
    summary: 'Compare posts at the same age: by account, network, format, weekday or time of day',
    description: `Takes the posts that were published in a range, at one age, and compares each group with the ${COMPARED_PERIODS} periods before. Posts of different networks are never in one group, and a group with fewer than ${MIN_SUMMARY_POSTS} measured posts has no median. \`notes\` says what the numbers leave out: show it with them. With \`Accept: text/csv\`, the response has a row for each target and age instead; numbers that are not known are empty.`,
    access: 'insights:read',
    query: InsightsQuery,
    status: 200,
    response: Insights,
    errors: ['account_not_found'],
    example: { query: { groupBy: 'platform', window: '7d' }, response: exampleInsights },
  },
  'accounts.metrics': {
    method: 'GET',
    path: '/v1/accounts/{id}/metrics',
    tag: 'Insights',
    summary: 'Get the followers of an account, day by day',
    description: 'Days on which they were not read are absent.',
    access: 'insights:read',
    params: AccountParams,
    query: AccountMetricsQuery,
    status: 200,
    response: AccountMetrics,
    errors: ['account_not_found'],
    example: {
      params: { id: exampleAccount.id },
      query: { from: '2026-11-01' },
      response: {
        accountId: exampleAccount.id,
        platform: 'bluesky',
        definition: 'bluesky.followers',
        followers: [
          { day: '2026-12-01', at: '2026-12-01T00:00:03.000Z', count: 1204 },
          { day: '2026-12-02', at: '2026-12-02T00:00:02.000Z', count: 1207 },
        ],
        note: null,
      },
    },
  },
} as const satisfies Record<string, Operation>;
