import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import { timeOfXId } from '../id-times.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { urlOf } from './address.js';
import { X_ERRORS } from './errors.js';
import { findTweet } from './find-tweet.js';
import { readPosts } from './read-posts.js';
import { sendTweet } from './send-tweet.js';
import { writtenText } from './timeline-text.js';

/** What is read of a reply. */
export const REPLY_FIELDS = [
  'author_id',
  'conversation_id',
  'created_at',
  'entities',
  'note_tweet',
  'referenced_tweets',
] as const;

/** The people whom an answer names, by their id. */
export type People = ReadonlyMap<string, { readonly handle: string; readonly name: string }>;

export function peopleIn(body: unknown): People {
  return new Map(
    listAt(body, 'includes', 'users').flatMap((user): [string, { handle: string; name: string }][] => {
      const [id, handle] = [textAt(user, 'id'), textAt(user, 'username')];
      return id === null || handle === null ? [] : [[id, { handle, name: textAt(user, 'name') ?? handle }]];
    }),
  );
}

/** The post that a reply replies to; null: it is not a reply. Newer versions of the API call it `referenced_posts`. */
function repliedTo(tweet: unknown): string | null {
  const named = [...listAt(tweet, 'referenced_posts'), ...listAt(tweet, 'referenced_tweets')];
  return textAt(
    named.find((one) => textAt(one, 'type') === 'replied_to'),
    'id',
  );
}

/** X begins a reply with the people whom it answers, outside of what its author wrote. */
const LEADING_MENTIONS = /^(?:@\w{1,15}\s+)+/;

/** A reply as an answer has it; null: it cannot be read. */
export function replyIn(connection: Connection, tweet: unknown, people: People): NetworkComment | null {
  const id = textAt(tweet, 'id');
  const authorId = textAt(tweet, 'author_id');
  const createdAt = (id === null ? null : timeOfXId(id)) ?? timeAt(tweet, 'created_at');
  // What a short link stands for may be left out: the text is then as X has it.
  const text = writtenText(tweet) ?? textAt(tweet, 'text');
  if (id === null || authorId === null || createdAt === null || text === null) return null;
  const person = people.get(authorId);
  return {
    networkCommentId: id,
    parentId: repliedTo(tweet),
    author: {
      networkUserId: authorId,
      handle: person?.handle ?? null,
      displayName: person?.name ?? 'Somebody on X',
    },
    isOwn: authorId === connection.account.networkUserId,
    text: text.replace(LEADING_MENTIONS, ''),
    createdAt,
    hidden: false,
    live: false,
    url: urlOf(connection, id),
  };
}

const answered = ({ parentId, networkPostId }: OutgoingReply): string => parentId ?? networkPostId;

function asReply(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal)) return cause;
  const isGone = X_ERRORS.replyGone.says.test(cause.answer.message ?? '');
  if (cause.code !== X_ERRORS.replyGone.means || !isGone) return cause;
  return new NetworkRefusal('reply_not_possible', 'What it replies to no longer exists on X.', cause.answer);
}

/** Replies that mention the account. X lists no others, and charges for each that it shows. */
export const xComments: CommentsAdapter = {
  async read(connection, id) {
    const asked = { path: '/2/tweets', query: { ids: id, expansions: 'author_id' } };
    const body = await readPosts(connection, asked, REPLY_FIELDS);
    const tweet = listAt(body, 'data').find((one) => textAt(one, 'id') === id);
    return tweet === undefined ? null : replyIn(connection, tweet, peopleIn(body));
  },

  async reply(connection, reply) {
    const { text } = reply;
    try {
      return await sendTweet(connection, { text, reply: { in_reply_to_tweet_id: answered(reply) } });
    } catch (cause) {
      throw asReply(cause);
    }
  },

  findReply(connection, reply) {
    const sought = { since: reply.since, knownPostIds: reply.knownIds, answers: answered(reply) };
    return findTweet(connection, sought, reply.text);
  },
};
