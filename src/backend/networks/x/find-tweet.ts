import type { Connection } from '../connection.js';
import { timeOfXId } from '../id-times.js';
import type { Delivered } from '../outgoing-post.js';
import { ask, bearer } from '../requests/exchange.js';
import { listAt, textAt } from '../requests/json-answer.js';
import {
  type ListedPost,
  MAX_PAGES,
  pickOwn,
  type Sought,
  searchFrom,
  tooManyToSearch,
} from '../requests/lookup.js';
import { urlOf } from './address.js';
import { xErrors } from './errors.js';
import { withoutSchemes, writtenText } from './timeline-text.js';

function answeredIn(tweet: unknown): string | null {
  const replied = listAt(tweet, 'referenced_tweets').find((one) => textAt(one, 'type') === 'replied_to');
  return replied === undefined ? null : textAt(replied, 'id');
}

/** One page of the account's posts, with the cursor of the next. */
async function timelinePage(connection: Connection, sought: Sought, token: string | null) {
  const { body } = await ask(xErrors, connection, {
    method: 'GET',
    path: `/2/users/${connection.account.networkUserId}/tweets`,
    query: {
      max_results: '100',
      exclude: 'retweets',
      start_time: new Date(searchFrom(sought)).toISOString().replace('.000Z', 'Z'),
      'tweet.fields': 'created_at,entities,note_tweet,referenced_tweets',
      ...(token !== null && { pagination_token: token }),
    },
    headers: bearer(connection),
  });
  const posts = listAt(body, 'data').flatMap((tweet): ListedPost[] => {
    const id = textAt(tweet, 'id');
    if (id === null) return [];
    const text = withoutSchemes(writtenText(tweet));
    const answers = answeredIn(tweet);
    return [{ networkPostId: id, url: urlOf(connection, id), text, createdAt: timeOfXId(id) ?? 0, answers }];
  });
  return { posts, next: textAt(body, 'meta', 'next_token') };
}

/** The account's post with this text, made since the first attempt started. */
export async function findTweet(
  connection: Connection,
  sought: Sought,
  text: string,
): Promise<Delivered | null> {
  const wanted = withoutSchemes(text);
  let token: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { posts, next } = await timelinePage(connection, sought, token);
    const own = pickOwn(posts, sought, wanted);
    if (own !== null || next === null) return own;
    token = next;
  }
  throw tooManyToSearch();
}
