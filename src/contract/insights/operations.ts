import { exampleAccount, examplePost, exampleTarget } from '../examples.js';
import type { Operation } from '../operation.js';
import { PostParams } from '../posts/posts.js';
import { PostMetrics } from './metrics.js';

const exampleReading = {
  at: '2026-12-03T08:02:00.000Z',
  ageSeconds: 86_520,
  provisional: false,
  impressions: null,
  views: null,
  reach: null,
  likes: 12,
  reposts: 3,
  quotes: 0,
  replies: 2,
  saves: 1,
  shares: null,
  clicks: null,
  watchMs: null,
  missing: {
    impressions: 'not_given',
    views: 'not_given',
    reach: 'not_given',
    shares: 'not_given',
    clicks: 'not_given',
    watchMs: 'not_given',
  },
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
} as const satisfies Record<string, Operation>;
