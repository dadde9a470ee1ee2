import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { commentUrnOf, urnOfComment } from '../../networks/linkedin/comment-urns.js';
import { LINKEDIN_ERRORS, linkedinErrors } from '../../networks/linkedin/errors.js';
import { ORGANIZATION } from '../../networks/linkedin/urns.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { linkedinNumber } from '../shared/network-ids.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import type { SimulatedComment } from '../simulated-inbox.js';

const MAX_CHARS = RULES.linkedin.firstComment?.max.value ?? Number.POSITIVE_INFINITY;
const TOO_LONG = 'ERROR :: /message/text :: field length too long: the maximum is 1250 characters';
/** The newest posts whose comments a Page is notified of. */
const MAX_POSTS = 1000;
/** How a list of ids is written in a query: `List(1,2)`. */
const LIST = /^List\(([\d,]*)\)$/;
/** How a range of times is written: `(start:1,end:2)`. */
const RANGE = /^\(start:(\d+),end:(\d+)\)$/;

/** The routes that publish. */
export const COMMENT_PUBLISHING = ['POST /rest/socialActions/:urn/comments'];

const notFound = (urn: string): WireResponse =>
  json(404, { status: 404, code: 'RESOURCE_NOT_FOUND', message: `${urn} was not found` });

/** A person of the test as LinkedIn knows them. */
const actorOf = ({ author, networkUserId }: SimulatedComment): string =>
  author ? `urn:li:person:${author.networkUserId}` : networkUserId;

function shown(comment: SimulatedComment) {
  const { commentId, parentId, networkPostId, text, createdAt } = comment;
  const actor = actorOf(comment);
  const time = { actor, time: createdAt };
  return {
    id: commentUrnOf(commentId)?.number ?? commentId,
    $URN: commentId,
    commentUrn: commentId,
    actor,
    object: networkPostId,
    ...(parentId !== null && { parentComment: parentId }),
    message: { attributes: [], text },
    created: time,
    lastModified: time,
    commentsSummary: { totalFirstLevelComments: 0, aggregatedTotalComments: 0 },
  };
}

async function add({ account, context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const { memory } = context;
  const urn = params['urn'] ?? '';
  const text = textAt(fields, 'message', 'text') ?? '';
  const parent = await memory.commentById(urn);
  const networkPostId = parent?.networkPostId ?? urn;
  if (!(await memory.postById(networkPostId))) return notFound(urn);
  const isPlaced = textOf(fields, 'object') === networkPostId;
  if (textOf(fields, 'actor') !== account.networkUserId || !isPlaced)
    return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  if (countText(text, 'utf16') > MAX_CHARS)
    return linkedinErrors.answer(LINKEDIN_ERRORS.textTooLong, TOO_LONG);
  const number = linkedinNumber(context.now, context.random);
  const made: SimulatedComment = {
    commentId: urnOfComment({ thread: networkPostId, number }),
    networkPostId,
    parentId: parent ? (parent.parentId ?? parent.commentId) : null,
    networkUserId: account.networkUserId,
    text,
    createdAt: context.now,
  };
  await memory.addComment(made);
  return json(201, shown(made), { 'x-restli-id': number });
}

/** A Page lets its apps read comments; a member does not. */
const mayRead = ({ account }: SimulatedCall): boolean => account.networkUserId.startsWith(ORGANIZATION);

async function list(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, params } = call;
  const urn = params['urn'] ?? '';
  if (!mayRead(call)) return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  const parent = await context.memory.commentById(urn);
  const post = await context.memory.postById(parent?.networkPostId ?? urn);
  if (!post) return notFound(urn);
  const all = await context.memory.commentsOn(post.networkPostId);
  const ids = LIST.exec(textOf(fields, 'ids'))?.[1]?.split(',');
  if (ids) {
    const named = all.filter(({ commentId }) => ids.includes(commentUrnOf(commentId)?.number ?? ''));
    const results = Object.fromEntries(named.map(shown).map((one) => [one.id, one]));
    return json(200, { results, statuses: {}, errors: {} });
  }
  const start = Number(textOf(fields, 'start') || '0');
  const count = Number(textOf(fields, 'count') || '10');
  const listed = all.filter(({ parentId }) => parentId === (parent?.commentId ?? null));
  const elements = listed.slice(start, start + count).map(shown);
  return json(200, { paging: { start, count, links: [] }, elements });
}

async function read(call: SimulatedCall): Promise<WireResponse> {
  const { context, params } = call;
  if (!mayRead(call)) return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  const urn = urnOfComment({ thread: params['urn'] ?? '', number: params['id'] ?? '' });
  const comment = await context.memory.commentById(urn);
  return comment ? json(200, shown(comment)) : notFound(urn);
}

/** What a Page is notified of, within a range of times. */
async function notifications({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  if (textOf(fields, 'organizationalEntity') !== account.networkUserId)
    return linkedinErrors.answer(LINKEDIN_ERRORS.accessDenied);
  const [, from = '0', to = '0'] = RANGE.exec(textOf(fields, 'timeRange')) ?? [];
  const posts = await context.memory.postsOf(account.networkUserId, 0, MAX_POSTS);
  const lists = await Promise.all(posts.map(({ networkPostId }) => context.memory.commentsOn(networkPostId)));
  const all = lists
    .flat()
    .filter(({ author, createdAt }) => author && createdAt >= Number(from) && createdAt <= Number(to))
    .sort((one, other) => other.createdAt - one.createdAt)
    .map(({ commentId, networkPostId, createdAt }) => ({
      notificationId: commentUrnOf(commentId)?.number ?? commentId,
      organizationalEntity: account.networkUserId,
      action: 'COMMENT',
      sourcePost: networkPostId,
      generatedActivity: commentId,
      lastModifiedAt: createdAt,
    }));
  const start = Number(textOf(fields, 'start') || '0');
  const count = Number(textOf(fields, 'count') || '10');
  return json(200, { paging: { start, count, links: [] }, elements: all.slice(start, start + count) });
}

export const COMMENT_ROUTES: Readonly<Record<string, Handler>> = {
  'POST /rest/socialActions/:urn/comments': add,
  'GET /rest/socialActions/:urn/comments': list,
  'GET /rest/socialActions/:urn/comments/:id': read,
  'GET /rest/organizationalEntityNotifications': notifications,
};
