import { createHmac } from 'node:crypto';
import { listAt, textAt } from '../../../src/backend/networks/requests/json-answer.js';
import type { AppSignIn } from '../../../src/backend/simulators/over-http/sign-in/app-sign-in.js';
import type { WrittenComment } from '../../../src/backend/simulators/over-http/written-comments.js';
import type { Platform } from '../../../src/contract/platforms.js';

/** How a program of the account's owner reads what the account has replied to a comment. */
interface ReplyList {
  readonly path: (accountId: string, comment: WrittenComment) => string;
  readonly query?: (comment: WrittenComment) => Readonly<Record<string, string>>;
  /** Where the answer has the list. */
  readonly list: string;
  /** Where an entry has its text, its author and the comment that it answers. */
  readonly text: readonly string[];
  /** Absent: everything in the list is by the account. */
  readonly author?: readonly string[];
  readonly answers: (entry: unknown) => string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const GRAPH = '/v25.0';

const REPLY_LISTS: Readonly<Partial<Record<Platform, ReplyList>>> = {
  linkedin: {
    path: (_, { commentId }) => `/rest/socialActions/${encodeURIComponent(commentId)}/comments`,
    list: 'elements',
    text: ['message', 'text'],
    author: ['actor'],
    answers: (entry) => textAt(entry, 'parentComment'),
    headers: { 'linkedin-version': '202608' },
  },
  x: {
    path: (accountId) => `/2/users/${accountId}/tweets`,
    query: () => ({ max_results: '100', 'tweet.fields': 'created_at,referenced_tweets' }),
    list: 'data',
    text: ['text'],
    answers: (entry) => {
      const replied = listAt(entry, 'referenced_tweets').find((one) => textAt(one, 'type') === 'replied_to');
      return textAt(replied, 'id');
    },
  },
  instagram: {
    path: (_, { commentId }) => `${GRAPH}/${commentId}/replies`,
    query: () => ({ fields: 'id,text,from,parent_id' }),
    list: 'data',
    text: ['text'],
    author: ['from', 'id'],
    answers: (entry) => textAt(entry, 'parent_id'),
  },
  youtube: {
    path: () => '/youtube/v3/comments',
    query: ({ commentId }) => ({ part: 'snippet', parentId: commentId, textFormat: 'plainText' }),
    list: 'items',
    text: ['snippet', 'textDisplay'],
    author: ['snippet', 'authorChannelId', 'value'],
    answers: (entry) => textAt(entry, 'snippet', 'parentId'),
  },
  threads: {
    path: (_, { networkPostId }) => `/v1.0/${networkPostId}/conversation`,
    query: () => ({ fields: 'id,text,username,replied_to' }),
    list: 'data',
    text: ['text'],
    author: ['username'],
    answers: (entry) => textAt(entry, 'replied_to', 'id'),
  },
  facebook: {
    path: (_, { commentId }) => `${GRAPH}/${commentId}/comments`,
    query: () => ({ fields: 'id,message,from,parent' }),
    list: 'data',
    text: ['message'],
    author: ['from', 'id'],
    answers: (entry) => textAt(entry, 'parent', 'id'),
  },
};

/** The texts that the account has replied to a comment, as the network shows them to another program over HTTP. */
export async function shownReplies(signIn: AppSignIn, comment: WrittenComment): Promise<readonly string[]> {
  const { network, app } = signIn;
  const { platform, account } = network.scene;
  const lists = REPLY_LISTS[platform];
  if (lists === undefined) throw new Error(`It is not written how to read replies on ${platform}.`);
  const token = await signIn.giveAccess();
  const url = new URL(lists.path(account.networkUserId, comment), network.origin);
  for (const [name, value] of Object.entries(lists.query?.(comment) ?? {})) url.searchParams.set(name, value);
  if (platform === 'facebook') url.searchParams.set('appsecret_proof', proof(token, app.clientSecret ?? ''));
  const response = await fetch(url, { headers: { ...lists.headers, authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}: ${await response.text()}`);
  const body: unknown = await response.json();
  const names: readonly (string | null)[] = [account.networkUserId, account.handle];
  return listAt(body, lists.list).flatMap((entry) => {
    const isOwn = lists.author === undefined || names.includes(textAt(entry, ...lists.author));
    const isReply = lists.answers(entry) === comment.commentId;
    return isOwn && isReply ? [textAt(entry, ...lists.text) ?? ''] : [];
  });
}

const proof = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('hex');
