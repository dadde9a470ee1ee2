import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import { countsIn, followersIn, type MeasuredPost, type MetricsAdapter } from '../metrics-adapter.js';
import { textAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { get, getIfThere, statusPath } from './statuses.js';

/** How servers refuse that do not answer for several statuses: before Mastodon 4.3, and other programs. */
const NO_LIST: readonly (number | null)[] = [400, 404, 405, 422, 501];

/** The statuses that the server still has; null: it only answers for one at a time. */
async function listed(connection: Connection, ids: readonly string[]): Promise<readonly unknown[] | null> {
  try {
    const { body } = await get(connection, '/api/v1/statuses', { 'id[]': ids });
    return listedAt(body);
  } catch (cause) {
    if (cause instanceof NetworkRefusal && NO_LIST.includes(cause.answer.status)) return null;
    throw cause;
  }
}

async function oneByOne(connection: Connection, ids: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const id of ids) found.push(await getIfThere(connection, statusPath(id)));
  return found;
}

async function statusesOf(
  connection: Connection,
  posts: readonly MeasuredPost[],
): Promise<readonly unknown[]> {
  const ids = posts.map(({ networkPostId }) => networkPostId);
  const several = ids.length > 1 ? await listed(connection, ids) : null;
  return several ?? (await oneByOne(connection, ids));
}

/** What a server of Mastodon counts. */
export const mastodonMetrics: MetricsAdapter = {
  async read(connection, posts) {
    const found = new Map();
    for (const status of await statusesOf(connection, posts)) {
      const id = textAt(status, 'id');
      if (id !== null) found.set(id, countsIn('mastodon', status));
    }
    return found;
  },

  async followers(connection) {
    const { body } = await get(connection, '/api/v1/accounts/verify_credentials');
    return followersIn('mastodon', body);
  },
};
