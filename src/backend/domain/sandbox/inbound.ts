import { setImmediate as nextTurn } from 'node:timers/promises';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import {
  MAX_TOTAL_CHARACTERS,
  type SendInbound,
  type SentInbound,
} from '../../../contract/sandbox/inbound.js';
import { inboxOf } from '../../../networks/capabilities.js';
import { namesOfNetworks, networksWithInbox } from '../../../networks/which-networks.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { personOf, SOMEBODY } from '../../simulators/shared/people.js';
import type { SimulatedPerson } from '../../simulators/simulated-inbox.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import { requireAccount } from '../accounts/require-account.js';
import { requireComment } from '../inbox/reading/read-comments.js';
import { requireConversation } from '../inbox/reading/read-messages.js';
import { noSuchPost } from '../posts/no-such-post.js';
import { requireSandbox } from './require-sandbox.js';
import { type InboundContent, MAX_WRITTEN_AT_ONCE, writeAsPerson } from './write-as-person.js';

type InboundCall = Call<'testInbound.create'>;

export interface InboundDependencies {
  /** Reads what the networks' notifications announce, and resolves when it is in the inbox. */
  readonly receive: (workspaceId: string) => Promise<void>;
}

/** Simulates people who comment and write messages at the networks. */
export function inboundHandlers(dependencies: InboundDependencies): Pick<Handlers, 'testInbound.create'> {
  return {
    'testInbound.create': async (call) => {
      requireSandbox(call.caller.workspace);
      rejectMisplacedFields(call.body);
      rejectTooMuchText(call.body);
      const at = call.body.at === undefined ? call.now : Date.parse(call.body.at);
      if (at < 0) throw invalid('/at', '`at` must not be earlier than 1970-01-01T00:00:00Z.');
      if (at > call.now) throw invalid('/at', '`at` must not be later than the workspace’s current time.');
      const write = call.body.type === 'comment' ? comment : message;
      return keepAnswer(call, await write(call, dependencies, at));
    },
  };
}

/**
 * Stores the answer under the request's idempotency key. What was written arrives in commits of the intake, so that the
 * answer is stored after them.
 */
function keepAnswer(call: InboundCall, answer: SentInbound): Promise<SentInbound> {
  const { body, caller, now, requestId } = call;
  const { count = 1, type } = body;
  return call.commit(async (trx) => {
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'testInbound.create',
      objectId: answer.conversationId ?? answer.commentIds[0] ?? null,
      summary: `simulated ${count} inbound ${type}${count === 1 ? '' : 's'}`,
      requestId,
      now,
    });
    return answer;
  });
}

const COMMENT_FIELDS = ['postId', 'parentCommentId', 'live', 'hidden'] as const;
const MESSAGE_FIELDS = ['conversationId', 'attachments', 'clickToMessage'] as const;

function rejectMisplacedFields(body: SendInbound): void {
  const others = body.type === 'comment' ? MESSAGE_FIELDS : COMMENT_FIELDS;
  const found = others.find((name) => body[name] !== undefined);
  if (found) throw invalid(`/${found}`, `\`${found}\` is not allowed with \`type: ${body.type}\`.`);
}

function rejectTooMuchText({ text = '', count = 1 }: SendInbound): void {
  if (text.length * count <= MAX_TOTAL_CHARACTERS) return;
  throw invalid(
    '/count',
    `\`count\` times the length of \`text\` is ${text.length * count} characters, but one request can create at most ${MAX_TOTAL_CHARACTERS}. Send a smaller \`count\`, at most ${Math.floor(MAX_TOTAL_CHARACTERS / text.length)} with this text, in several requests.`,
  );
}

function invalid(pointer: string, message: string): RequestRefused {
  return refusalOfIssue('validation_failed', { message, pointer, fix: 'Correct the field, or remove it.' });
}

function personIn({ author, displayName }: SendInbound): SimulatedPerson {
  return personOf(author ?? SOMEBODY.handle, displayName);
}

function textsOf({ text = '', count = 1 }: SendInbound, defaultText: string): string[] {
  const words = text === '' ? defaultText : text;
  return Array.from({ length: count }, (_, place) => (count === 1 ? words : `${words} (${place + 1})`));
}

/**
 * Writes in slices, with a turn of the event loop between them, so that other requests do not wait for all. Each slice
 * is in the inbox before the next is written, which keeps their order.
 *
 * @returns the network's ids of what was written
 */
async function writeInSlices(
  { services }: InboundCall,
  { receive }: InboundDependencies,
  account: AccountRow,
  content: InboundContent,
): Promise<string[]> {
  const networkIds: string[] = [];
  for (let from = 0; from < content.texts.length; from += MAX_WRITTEN_AT_ONCE) {
    if (from > 0) await nextTurn();
    const texts = content.texts.slice(from, from + MAX_WRITTEN_AT_ONCE);
    networkIds.push(...(await writeAsPerson(services, account, { ...content, texts })));
    await receive(account.workspace_id);
  }
  return networkIds;
}

async function comment(
  call: InboundCall,
  dependencies: InboundDependencies,
  at: number,
): Promise<SentInbound> {
  const { body } = call;
  const { account, networkPostId, parentId } = await placeOf(call);
  const networkIds = await writeInSlices(call, dependencies, account, {
    kind: 'comment',
    networkPostId,
    parentId,
    person: personIn(body),
    texts: textsOf(body, 'Where can I get this?'),
    hidden: body.hidden ?? false,
    live: body.live ?? false,
    at,
  });
  const commentIds = await idsOf(call, 'comments', account, networkIds);
  return { commentIds, messageIds: [], conversationId: null, at: new Date(at).toISOString() };
}

/** The post, and the parent comment if any, that a comment belongs to. */
async function placeOf(call: InboundCall) {
  const { body, caller, services } = call;
  const { db } = services.store;
  if (body.parentCommentId !== undefined) {
    const parent = await requireComment(call, body.parentCommentId);
    if (body.postId !== undefined && body.postId !== parent.post_id) {
      throw invalid('/postId', `The comment ${parent.id} belongs to the post ${parent.post_id}.`);
    }
    if (parent.network_comment_id === null) {
      throw new RequestRefused(
        'state_conflict',
        `The comment ${parent.id} is not published at the network, so nobody can reply to it.`,
      );
    }
    const account = await requireAccount(call.services.store.db, call.caller.workspace.id, parent.account_id);
    return { account, networkPostId: parent.network_post_id, parentId: parent.network_comment_id };
  }
  if (body.postId === undefined) throw invalid('/postId', 'Send `postId` or `parentCommentId`.');
  const targets = await db
    .selectFrom('targets')
    .select(['account_id', 'platform', 'network_post_id'])
    .where('workspace_id', '=', caller.workspace.id)
    .where('post_id', '=', body.postId)
    .execute();
  if (targets.length === 0) {
    throw noSuchPost(body.postId);
  }
  const open = targets.flatMap(({ account_id: accountId, platform, network_post_id: networkPostId }) =>
    networkPostId !== null && inboxOf(platform, true) ? [{ accountId, networkPostId }] : [],
  );
  const named = open.filter(({ accountId }) => body.accountId === undefined || accountId === body.accountId);
  const [only, ...others] = named;
  if (!only) {
    throw new RequestRefused(
      'state_conflict',
      `The post is not published on an account whose comments Postrider reads. Publish it on ${namesOfNetworks(networksWithInbox(true), 'or')} first.`,
    );
  }
  if (others.length > 0) {
    throw new RequestRefused(
      'account_ambiguous',
      'The post is published on several accounts. Name one in `accountId`.',
    );
  }
  return {
    account: await requireAccount(call.services.store.db, call.caller.workspace.id, only.accountId),
    networkPostId: only.networkPostId,
    parentId: null,
  };
}

async function message(
  call: InboundCall,
  dependencies: InboundDependencies,
  at: number,
): Promise<SentInbound> {
  const { body, services } = call;
  const { account, person } = await partiesOf(call);
  if (!inboxOf(account.platform, true)?.messages) {
    throw new RequestRefused(
      'state_conflict',
      `Postrider does not read messages on ${PLATFORM_NAMES[account.platform]}.`,
    );
  }
  const networkIds = await writeInSlices(call, dependencies, account, {
    kind: 'message',
    person,
    texts:
      body.attachments && body.text === undefined ? textsOf(body, '') : textsOf(body, 'Are you open today?'),
    attachments: (body.attachments ?? []).map(({ kind, url }) => ({ kind, url: url ?? null })),
    fromAd: body.clickToMessage ?? false,
    at,
  });
  const messageIds = await idsOf(call, 'messages', account, networkIds);
  const conversation = await services.store.db
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('participant_id', '=', person.networkUserId)
    .executeTakeFirst();
  return {
    commentIds: [],
    messageIds,
    conversationId: conversation?.id ?? null,
    at: new Date(at).toISOString(),
  };
}

/** Who writes to whom. */
async function partiesOf(call: InboundCall): Promise<{ account: AccountRow; person: SimulatedPerson }> {
  const { body } = call;
  if (body.conversationId !== undefined) {
    const conversation = await requireConversation(call, body.conversationId);
    const account = await requireAccount(
      call.services.store.db,
      call.caller.workspace.id,
      conversation.account_id,
    );
    const person = {
      networkUserId: conversation.participant_id,
      handle: conversation.participant_handle || conversation.participant_name,
      displayName: conversation.participant_name,
    };
    return { account, person };
  }
  if (body.accountId === undefined) throw invalid('/accountId', 'Send `accountId` or `conversationId`.');
  return {
    account: await requireAccount(call.services.store.db, call.caller.workspace.id, body.accountId),
    person: personIn(body),
  };
}

/** The inbox ids of what was received, in order. */
async function idsOf(
  { services }: InboundCall,
  table: 'comments' | 'messages',
  account: AccountRow,
  networkIds: readonly string[],
): Promise<string[]> {
  const { db } = services.store;
  const rows =
    table === 'comments'
      ? await db
          .selectFrom('comments')
          .select(['id', 'network_comment_id as network_id'])
          .where('account_id', '=', account.id)
          .where('network_comment_id', 'in', [...networkIds])
          .execute()
      : await db
          .selectFrom('messages')
          .select(['id', 'network_message_id as network_id'])
          .where('account_id', '=', account.id)
          .where('network_message_id', 'in', [...networkIds])
          .execute();
  const byNetworkId = new Map(rows.map((row) => [row.network_id, row.id]));
  return networkIds.flatMap((id) => byNetworkId.get(id) ?? []);
}
