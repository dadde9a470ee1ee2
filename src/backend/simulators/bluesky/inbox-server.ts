import { createHash } from 'node:crypto';
import { json } from '../../networks/answers.js';
import { timestampId } from '../../networks/bluesky/timestamp-id.js';
import { textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { AUDIENCES, followersOf, responseTo } from '../shared/audience.js';
import { contentId } from '../shared/network-ids.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import { answeredBy, countReplies } from '../shared/thread-of.js';
import type { SimulatedComment, SimulatedConversation, SimulatedMessage } from '../simulated-inbox.js';

/** The app view's answers on replies, and the chat service. */

const MANY = 1000;
const PAGE = 50;
const CHAT = 'did:web:api.bsky.chat#bsky_chat';

/** A post as the app view shows it. */
interface Shown {
  readonly uri: string;
  readonly author: { readonly networkUserId: string; readonly handle: string; readonly displayName: string };
  readonly record: unknown;
  readonly createdAt: number;
}

const cidOf = (uri: string) => contentId(createHash('sha256').update(uri).digest());
const time = (instant: number) => new Date(instant).toISOString();
const refTo = (uri: string) => ({ uri, cid: cidOf(uri) });

function viewOf({ uri, author, record, createdAt }: Shown) {
  return {
    ...refTo(uri),
    author: { did: author.networkUserId, handle: author.handle, displayName: author.displayName },
    record,
    indexedAt: time(createdAt),
  };
}

/** The replies of others, newest first. */
async function repliesTo({ account, context: { memory } }: Pick<SimulatedCall, 'account' | 'context'>) {
  const found: Shown[] = [];
  for (const { networkPostId } of await memory.postsOf(account.networkUserId, 0, MANY)) {
    for (const one of await memory.commentsOn(networkPostId)) {
      const shown = replyOf(one);
      if (shown) found.push(shown);
    }
  }
  return found.sort((one, other) => other.createdAt - one.createdAt || (one.uri < other.uri ? 1 : -1));
}

function replyOf({ commentId, author, networkPostId, parentId, text, createdAt }: SimulatedComment) {
  if (!author) return null;
  const reply = { root: refTo(networkPostId), parent: refTo(parentId ?? networkPostId) };
  const record = { $type: 'app.bsky.feed.post', text, createdAt: time(createdAt), reply };
  return { uri: commentId, author, record, createdAt };
}

async function shownPost(
  { account, context: { memory } }: SimulatedCall,
  uri: string,
): Promise<Shown | null> {
  const post = await memory.postById(uri);
  if (post) {
    const author = (await memory.accountById(post.networkUserId)) ?? account;
    return { uri, author, record: valueAt(post.rawCall, 'record'), createdAt: post.createdAt };
  }
  const comment = await memory.commentById(uri);
  return comment && replyOf(comment);
}

/** The app view's own limit (lexicon app.bsky.feed.getPosts). */
const MAX_POSTS = 25;

async function getPosts(call: SimulatedCall): Promise<WireResponse> {
  const uris = [call.fields['uris']].flat().map(String);
  if (uris.length > MAX_POSTS) {
    const message = `uris must not have more than ${MAX_POSTS} elements`;
    return json(400, { error: 'InvalidRequest', message });
  }
  const posts = [];
  for (const uri of uris) {
    const post = await shownPost(call, uri);
    if (post) posts.push({ ...viewOf(post), ...(await countsOf(call, uri)) });
  }
  return json(200, { posts });
}

/** What the app view has counted of a post. */
async function countsOf({ context: { memory, now } }: SimulatedCall, uri: string) {
  const post = await memory.postById(uri);
  const response = post && responseTo(post, AUDIENCES.bluesky, now);
  const comments = post ? [] : await memory.commentsOn(uri);
  return {
    likeCount: response?.likes ?? 0,
    repostCount: response?.reposts ?? 0,
    quoteCount: response?.quotes ?? 0,
    bookmarkCount: response?.saves ?? 0,
    replyCount: post
      ? await countReplies('bluesky', post, memory)
      : comments.filter(({ parentId }) => parentId === null).length,
  };
}

async function getProfile(call: SimulatedCall): Promise<WireResponse> {
  const { memory, now } = call.context;
  const account = await memory.accountById(textOf(call.fields, 'actor'));
  if (!account) return json(400, { error: 'InvalidRequest', message: 'Profile not found' });
  const { networkUserId: did, handle, displayName } = account;
  const posts = await memory.postsOf(did, 0, MANY);
  return json(200, {
    ...{ did, handle, displayName },
    followersCount: followersOf(did, now),
    followsCount: 0,
    postsCount: posts.length,
  });
}

async function getPostThread(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const post = await shownPost(call, textOf(fields, 'uri'));
  if (!post) return json(400, { error: 'NotFound', message: `Post not found: ${textOf(fields, 'uri')}` });
  const own = (await context.memory.postsOf(account.networkUserId, 0, MANY)).map(
    ({ networkPostId: uri, rawCall, createdAt }): Shown => ({
      ...{ uri, author: account, record: valueAt(rawCall, 'record'), createdAt },
    }),
  );
  const all = [...own, ...(await repliesTo(call))];
  const threadOf = (one: Shown): unknown => ({
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: viewOf(one),
    replies: all.filter(({ record }) => answeredBy('bluesky', { record }) === one.uri).map(threadOf),
  });
  return json(200, { thread: threadOf(post) });
}

/** Why it is announced: a reply that also mentions the account is announced as a mention alone. */
function reasonOf({ account }: SimulatedCall, { record }: Shown) {
  if (textAt(record, 'text')?.includes(`@${account.handle}`)) return { reason: 'mention' };
  return { reason: 'reply', reasonSubject: answeredBy('bluesky', { record }) };
}

async function listNotifications(call: SimulatedCall): Promise<WireResponse> {
  const all = await repliesTo(call);
  const from = Number(textOf(call.fields, 'cursor') || '0');
  const end = from + Math.min(Number(textOf(call.fields, 'limit') || '50'), PAGE);
  const notifications = all.slice(from, end).map((one) => ({
    ...viewOf(one),
    ...reasonOf(call, one),
    isRead: false,
  }));
  return json(200, { notifications, ...(all.length > end && { cursor: String(end) }) });
}

/** Requests to the chat service name it, and the server passes them on. */
const chat =
  (handler: Handler): Handler =>
  async (call) =>
    call.request.headers['atproto-proxy'] === CHAT
      ? handler(call)
      : json(501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' });

const revisionOf = (instant: number) => timestampId(BigInt(instant) * 1000n, 0);

function messageOf({ account }: SimulatedCall, { person }: SimulatedConversation, one: SimulatedMessage) {
  return {
    $type: 'chat.bsky.convo.defs#messageView',
    id: one.messageId,
    rev: revisionOf(one.createdAt),
    text: one.text,
    sender: { did: one.fromBusiness ? account.networkUserId : person.networkUserId },
    sentAt: time(one.createdAt),
  };
}

async function convoOf(call: SimulatedCall, one: SimulatedConversation) {
  const { account, context } = call;
  const [last] = await context.memory.messagesIn(one.conversationId, 0, 1);
  return {
    id: one.conversationId,
    rev: revisionOf(one.updatedAt),
    members: [account, one.person].map(({ networkUserId: did, handle, displayName }) => ({
      ...{ did, handle, displayName },
    })),
    ...(last && { lastMessage: messageOf(call, one, last) }),
    muted: false,
    unreadCount: 0,
  };
}

const noConvo = () => json(400, { error: 'InvalidRequest', message: 'Convo not found' });

async function listConvos(call: SimulatedCall): Promise<WireResponse> {
  const all = await call.context.memory.conversationsOf(call.account.networkUserId, 0, MANY);
  return json(200, { convos: await Promise.all(all.map((one) => convoOf(call, one))) });
}

async function getConvo(call: SimulatedCall): Promise<WireResponse> {
  const found = await call.context.memory.conversationById(textOf(call.fields, 'convoId'));
  return found ? json(200, { convo: await convoOf(call, found) }) : noConvo();
}

async function getConvoForMembers(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const did = textOf(fields, 'members');
  const replies = await repliesTo(call);
  const person = replies.find(({ author }) => author.networkUserId === did)?.author;
  const there = await context.memory.conversationOfPerson(account.networkUserId, did);
  if (there) return json(200, { convo: await convoOf(call, there) });
  if (!person) return noConvo();
  const made = await context.memory.conversationWith({
    conversationId: revisionOf(context.now),
    networkUserId: account.networkUserId,
    person,
    updatedAt: context.now,
  });
  return json(200, { convo: await convoOf(call, made) });
}

async function getLog(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const after = textOf(fields, 'cursor');
  const logs = [];
  for (const one of await context.memory.conversationsOf(account.networkUserId, 0, MANY)) {
    for (const message of await context.memory.messagesIn(one.conversationId, 0, MANY)) {
      const rev = revisionOf(message.createdAt);
      if (rev <= after) continue;
      const $type = 'chat.bsky.convo.defs#logCreateMessage';
      logs.push({ $type, rev, convoId: one.conversationId, message: messageOf(call, one, message) });
    }
  }
  logs.sort((one, other) => (one.rev < other.rev ? -1 : 1));
  const page = logs.slice(0, PAGE);
  return json(200, { logs: page, cursor: page.at(-1)?.rev ?? after });
}

async function getMessages(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const found = await context.memory.conversationById(textOf(fields, 'convoId'));
  if (!found) return noConvo();
  const from = Number(textOf(fields, 'cursor') || '0');
  const limit = Number(textOf(fields, 'limit') || '50');
  const page = await context.memory.messagesIn(found.conversationId, from, limit);
  const next = page.length < limit ? {} : { cursor: String(from + limit) };
  return json(200, { messages: page.map((one) => messageOf(call, found, one)), ...next });
}

async function sendMessage(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const found = await context.memory.conversationById(textOf(fields, 'convoId'));
  if (!found) return noConvo();
  const message: SimulatedMessage = {
    messageId: timestampId(BigInt(context.now) * 1000n, Math.floor(context.random() * 1024)),
    conversationId: found.conversationId,
    fromBusiness: true,
    text: textAt(fields, 'message', 'text') ?? '',
    attachments: [],
    fromAd: false,
    answersComment: null,
    createdAt: context.now,
  };
  await context.memory.addMessage(message);
  return json(200, messageOf(call, found, message));
}

export const INBOX_ROUTES: Readonly<Record<string, Handler>> = {
  'GET /xrpc/app.bsky.notification.listNotifications': listNotifications,
  'GET /xrpc/app.bsky.feed.getPosts': getPosts,
  'GET /xrpc/app.bsky.actor.getProfile': getProfile,
  'GET /xrpc/app.bsky.feed.getPostThread': getPostThread,
  'GET /xrpc/chat.bsky.convo.listConvos': chat(listConvos),
  'GET /xrpc/chat.bsky.convo.getConvo': chat(getConvo),
  'GET /xrpc/chat.bsky.convo.getConvoForMembers': chat(getConvoForMembers),
  'GET /xrpc/chat.bsky.convo.getLog': chat(getLog),
  'GET /xrpc/chat.bsky.convo.getMessages': chat(getMessages),
  'POST /xrpc/chat.bsky.convo.sendMessage': chat(sendMessage),
};
