import type { Connection } from '../connection.js';
import { timeOfXId } from '../id-times.js';
import type { Delivered } from '../outgoing-post.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import {
  type ListedPage,
  type ListedPost,
  listedAt,
  notReadable,
  type Sought,
  searchFrom,
  searchPages,
} from '../requests/lookup.js';
import { urlOf } from './address.js';
import { readPosts } from './read-posts.js';
import { withoutSchemes, writtenText } from './timeline-text.js';

/** The relations that do not make a post a reply. */
const OTHER_RELATIONS: readonly (string | null)[] = ['quoted', 'retweeted'];

/**
 * The post that a post replies to. X leaves the relation out of posts that are not replies, so a missing one does not
 * tell: `undefined` when a reply is sought. Newer versions of the API call it `referenced_posts`.
 */
function answeredIn(tweet: unknown, sought: Sought): string | null | undefined {
  const named = valueAt(tweet, 'referenced_posts') ?? valueAt(tweet, 'referenced_tweets');
  if (!Array.isArray(named)) return named === undefined && !sought.answers ? null : undefined;
  const replied = named.find((one) => textAt(one, 'type') === 'replied_to');
  if (replied !== undefined) return textAt(replied, 'id') || undefined;
  return named.every((one) => OTHER_RELATIONS.includes(textAt(one, 'type'))) ? null : undefined;
}

function listedPost(connection: Connection, sought: Sought, tweet: unknown): ListedPost {
  const id = textAt(tweet, 'id');
  const text = writtenText(tweet);
  return {
    networkPostId: id,
    url: id === null ? '' : urlOf(connection, id),
    text: text === null ? null : withoutSchemes(text),
    createdAt: (id === null ? null : timeOfXId(id)) ?? timeAt(tweet, 'created_at'),
    answers: answeredIn(tweet, sought),
  };
}

const FIELDS = ['created_at', 'entities', 'note_tweet', 'referenced_tweets'] as const;

/** One page of the account's posts, with the cursor of the next. */
async function timelinePage(
  connection: Connection,
  sought: Sought,
  token: string | null,
): Promise<ListedPage> {
  const path = `/2/users/${connection.account.networkUserId}/tweets`;
  const query = {
    max_results: '100',
    exclude: 'retweets',
    start_time: new Date(searchFrom(sought)).toISOString().replace('.000Z', 'Z'),
    ...(token !== null && { pagination_token: token }),
  };
  const body = await readPosts(connection, { path, query }, FIELDS);
  const count = textAt(body, 'meta', 'result_count');
  // X leaves `data` out of an empty page, and lists what it could not read under `errors`.
  const data = count === '0' && valueAt(body, 'data') === undefined ? [] : listedAt(body, 'data');
  const posts = data.map((tweet) => listedPost(connection, sought, tweet));
  const isWhole = count === String(posts.length) && listAt(body, 'errors').length === 0;
  if (!isWhole) posts.push(UNREADABLE);
  return { posts, next: nextToken(body) };
}

/** Stands for posts that X counts but does not show. */
const UNREADABLE: ListedPost = {
  networkPostId: null,
  url: '',
  text: null,
  createdAt: null,
  answers: undefined,
};

function nextToken(body: unknown): string | null {
  const token = valueAt(body, 'meta', 'next_token');
  if (token === undefined || token === null) return null;
  if (typeof token === 'string' && token !== '') return token;
  throw notReadable('The timeline continues, but the response does not say where.');
}

/** The account's post with this text, made since the first attempt started. */
export function findTweet(connection: Connection, sought: Sought, text: string): Promise<Delivered | null> {
  return searchPages(sought, withoutSchemes(text), true, (token) => timelinePage(connection, sought, token));
}
