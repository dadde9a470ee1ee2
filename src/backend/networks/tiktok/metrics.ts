import { RULES } from '../../../networks/rules.js';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import {
  allMissing,
  countsIn,
  followersIn,
  type MeasuredPost,
  type MetricsAdapter,
  type PostCounts,
} from '../metrics-adapter.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';
import { stateOf } from './publish-state.js';

/** The id of a post, where TikTok gave one: else the post is known by the id of its upload. */
const POST_ID = /^\d+$/;

/** How TikTok refuses the id of an upload that it has forgotten. */
const UPLOAD_GONE = 'invalid_publish_id';

/** The id of a public post; null: it is not public, or TikTok has not accepted it yet. */
async function publicIdOf(connection: Connection, { networkPostId }: MeasuredPost): Promise<string | null> {
  if (POST_ID.test(networkPostId)) return networkPostId;
  try {
    return (await stateOf(connection, networkPostId)).postId;
  } catch (cause) {
    if (cause instanceof NetworkRefusal && cause.answer.code === UPLOAD_GONE) return null;
    throw cause;
  }
}

/** What TikTok counts of public posts. It gives nothing of others. */
export const tiktokMetrics: MetricsAdapter = {
  async read(connection, posts) {
    const found = new Map<string, PostCounts>();
    const asked = new Map<string, MeasuredPost>();
    for (const post of posts) {
      const id = await publicIdOf(connection, post);
      if (id === null) found.set(post.networkPostId, allMissing('tiktok', post, 'not_given'));
      else asked.set(id, post);
    }
    if (asked.size === 0) return found;
    const fields = Object.values(RULES.tiktok.metrics?.posts ?? {}).map(({ field }) => field.value);
    const { body } = await ask(tiktokErrors, connection, {
      method: 'POST',
      path: '/v2/video/query/',
      query: { fields: ['id', ...fields].join(',') },
      headers: headersOf(connection),
      body: { filters: { video_ids: [...asked.keys()] } },
    });
    for (const video of listedAt(body, 'data', 'videos')) {
      const post = asked.get(textAt(video, 'id') ?? '');
      if (post) found.set(post.networkPostId, countsIn('tiktok', video));
    }
    return found;
  },

  async followers(connection) {
    const fields = RULES.tiktok.metrics?.followers?.field.value ?? '';
    const { body } = await ask(tiktokErrors, connection, {
      method: 'GET',
      path: '/v2/user/info/',
      query: { fields },
      headers: bearer(connection),
    });
    return followersIn('tiktok', valueAt(body, 'data', 'user'));
  },
};
