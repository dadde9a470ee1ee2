import { RULES } from '../../../networks/rules.js';
import type { Connection } from '../connection.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { accountInsight, readPosts } from '../meta-graph/insights.js';
import type { MeasuredPost, MetricsAdapter } from '../metrics-adapter.js';
import { textAt } from '../requests/json-answer.js';
import { API } from './api.js';

/** A reel is counted as a video, which has an id of its own. */
async function pathOf(connection: Connection, { networkPostId, form }: MeasuredPost): Promise<string | null> {
  if (form !== 'reel') return `/${networkPostId}/insights`;
  const { body } = await graphGet(API, connection, `/${networkPostId}`, { fields: 'attachments{target}' });
  const video = textAt(body, 'attachments', 'data', 0, 'target', 'id');
  return `/${video ?? networkPostId}/video_insights`;
}

export const facebookMetrics: MetricsAdapter = {
  read: readPosts({ platform: 'facebook', api: API, pathOf }),

  followers(connection) {
    const name = RULES.facebook.metrics?.followers?.field.value ?? '';
    const path = `/${connection.account.networkUserId}/insights`;
    return accountInsight(API, connection, { path, name, query: { period: 'day' } });
  },
};
