import type { Comment } from '../../../../contract/inbox/comments.js';
import type { Message } from '../../../../contract/inbox/messages.js';
import type { SendOutcome } from '../../../../contract/inbox/replies.js';
import type { Call } from '../../../operations/call.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { recordActivity } from '../../../store/activity.js';
import { CHECK_REQUESTED } from '../../../store/doubt.js';
import type { Write } from '../../../store/store.js';
import type { SendRow } from '../../../store/tables/inbox-rows.js';
import { requireComment, viewContextOf, viewOneComment } from '../reading/read-comments.js';
import { requireConversation, requireMessage, viewOneMessage } from '../reading/read-messages.js';
import { viewMessage } from '../reading/view-conversation.js';
import { makeSendDue } from '../sending/send-records.js';
import { recordSent, writeOutcome } from '../sending/settle-send.js';
import { refuseClosed } from './create-message.js';
import { awaitOutcome } from './outcome-wait.js';

type ResolveCall = Call<'comments.resolve'> | Call<'messages.resolve'>;

/** Resolves a reply with an unknown outcome. */
export async function resolveComment(call: Call<'comments.resolve'>): Promise<Comment> {
  const { id } = await requireComment(call, call.params.commentId);
  await call.commit(async (trx) => {
    await resolve(trx, call, id, 'comments.resolve');
    const row = await trx.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return viewOneComment(call, row, trx);
  });
  await awaitOutcome(call, id);
  return viewOneComment(call, await requireComment(call, id));
}

/** Resolves a message with an unknown outcome. */
export async function resolveMessage(call: Call<'messages.resolve'>): Promise<Message> {
  const { id, conversation_id } = await requireMessage(call, call.params.messageId);
  const conversation = await requireConversation(call, conversation_id);
  await call.commit(async (trx) => {
    const send = await resolve(trx, call, id, 'messages.resolve');
    const content = contentOf(send);
    if (call.body.outcome === 'send_again' && content.answersComment === null && !content.humanAgent) {
      refuseClosed(call, conversation);
    }
    const row = await trx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return viewMessage(row, conversation.platform, viewContextOf(call));
  });
  await awaitOutcome(call, id);
  return viewOneMessage(call, await requireMessage(call, id));
}

function contentOf(send: SendRow): { readonly answersComment: string | null; readonly humanAgent: boolean } {
  return JSON.parse(send.content_json);
}

async function resolve(
  trx: Write,
  call: ResolveCall,
  id: string,
  operation: 'comments.resolve' | 'messages.resolve',
): Promise<SendRow> {
  const { body, caller, now, services } = call;
  const send = await trx.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst();
  if (send?.status !== 'unknown') {
    const state = send ? `is ${send.status}` : 'was not sent by Postrider';
    throw new RequestRefused('state_conflict', `${id} ${state}: only an unknown outcome can be resolved.`);
  }
  const moment = { workspace: caller.workspace, now, systemNow: services.clock.now() };
  await OUTCOMES[body.outcome](trx, call, send, moment);
  await recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation,
    objectId: id,
    summary: `resolved ${id}: ${body.outcome}`,
    requestId: call.requestId,
    now,
  });
  return send;
}

type Moment = Parameters<typeof makeSendDue>[3];

const OUTCOMES: Readonly<
  Record<SendOutcome, (trx: Write, call: ResolveCall, send: SendRow, moment: Moment) => Promise<void>>
> = {
  /** Looks it up. If the network surely does not have it, it has failed: nothing is sent. */
  check: async (trx, _call, send, moment) => {
    await makeSendDue(trx, send, { in_doubt: CHECK_REQUESTED }, moment);
    await writeOutcome(trx, send, { status: 'sending', error_json: null }, null);
  },
  sent: async (trx, call, send, { now }) => {
    await trx
      .updateTable('sends')
      .set({ status: 'sent', in_doubt: 0, due_at: null, wake_at: null, updated_at: now })
      .where('id', '=', send.id)
      .execute();
    await writeOutcome(trx, send, { status: 'sent', error_json: null }, null);
    await recordSent(trx, call.services.ids, send.id, now);
  },
  send_again: async (trx, _call, send, moment) => {
    await makeSendDue(trx, send, { in_doubt: 0, first_attempt_at: null }, moment);
    await writeOutcome(trx, send, { status: 'sending', error_json: null }, null);
  },
};
