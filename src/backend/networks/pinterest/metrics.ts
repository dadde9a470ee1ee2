import { METRICS } from '../../../contract/insights/values.js';
import type { Connection } from '../connection.js';
import {
  countsIn,
  followersIn,
  givenMetrics,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
  readEach,
  withMissing,
} from '../metrics-adapter.js';
import { ask, bearer, nullIfNotFound } from '../requests/exchange.js';
import { valueAt } from '../requests/json-answer.js';
import { pinterestErrors } from './errors.js';

/** A day in UTC. */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** @returns null: there is no such pin any more */
async function readPin(connection: Connection, post: MeasuredPost): Promise<PostCounts | null> {
  const given = givenMetrics('pinterest', post);
  const fields = METRICS.flatMap((metric) => given[metric]?.field.value ?? []);
  const answer = await ask(pinterestErrors, connection, {
    method: 'GET',
    path: `/v5/pins/${post.networkPostId}/analytics`,
    query: {
      start_date: dayOf(post.publishedAt),
      end_date: dayOf(connection.now),
      metric_types: fields.join(','),
    },
    headers: bearer(connection),
  }).catch(nullIfNotFound);
  if (answer === null) return null;
  // Comments and reactions are only given for the whole life of a pin, the others for the days that were asked for.
  const lifetime = countsIn('pinterest', valueAt(answer.body, 'all', 'lifetime_metrics'), post);
  const summary = countsIn('pinterest', valueAt(answer.body, 'all', 'summary_metrics'), post);
  const counts = { ...lifetime.counts, ...summary.counts };
  return withMissing('pinterest', post, counts, connection.now);
}

/** Pin analytics. The request for several pins is not open to all apps, so each pin is read alone. */
export const pinterestMetrics: MetricsAdapter = {
  read: readEach(readPin),

  async followers(connection) {
    const { body } = await ask(pinterestErrors, connection, {
      method: 'GET',
      path: '/v5/user_account',
      headers: bearer(connection),
    });
    return followersIn('pinterest', body);
  },
};
