import { graphGet } from '../meta-graph/graph-call.js';
import { readPosts } from '../meta-graph/insights.js';
import { followersIn, type MetricsAdapter } from '../metrics-adapter.js';
import { INSTAGRAM_API } from './api.js';

/** How long a story is shown, and its numbers with it. */
const STORY_LIFE_MS = 24 * 60 * 60_000;

export const instagramMetrics: MetricsAdapter = {
  read: readPosts({
    platform: 'instagram',
    api: INSTAGRAM_API,
    endsAfter: ({ form }) => (form === 'story' ? STORY_LIFE_MS : null),
  }),

  async followers(connection) {
    const { body } = await graphGet(INSTAGRAM_API, connection, '/me', { fields: 'followers_count' });
    return followersIn('instagram', body);
  },
};
