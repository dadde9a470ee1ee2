import { isRecord } from '../../../base/is-record.js';
import { countText } from '../../../networks/count/count.js';
import type { InboxRules } from '../../../networks/inbox-rules.js';
import { json } from '../../networks/answers.js';
import type { ErrorRow, NetworkErrors } from '../../networks/refusals/read-refusal.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { base64UrlId, digits } from '../shared/network-ids.js';
import { type Handler, type SimulatedCall, textOf } from '../shared/network-server.js';
import { refusalOfPerson } from '../shared/people.js';
import type { SimulatedAttachment, SimulatedConversation, SimulatedMessage } from '../simulated-inbox.js';
import { graphPage, graphTime, unknownObject } from './comment-server.js';

/** Direct messages of one Graph API network. */
export interface MessageEdge {
  readonly errors: NetworkErrors;
  readonly rules: InboxRules;
  readonly conversationPrefix: string;
  readonly messagePrefix: string;
  /** Writes a participant's name. */
  readonly named: 'username' | 'name';
  readonly rows: {
    readonly windowClosed: ErrorRow;
    readonly personUnavailable: ErrorRow;
    /** There is no conversation with this person: a business cannot start one. */
    readonly personUnknown: ErrorRow;
    readonly heldByApp: ErrorRow;
    readonly privateReplyUsed: ErrorRow;
    readonly privateReplyTooLate: ErrorRow;
    readonly tooLong: ErrorRow;
    readonly mediaInvalid: ErrorRow;
  };
}

/** How many messages a list goes back. */
const LIST_LENGTH = 10_000;

function parsed(fields: SimulatedCall['fields'], name: string): unknown {
  const value = fields[name];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Whether the business may message this person now. */
async function isOpen(
  { rules }: MessageEdge,
  { context, fields }: SimulatedCall,
  conversationId: string,
): Promise<boolean> {
  if (!rules.messages) return false;
  const { windowSeconds, clickToMessageSeconds, humanAgentSeconds } = rules.messages;
  const { at, fromAdAt } = await context.memory.lastContact(conversationId);
  const within = (since: number | null, seconds: number | null) =>
    since !== null && seconds !== null && context.now <= since + seconds * 1000;
  const byHand = textOf(fields, 'tag') === 'HUMAN_AGENT' && within(at, humanAgentSeconds.value);
  return byHand || within(at, windowSeconds.value) || within(fromAdAt, clickToMessageSeconds.value);
}

/** The conversation of a private reply, started if there is none; or the error. */
async function forComment(
  { rows, rules, conversationPrefix }: MessageEdge,
  { account, context }: SimulatedCall,
  commentId: string,
): Promise<SimulatedConversation | ErrorRow | null> {
  const { memory, now, random } = context;
  const comment = await memory.commentById(commentId);
  if (!comment?.author) return null;
  if (await memory.privateReplyTo(commentId)) return rows.privateReplyUsed;
  const seconds = rules.comments.privateReply?.seconds.value ?? 0;
  if (now > comment.createdAt + seconds * 1000) return rows.privateReplyTooLate;
  return memory.conversationWith({
    conversationId: `${conversationPrefix}${digits(17, random)}`,
    networkUserId: account.networkUserId,
    person: comment.author,
    updatedAt: now,
  });
}

/** POST /{account-id}/messages */
async function sendMessage(edge: MessageEdge, call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const { errors, rows, rules } = edge;
  const refuse = (row: ErrorRow) => errors.answer(row);
  const recipient = parsed(fields, 'recipient');
  const message = parsed(fields, 'message');
  const text = textAt(message, 'text') ?? '';
  const attachment = isRecord(message) ? message['attachment'] : undefined;
  const commentId = textAt(recipient, 'comment_id');
  const personId = textAt(recipient, 'id');

  const limit = rules.messages?.text;
  if (limit && countText(text, limit.unit) > limit.max.value) return refuse(rows.tooLong);
  const found =
    commentId === null
      ? await context.memory.conversationOfPerson(account.networkUserId, personId ?? '')
      : await forComment(edge, call, commentId);
  if (found === null) return commentId === null ? refuse(rows.personUnknown) : unknownObject(commentId);
  if ('means' in found) return refuse(found);

  const refused = refusalOfPerson(found.person);
  if (refused === 'unreachable') return refuse(rows.personUnavailable);
  if (refused === 'held_by_other_app') return refuse(rows.heldByApp);
  if (commentId === null && !(await isOpen(edge, call, found.conversationId)))
    return refuse(rows.windowClosed);

  const attachments = await attachmentsOf(call, attachment);
  if (attachments === null) return refuse(rows.mediaInvalid);
  const messageId = `${edge.messagePrefix}${base64UrlId(40, context.random)}`;
  await context.memory.addMessage({
    messageId,
    conversationId: found.conversationId,
    fromBusiness: true,
    text,
    attachments,
    fromAd: false,
    answersComment: commentId,
    createdAt: context.now,
  });
  return json(200, { recipient_id: found.person.networkUserId, message_id: messageId });
}

/** The file of an attachment; null: it was never uploaded. */
async function attachmentsOf(
  { context }: SimulatedCall,
  attachment: unknown,
): Promise<readonly SimulatedAttachment[] | null> {
  if (attachment === undefined) return [];
  const kind = textAt(attachment, 'type') === 'video' ? 'video' : 'image';
  const id = textAt(attachment, 'payload', 'attachment_id') ?? '';
  if (!(await context.memory.uploadById(id))) return null;
  return [{ kind, url: `${context.webUrl}/attachments/${id}` }];
}

/** POST /{account-id}/message_attachments */
async function uploadAttachment({ errors, rows }: MessageEdge, { account, context }: SimulatedCall) {
  if (spoilsMedia(account)) return errors.answer(rows.mediaInvalid);
  const uploadId = digits(16, context.random);
  await context.memory.putUploads({
    uploadId,
    networkUserId: account.networkUserId,
    state: {},
    createdAt: context.now,
  });
  return json(200, { attachment_id: uploadId });
}

function shownConversation(
  { named }: MessageEdge,
  one: SimulatedConversation,
  account: SimulatedCall['account'],
) {
  const participant = (id: string, handle: string, name: string) =>
    named === 'username' ? { id, username: handle } : { id, name };
  return {
    id: one.conversationId,
    updated_time: graphTime(one.updatedAt),
    participants: {
      data: [
        participant(one.person.networkUserId, one.person.handle, one.person.displayName),
        participant(account.networkUserId, account.handle, account.displayName),
      ],
    },
  };
}

function shownMessage(message: SimulatedMessage, conversation: SimulatedConversation) {
  const { person, networkUserId } = conversation;
  const business = { id: networkUserId };
  const other = { id: person.networkUserId };
  return {
    id: message.messageId,
    created_time: graphTime(message.createdAt),
    from: message.fromBusiness ? business : other,
    to: { data: [message.fromBusiness ? other : business] },
    message: message.text,
    ...(message.attachments.length > 0 && {
      attachments: {
        data: message.attachments.map(({ kind, url }) => ({
          mime_type: { image: 'image/jpeg', video: 'video/mp4', audio: 'audio/mp4', file: 'application/pdf' }[
            kind
          ],
          ...(url !== null && { file_url: url }),
        })),
      },
    }),
    // The real network reports this in the webhook of the message.
    ...(message.fromAd && { referral: { source: 'ADS', type: 'OPEN_THREAD' } }),
  };
}

/** GET /{account-id}/conversations: last updated first; with `user_id`, only this person's. */
async function listConversations(edge: MessageEdge, call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const personId = textOf(fields, 'user_id');
  if (personId !== '') {
    const one = await context.memory.conversationOfPerson(account.networkUserId, personId);
    return graphPage(one ? [shownConversation(edge, one, account)] : [], call);
  }
  const all = await context.memory.conversationsOf(account.networkUserId, 0, LIST_LENGTH);
  return graphPage(
    all.map((one) => shownConversation(edge, one, account)),
    call,
  );
}

/** GET /{conversation-id}/messages: newest first. */
async function listMessages({ account, context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const id = params['id'] ?? '';
  const conversation = await context.memory.conversationById(id);
  if (conversation?.networkUserId !== account.networkUserId) return unknownObject(id);
  const limit = Number(textOf(fields, 'limit') || '25');
  const offset = Number(textOf(fields, 'after') || '0');
  const found = await context.memory.messagesIn(id, offset, limit + 1);
  const end = String(offset + limit);
  return json(200, {
    data: found.slice(0, limit).map((message) => shownMessage(message, conversation)),
    paging: {
      cursors: { before: String(offset), after: end },
      ...(found.length > limit && { next: `after=${end}` }),
    },
  });
}

/** GET /{conversation-id}; null: this account has no such conversation. */
export async function readConversation(edge: MessageEdge, call: SimulatedCall): Promise<WireResponse | null> {
  const conversation = await call.context.memory.conversationById(call.params['id'] ?? '');
  if (conversation?.networkUserId !== call.account.networkUserId) return null;
  return json(200, shownConversation(edge, conversation, call.account));
}

/** The routes of direct messages, below the path of the API version. */
export function messageRoutes(version: string, edge: MessageEdge): Readonly<Record<string, Handler>> {
  return {
    [`POST ${version}/:id/messages`]: (call) => sendMessage(edge, call),
    [`GET ${version}/:id/messages`]: listMessages,
    [`POST ${version}/:id/message_attachments`]: (call) => uploadAttachment(edge, call),
    [`GET ${version}/:id/conversations`]: (call) => listConversations(edge, call),
  };
}

/** The route that publishes. */
export function messagePublishing(version: string): readonly string[] {
  return [`POST ${version}/:id/messages`];
}
