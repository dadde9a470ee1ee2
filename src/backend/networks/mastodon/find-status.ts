import type { Connection } from '../connection.js';
import type { Delivered } from '../outgoing-post.js';
import { ask, bearer } from '../requests/exchange.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import {
  type ListedPost,
  MAX_PAGES,
  pickOwn,
  type Sought,
  searchFrom,
  tooManyToSearch,
} from '../requests/lookup.js';
import { mastodonErrors } from './errors.js';

const PAGE = 40;

async function get(connection: Connection, path: string, query: Readonly<Record<string, string>> = {}) {
  const { body } = await ask(mastodonErrors, connection, {
    method: 'GET',
    path,
    query,
    headers: bearer(connection),
  });
  return body;
}

/** A status with its source text: lists only contain HTML. */
async function withSource(connection: Connection, status: unknown): Promise<ListedPost> {
  const id = textAt(status, 'id') ?? '';
  const source = await get(connection, `/api/v1/statuses/${id}/source`);
  return {
    networkPostId: id,
    url: textAt(status, 'url') ?? `${connection.wire.webUrl}/@${connection.account.handle}/${id}`,
    text: textAt(source, 'text') ?? '',
    createdAt: timeAt(status, 'created_at') ?? 0,
    answers: textAt(status, 'in_reply_to_id'),
  };
}

/** The account's status with this text, made since the first attempt started. The list is newest first, so the search can stop early. */
export async function findStatus(
  connection: Connection,
  sought: Sought,
  text: string,
): Promise<Delivered | null> {
  let below: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: Record<string, string> = { limit: String(PAGE), exclude_reblogs: 'true' };
    if (below !== null) query['max_id'] = below;
    const listed = listAt(
      await get(connection, `/api/v1/accounts/${connection.account.networkUserId}/statuses`, query),
    );
    const recent = listed.filter((status) => (timeAt(status, 'created_at') ?? 0) >= searchFrom(sought));
    const written: ListedPost[] = [];
    for (const status of recent) written.push(await withSource(connection, status));
    const own = pickOwn(written, sought, text);
    if (own !== null || recent.length < PAGE) return own;
    below = written.at(-1)?.networkPostId ?? null;
  }
  throw tooManyToSearch();
}
