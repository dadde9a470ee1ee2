import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered } from '../outgoing-post.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt, timeAt, valueAt } from '../requests/json-answer.js';
import {
  comparable,
  isOlder,
  type ListedPage,
  type ListedPost,
  listedAt,
  notReadable,
  type Sought,
  searchPages,
} from '../requests/lookup.js';
import { mastodonErrors } from './errors.js';
import { pageOf } from './statuses.js';
import { likeness, plainText } from './written-text.js';

/** Mastodon's largest page. */
const PAGE = 40;
/** Its default page. A server that ignores both `limit` and `max_id` and lists fewer has shown everything. */
const MIN_PAGE = 20;
/** The visibility that every server lists. snac2 leaves private statuses out of an account's list. */
const ALWAYS_LISTED = 'public';

/** The status that a lookup searches for. */
export interface SoughtStatus {
  readonly sought: Sought;
  readonly text: string;
  readonly mediaCount: number;
  /** As it was sent; null: the account's default, or not readable. */
  readonly visibility: string | null;
}

async function get(connection: Connection, path: string, query: Readonly<Record<string, string>> = {}) {
  return ask(mastodonErrors, connection, { method: 'GET', path, query, headers: bearer(connection) });
}

/**
 * The account's status with this text, made since the first attempt started. Null: it is surely absent.
 *
 * @throws OutcomeInDoubt the server lists a status that may be the one, or would not list it
 */
export async function findStatus(connection: Connection, status: SoughtStatus): Promise<Delivered | null> {
  const { sought, text } = status;
  const seen = new Set<string>();
  const visibilities = new Set<string | null>([ALWAYS_LISTED]);
  const found = await searchPages(sought, text, true, async (below) => {
    const query: Record<string, string> = { limit: String(PAGE), exclude_reblogs: 'true' };
    if (below !== null) query['max_id'] = below;
    const path = `/api/v1/accounts/${connection.account.networkUserId}/statuses`;
    const { body, headers } = await get(connection, path, query);
    const statuses = listedAt(body);
    for (const one of statuses) visibilities.add(textAt(one, 'visibility'));
    const clockLag = lagOf(connection, headers['date']);
    const posts: ListedPost[] = [];
    for (const one of statuses) posts.push(await listedStatus(connection, status, one, clockLag));
    return pageAfter(posts, sought, seen);
  });
  if (found) return found;
  const visibility = status.visibility ?? (await defaultVisibility(connection));
  if (visibility !== null && visibilities.has(visibility)) return null;
  throw notReadable('The status is not listed, but this server may leave it out because it is not public.');
}

/** How far the server's clock is behind ours, in milliseconds: servers that people run themselves may be minutes off. */
function lagOf({ now }: Connection, date: string | undefined): number {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? 0 : Math.max(0, now - theirs);
}

/** The next page begins below the last status. An empty page, or one that repeats a short list, is the last. */
function pageAfter(posts: readonly ListedPost[], sought: Sought, seen: Set<string>): ListedPage {
  const last = posts.at(-1);
  if (last === undefined) return { posts, next: null };
  const isRepeat = posts.every(({ networkPostId }) => networkPostId !== null && seen.has(networkPostId));
  for (const { networkPostId } of posts) if (networkPostId !== null) seen.add(networkPostId);
  if (isRepeat) {
    if (isOlder(last, sought) || posts.length < MIN_PAGE) return { posts, next: null };
    throw notReadable('The server repeats the newest statuses, and does not list older ones.');
  }
  if (last.networkPostId !== null) return { posts, next: last.networkPostId };
  throw notReadable('The list may continue, but the last status has no id.');
}

async function listedStatus(
  connection: Connection,
  { sought, text, mediaCount, visibility }: SoughtStatus,
  status: unknown,
  clockLag: number,
): Promise<ListedPost> {
  const id = textAt(status, 'id');
  const madeAt = timeAt(status, 'created_at');
  const answers = valueAt(status, 'in_reply_to_id');
  const listed: ListedPost = {
    networkPostId: id,
    url: pageOf(connection, status, id ?? ''),
    text: null,
    createdAt: madeAt === null ? null : madeAt + clockLag,
    answers: answers === null ? null : textAt(answers) || undefined,
  };
  const html = textAt(status, 'content');
  // A text that was sent empty may be shown as the content warning.
  if (html === null || comparable(text) === '' || isOlder(listed, sought)) return listed;
  const like = likeness(plainText(html), text);
  if (like === 'other') return { ...listed, text: plainText(html) };
  const attached = valueAt(status, 'media_attachments');
  const shown = textAt(status, 'visibility');
  // The same words with other files or another audience: it cannot be told whether the server changed them.
  const differs =
    (Array.isArray(attached) && attached.length !== mediaCount) ||
    (visibility !== null && shown !== null && shown !== visibility);
  if (differs) return listed;
  const isSame = like === 'same' || (await sourceOf(connection, id)) === comparable(text);
  return isSame ? { ...listed, text } : listed;
}

/** The text as it was written; null: the server does not offer it, as most programs besides Mastodon. */
async function sourceOf(connection: Connection, id: string | null): Promise<string | null> {
  try {
    const { body } = await get(connection, `/api/v1/statuses/${id ?? ''}/source`);
    const source = textAt(body, 'text');
    return source === null ? null : comparable(source);
  } catch (refusal) {
    if (refusal instanceof NetworkRefusal) return null;
    throw refusal;
  }
}

/** The account's default; null: the server does not say. */
async function defaultVisibility(connection: Connection): Promise<string | null> {
  const { body } = await get(connection, '/api/v1/accounts/verify_credentials');
  return textAt(body, 'source', 'privacy');
}
