import { countsIn, followersIn, type MetricsAdapter, type PostCounts } from '../metrics-adapter.js';
import { textAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { isNotOffered, query } from './app-view.js';

/** What the app view counts. A server without one gives no numbers. */
export const blueskyMetrics: MetricsAdapter = {
  async read(connection, posts) {
    const uris = posts.map(({ networkPostId }) => networkPostId);
    try {
      const body = await query(connection, 'app.bsky.feed.getPosts', { uris });
      return new Map(
        listedAt(body, 'posts').flatMap((post): [string, PostCounts][] => {
          const uri = textAt(post, 'uri');
          return uri === null ? [] : [[uri, countsIn('bluesky', post)]];
        }),
      );
    } catch (cause) {
      if (isNotOffered(cause)) return new Map(uris.map((uri) => [uri, { counts: {} }]));
      throw cause;
    }
  },

  async followers(connection) {
    const { networkUserId: actor } = connection.account;
    try {
      return followersIn('bluesky', await query(connection, 'app.bsky.actor.getProfile', { actor }));
    } catch (cause) {
      if (isNotOffered(cause)) return null;
      throw cause;
    }
  },
};
