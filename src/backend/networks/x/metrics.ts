import { isRecord } from '../../../base/is-record.js';
import type { Connection } from '../connection.js';
import {
  countsIn,
  givenMetrics,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
  withMissing,
} from '../metrics-adapter.js';
import { listAt, textAt, valueAt } from '../requests/json-answer.js';
import { readPosts } from './read-posts.js';

/** How long X gives the numbers that only the author sees. */
const PRIVATE_FOR_MS = 30 * 24 * 60 * 60_000;

const PUBLIC = 'public_metrics';
const PRIVATE = 'non_public_metrics';

const isRecent = (connection: Connection, { publishedAt }: MeasuredPost): boolean =>
  connection.now - publishedAt < PRIVATE_FOR_MS;

async function tweetsOf(
  connection: Connection,
  posts: readonly MeasuredPost[],
  fields: readonly string[],
): Promise<readonly unknown[]> {
  if (posts.length === 0) return [];
  const ids = posts.map(({ networkPostId }) => networkPostId).join(',');
  const body = await readPosts(connection, { path: '/2/tweets', query: { ids } }, fields);
  // X leaves `data` out where it has none of the posts, and names those that it does not have under `errors`.
  return listAt(body, 'data');
}

/** X charges for each post that it returns. */
export const xMetrics: MetricsAdapter = {
  async read(connection, posts) {
    const recent = posts.filter((post) => isRecent(connection, post));
    const old = posts.filter((post) => !isRecent(connection, post));
    const tweets = [
      ...(await tweetsOf(connection, recent, [PUBLIC, PRIVATE])),
      ...(await tweetsOf(connection, old, [PUBLIC])),
    ];
    const found = new Map<string, PostCounts>();
    for (const post of posts) {
      const tweet = tweets.find((one) => textAt(one, 'id') === post.networkPostId);
      if (tweet !== undefined) found.set(post.networkPostId, countsOf(connection, post, tweet));
    }
    return found;
  },

  // Reading an account costs $0.01, which nobody has chosen.
  followers: () => Promise.resolve(null),
};

function countsOf(connection: Connection, post: MeasuredPost, tweet: unknown): PostCounts {
  const [open, own] = [valueAt(tweet, PUBLIC), valueAt(tweet, PRIVATE)];
  const { counts } = countsIn('x', { ...(isRecord(open) && open), ...(isRecord(own) && own) }, post);
  const read = withMissing('x', post, counts, connection.now);
  const isTooLate = !isRecent(connection, post) && givenMetrics('x', post).clicks !== undefined;
  return isTooLate ? { counts, missing: { ...read.missing, clicks: 'too_late' } } : read;
}
