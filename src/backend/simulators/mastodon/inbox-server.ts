import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { mastodonSnowflake } from '../shared/network-ids.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import { answeredBy } from '../shared/thread-of.js';
import type { SimulatedComment, SimulatedMessage, SimulatedPerson } from '../simulated-inbox.js';
import type { SimulatedAccount, SimulatedPost, SimulatorContext } from '../simulator.js';
import { accountEntity, statusEntity } from './entities.js';

/** Replies and direct messages: on Mastodon both are statuses. */

const MANY = 1000;
const PAGE = 40;

const notFound = () => json(404, { error: 'Record not found' });

/** A status that is a reply or a message, with its author. */
interface Written {
  readonly id: string;
  readonly author: SimulatedPerson;
  readonly text: string;
  readonly answers: string | null;
  readonly visibility: 'public' | 'direct';
  readonly createdAt: number;
}

const accountOf = (person: SimulatedPerson): SimulatedAccount => ({
  ...person,
  platform: 'mastodon',
  accessToken: '',
});

function entityOf({ id, author, text, answers, visibility, createdAt }: Written, context: SimulatorContext) {
  const post: SimulatedPost = {
    networkPostId: id,
    networkUserId: author.networkUserId,
    path: `/@${author.handle}/${id}`,
    ...{ text, title: null, link: null, mediaIds: [], key: null, createdAt },
    rawCall: { visibility, ...(answers !== null && { in_reply_to_id: answers }) },
  };
  return statusEntity(post, accountOf(author), context);
}

async function replyOf(comment: SimulatedComment, { memory }: SimulatorContext): Promise<Written> {
  const { commentId: id, networkUserId, parentId, networkPostId, text, createdAt } = comment;
  const author = comment.author ??
    (await memory.accountById(networkUserId)) ?? { networkUserId, handle: networkUserId, displayName: '' };
  return { id, author, text, answers: parentId ?? networkPostId, visibility: 'public', createdAt };
}

/** Messages of the account, newest first. */
async function messagesOf({ account, context: { memory } }: Pick<SimulatedCall, 'account' | 'context'>) {
  const found: (Written & { readonly conversationId: string })[] = [];
  for (const { conversationId, person } of await memory.conversationsOf(account.networkUserId, 0, MANY)) {
    const messages: readonly SimulatedMessage[] = await memory.messagesIn(conversationId, 0, MANY);
    for (const [place, { messageId: id, text, fromBusiness, createdAt }] of messages.entries()) {
      const before = messages.slice(place + 1).find((one) => one.fromBusiness !== fromBusiness);
      const answers = before?.messageId ?? null;
      const author = fromBusiness ? account : person;
      found.push({ id, author, text, answers, visibility: 'direct', createdAt, conversationId });
    }
  }
  return found;
}

/** Replies below the account's statuses. */
async function repliesTo({ account, context }: Pick<SimulatedCall, 'account' | 'context'>) {
  const found: Written[] = [];
  for (const { networkPostId } of await context.memory.postsOf(account.networkUserId, 0, MANY)) {
    for (const one of await context.memory.commentsOn(networkPostId)) found.push(await replyOf(one, context));
  }
  return found;
}

const byId = (one: Written, other: Written) =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** What others wrote to the account, newest first. */
async function notifications(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const from = textOf(fields, 'account_id');
  const below = textOf(fields, 'max_id');
  const all = [...(await repliesTo(call)), ...(await messagesOf(call))]
    .filter(({ author }) => author.networkUserId !== account.networkUserId)
    .filter(({ author }) => from === '' || author.networkUserId === from)
    .sort(byId);
  const start = below === '' ? 0 : all.findIndex(({ id }) => `n-${id}` === below) + 1;
  const limit = Math.min(Number(textOf(fields, 'limit') || '40'), PAGE);
  const listed = [];
  for (const one of all.slice(start, start + limit)) {
    listed.push({
      id: `n-${one.id}`,
      type: 'mention',
      created_at: new Date(one.createdAt).toISOString(),
      group_key: `ungrouped-n-${one.id}`,
      account: await accountEntity(accountOf(one.author), context),
      status: await entityOf(one, context),
    });
  }
  return json(200, listed);
}

/** A reply or message as a status; null: it is none. */
export async function writtenStatus({ account, context, params }: SimulatedCall): Promise<unknown> {
  const id = params['id'] ?? '';
  const comment = await context.memory.commentById(id);
  if (comment) return entityOf(await replyOf(comment, context), context);
  const message = (await messagesOf({ account, context })).find((one) => one.id === id);
  return message ? entityOf(message, context) : null;
}

/** What the account wrote in reply to others, as statuses with their times. */
export async function writtenBy(call: SimulatedCall) {
  const { account, context } = call;
  const own = [...(await repliesTo(call)), ...(await messagesOf(call))].filter(
    ({ author }) => author.networkUserId === account.networkUserId,
  );
  return Promise.all(own.map(async (one) => ({ id: one.id, entity: await entityOf(one, context) })));
}

async function statusContext(call: SimulatedCall): Promise<WireResponse> {
  const { context, params } = call;
  const id = params['id'] ?? '';
  const shown = (all: readonly Written[]) => Promise.all(all.map((one) => entityOf(one, context)));
  const messages = await messagesOf(call);
  const message = messages.find((one) => one.id === id);
  if (message) {
    const others = messages.filter((one) => one.conversationId === message.conversationId && one.id !== id);
    const isLater = (one: Written) => one.createdAt > message.createdAt;
    return json(200, {
      ancestors: await shown(others.filter((one) => !isLater(one)).reverse()),
      descendants: await shown(others.filter(isLater).reverse()),
    });
  }
  const comment = await context.memory.commentById(id);
  const post = await context.memory.postById(comment?.networkPostId ?? id);
  if (!post) return notFound();
  const all = await Promise.all(
    (await context.memory.commentsOn(post.networkPostId)).map((one) => replyOf(one, context)),
  );
  const under = new Set([id]);
  for (const one of all) if (under.has(one.answers ?? '')) under.add(one.id);
  return json(200, {
    ancestors: [],
    descendants: await shown(all.filter((one) => one.id !== id && under.has(one.id))),
  });
}

async function readAccount(call: SimulatedCall): Promise<WireResponse> {
  const id = call.params['id'] ?? '';
  const account = await call.context.memory.accountById(id);
  const others = [...(await repliesTo(call)), ...(await messagesOf(call))];
  const person = account ?? others.find(({ author }) => author.networkUserId === id)?.author;
  return person ? json(200, await accountEntity(accountOf(person), call.context)) : notFound();
}

/** A reply to somebody, or a message to them; null: it is a status of the account's own. */
export async function writeToOthers(call: SimulatedCall, text: string): Promise<WireResponse | null> {
  const { account, context, fields } = call;
  const { memory, now, random } = context;
  const id = mastodonSnowflake(now, random);
  const answered = answeredBy('mastodon', fields);
  if (textOf(fields, 'visibility') === 'direct') {
    const others = [...(await repliesTo(call)), ...(await messagesOf(call))].map(({ author }) => author);
    const person = others.find(({ handle }) => text.toLowerCase().includes(`@${handle.toLowerCase()}`));
    if (!person) return null;
    const { conversationId } = await memory.conversationWith({
      conversationId: id,
      networkUserId: account.networkUserId,
      person,
      updatedAt: now,
    });
    await memory.addMessage({
      messageId: id,
      conversationId,
      fromBusiness: true,
      text,
      attachments: [],
      fromAd: false,
      answersComment: null,
      createdAt: now,
    });
  } else {
    const comment = answered === null ? null : await memory.commentById(answered);
    if (!comment) return null;
    const { networkPostId, commentId: parentId } = comment;
    const { networkUserId } = account;
    await memory.addComment({ commentId: id, networkPostId, parentId, networkUserId, text, createdAt: now });
  }
  return json(200, await writtenStatus({ ...call, params: { id } }));
}

export const INBOX_ROUTES: Readonly<Record<string, Handler>> = {
  'GET /api/v1/notifications': notifications,
  'GET /api/v1/statuses/:id/context': statusContext,
  'GET /api/v1/accounts/:id': readAccount,
};
