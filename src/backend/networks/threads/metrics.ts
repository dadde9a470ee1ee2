import { RULES } from '../../../networks/rules.js';
import { accountInsight, readPosts } from '../meta-graph/insights.js';
import type { MetricsAdapter } from '../metrics-adapter.js';
import { THREADS_API } from './api.js';

export const threadsMetrics: MetricsAdapter = {
  read: readPosts({ platform: 'threads', api: THREADS_API }),

  followers(connection) {
    const name = RULES.threads.metrics?.followers?.field.value ?? '';
    const path = `/${connection.account.networkUserId}/threads_insights`;
    return accountInsight(THREADS_API, connection, { path, name });
  },
};
