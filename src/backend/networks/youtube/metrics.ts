import type { MissingReason } from '../../../contract/insights/values.js';
import { RULES } from '../../../networks/rules.js';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import {
  countsIn,
  followersIn,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
} from '../metrics-adapter.js';
import { ask, bearer } from '../requests/exchange.js';
import { countAt, listAt, textAt, valueAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { youtubeErrors } from './errors.js';

const REPORTS = 'https://youtubeanalytics.googleapis.com/v2/reports';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long the videos of a channel were watched, in milliseconds by video; or why that is not known. */
type WatchTimes = ReadonlyMap<string, number> | MissingReason;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** YouTube Analytics, which needs a permission of its own. */
async function watchTimesOf(connection: Connection, posts: readonly MeasuredPost[]): Promise<WatchTimes> {
  const field = RULES.youtube.metrics?.posts.watchMs?.field.value ?? '';
  try {
    const { body } = await ask(youtubeErrors, connection, {
      method: 'GET',
      path: REPORTS,
      query: {
        ids: 'channel==MINE',
        // Days are Pacific: the day before in UTC is never too late.
        startDate: dayOf(Math.min(...posts.map(({ publishedAt }) => publishedAt)) - 24 * 60 * MINUTE_MS),
        endDate: dayOf(connection.now),
        dimensions: 'video',
        metrics: field,
        filters: `video==${posts.map(({ networkPostId }) => networkPostId).join(',')}`,
      },
      headers: bearer(connection),
    });
    const names = listAt(body, 'columnHeaders').map((header) => textAt(header, 'name'));
    const [video, minutes] = [names.indexOf('video'), names.indexOf(field)];
    return new Map(
      listAt(body, 'rows').flatMap((row): [string, number][] => {
        const id = textAt(row, video);
        const count = countAt(row, minutes);
        return id === null || count === null ? [] : [[id, count * MINUTE_MS]];
      }),
    );
  } catch (cause) {
    if (cause instanceof NetworkRefusal && cause.code === 'permission_missing') return 'not_permitted';
    throw cause;
  }
}

/** Counts are live in the Data API. Only the time of watching comes days later, from YouTube Analytics. */
export const youtubeMetrics: MetricsAdapter = {
  async read(connection, posts) {
    const { body } = await ask(youtubeErrors, connection, {
      method: 'GET',
      path: '/youtube/v3/videos',
      query: { part: 'statistics', id: posts.map(({ networkPostId }) => networkPostId).join(',') },
      headers: bearer(connection),
    });
    const videos = new Map(listedAt(body, 'items').map((video) => [textAt(video, 'id'), video]));
    const found = posts.filter(({ networkPostId }) => videos.has(networkPostId));
    const lag = (RULES.youtube.metrics?.lagSeconds.value ?? 0) * SECOND_MS;
    const isReported = ({ publishedAt }: MeasuredPost) => connection.now - publishedAt >= lag;
    const reported = found.filter(isReported);
    const times: WatchTimes = reported.length > 0 ? await watchTimesOf(connection, reported) : new Map();
    return new Map(
      found.map((post): [string, PostCounts] => {
        const { counts } = countsIn('youtube', valueAt(videos.get(post.networkPostId), 'statistics'));
        const watchMs = typeof times === 'string' ? undefined : times.get(post.networkPostId);
        if (watchMs !== undefined) return [post.networkPostId, { counts: { ...counts, watchMs } }];
        const reason = isReported(post) && typeof times === 'string' ? times : 'not_yet';
        return [post.networkPostId, { counts, missing: { watchMs: reason } }];
      }),
    );
  },

  async followers(connection) {
    const { body } = await ask(youtubeErrors, connection, {
      method: 'GET',
      path: '/youtube/v3/channels',
      query: { part: 'statistics', mine: 'true' },
      headers: bearer(connection),
    });
    return followersIn('youtube', valueAt(body, 'items', 0, 'statistics'));
  },
};
